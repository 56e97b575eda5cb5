/** The request comes without a key, or with one that is not valid. */
export class Unauthenticated extends Error {
  readonly code: 'MISSING_API_KEY' | 'INVALID_API_KEY';

  constructor(code: Unauthenticated['code'], detail: string) {
    super(detail);
    this.name = 'Unauthenticated';
    this.code = code;
  }
}

/** The same whatever is wrong with it. */
export function keyNotValid(): Unauthenticated {
  return new Unauthenticated(
    'INVALID_API_KEY',
    'The API key is not valid: it was revoked, has expired, or belongs to no account.',
  );
}
