import type { Database, Store } from '../ports/database.ts';
import type { Passwords } from '../ports/passwords.ts';

export interface AccountServices {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly now: () => Date;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Of accounts that are made by those who use them. */
export const PLAN = 'research';

/** What else belongs into the transaction that makes something. */
export type InSameTransaction<Made> = (trx: Database, made: Made) => Promise<void>;

/** Addresses that differ in capitals or surrounding space are one. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
