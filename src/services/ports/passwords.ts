/** Turns passwords into what can be stored. Slow on purpose; everything throws Overloaded where too many wait. */
export interface Passwords {
  /** A new salt every time. The text says by which method and parameters it was made. */
  hash(password: string): Promise<string>;
  /** @param hash null: there is no such account; takes the same time and is false */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** The same text for the same password and salt, as expensive to guess the password from as its hash. */
  blind(password: string, salt: Uint8Array): Promise<string>;
}
