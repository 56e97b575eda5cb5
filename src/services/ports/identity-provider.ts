/** Says who somebody is, in their browser, to whom they have proved it. */
export interface IdentityProvider {
  /** how people call it: “Sign in with …” */
  readonly name: string;
  /**
   * Where a browser is sent to be asked.
   * @throws ProviderUnavailable
   */
  authorizationUrl(begun: SignInBegun): Promise<string>;
  /**
   * Who has come back from there.
   * @throws NotIdentified; ProviderUnavailable
   */
  identify(answer: SignInAnswer): Promise<Identity>;
}

/** What is drawn by lot for each sign-in; none of it can be guessed. */
export interface SignInBegun {
  readonly state: string;
  readonly nonce: string;
  /** of PKCE (RFC 7636), known to the browser’s cookie alone until the code is redeemed */
  readonly verifier: string;
}

export interface SignInAnswer extends Pick<SignInBegun, 'nonce' | 'verifier'> {
  readonly code: string;
  /** as the answer names its issuer (RFC 9207); null: it does not */
  readonly iss: string | null;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** that the provider has verified; null: none */
  readonly email: string | null;
}

/** What the provider says does not hold together, or is not about this sign-in. */
export class NotIdentified extends Error {
  override readonly name = 'NotIdentified';
}

/** It can’t be asked at the moment. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}
