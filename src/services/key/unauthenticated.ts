/** The request comes without a key, or with one that is not valid. */
export class Unauthenticated extends Error {
  readonly code: 'MISSING_API_KEY' | 'INVALID_API_KEY';

  constructor(code: Unauthenticated['code'], detail: string) {
    super(detail);
    this.name = 'Unauthenticated';
    this.code = code;
  }
}
