/** What accounts, keys and their data can be refused for: the codes of the contract that no hologram is to blame for. */
export type RefusalCode =
  | 'KEY_SCOPE'
  | 'ACCOUNT_DISABLED'
  | 'NOT_FOUND'
  | 'RESULT_NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'SEQUENCE_NOT_FOUND'
  | 'SEQUENCE_CLOSED'
  | 'SEQUENCE_INCOMPLETE'
  | 'TOO_MANY_SEQUENCES'
  | 'DATA_UNDER_LEGAL_HOLD'
  | 'EMAIL_ALREADY_REGISTERED'
  | 'IDENTITY_IN_USE'
  | 'INVALID_CREDENTIALS'
  | 'NOT_IDENTIFIED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_IN_PROGRESS';

/** A service's no, with its reason. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  /** @param detail plain words: why, and what to do */
  constructor(code: RefusalCode, detail: string) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
  }
}
