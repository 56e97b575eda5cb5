import { createHash } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import {
  NotIdentified,
  ProviderUnavailable,
  type Identity,
  type IdentityProvider,
  type SignInAnswer,
  type SignInBegun,
} from '../../services/ports/identity-provider.ts';
import { boundedJson } from './bounded-json.ts';

export interface OpenIdConnectOptions {
  readonly name: string;
  /** exactly as the provider names itself */
  readonly issuer: string;
  readonly clientId: string;
  /** null: a public client, which PKCE alone protects */
  readonly clientSecret: string | null;
  /** where the provider sends browsers back to */
  readonly redirectUri: string;
  readonly now?: () => Date;
}

/** What is used of a provider’s metadata (OpenID Connect Discovery 1.0 section 3). */
interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
}

const METADATA_MS = 3_600_000;
const SCOPE = 'openid email';
/** Signed with a key that only the provider has: neither `none`, nor with what both know. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_S = 60;
const LONGEST_SUBJECT = 255;

/** The authorization code flow of OpenID Connect Core 1.0 (section 3.1) with PKCE, S256. */
export class OpenIdConnect implements IdentityProvider {
  readonly name: string;
  readonly #options: OpenIdConnectOptions;
  #metadata: { readonly value: Metadata; readonly until: number } | null = null;
  #keys: JSONWebKeySet | null = null;

  constructor(options: OpenIdConnectOptions) {
    this.#options = options;
    this.name = options.name;
  }

  async authorizationUrl({ state, nonce, verifier }: SignInBegun): Promise<string> {
    const { authorization_endpoint } = await this.#discovered();
    const { clientId, redirectUri } = this.#options;
    const url = new URL(authorization_endpoint);
    const asked = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: SCOPE },
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  }

  async identify({ code, verifier, nonce, iss }: SignInAnswer): Promise<Identity> {
    const metadata = await this.#discovered();
    // an answer of another provider would be taken to this one (RFC 9207)
    const said = iss ?? (metadata.authorization_response_iss_parameter_supported ? '' : metadata.issuer);
    if (said !== metadata.issuer) throw new NotIdentified('The answer is of another provider.');
    const token = await this.#redeem(metadata, code, verifier);
    const claims = await this.#verified(metadata, token);
    if (claims['nonce'] !== nonce) throw new NotIdentified('The token is of another sign-in.');
    const { sub } = claims;
    if (
      typeof sub !== 'string' ||
      !/^[^\0]+$/s.test(sub) ||
      sub.length > LONGEST_SUBJECT ||
      !sub.isWellFormed()
    )
      throw new NotIdentified('The token names nobody.');
    return { issuer: metadata.issuer, subject: sub, email: emailIn(claims) };
  }

  async #discovered(): Promise<Metadata> {
    const now = this.#now();
    if (this.#metadata && now < this.#metadata.until) return this.#metadata.value;
    const { issuer } = this.#options;
    const found = (await this.#ask(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    )) as Metadata;
    if (found.issuer !== issuer)
      throw new ProviderUnavailable('The provider calls itself otherwise than OIDC_ISSUER.');
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      if (!isSafe(found[name], issuer))
        throw new ProviderUnavailable(`The provider’s ${name} is no safe address.`);
    }
    this.#metadata = { value: found, until: now + METADATA_MS };
    // nor are keys taken for longer that it publishes no more
    this.#keys = null;
    return found;
  }

  async #redeem(metadata: Metadata, code: string, verifier: string): Promise<string> {
    const { clientId, clientSecret, redirectUri } = this.#options;
    const form = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    });
    const headers: Record<string, string> = {};
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (clientSecret !== null && methods.includes('client_secret_basic')) {
      const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      if (clientSecret !== null) form.set('client_secret', clientSecret);
    }
    const answer = (await this.#ask(metadata.token_endpoint, { method: 'POST', body: form, headers })) as {
      readonly id_token?: unknown;
    };
    if (typeof answer.id_token !== 'string')
      throw new NotIdentified('The provider’s answer holds no ID token.');
    return answer.id_token;
  }

  async #verified(metadata: Metadata, token: string): Promise<JWTPayload> {
    const { issuer } = metadata;
    const { clientId } = this.#options;
    const check = async (keys: JSONWebKeySet): Promise<JWTPayload> => {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        ...{ issuer, audience: clientId, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE_S },
        ...{ requiredClaims: ['exp', 'iat', 'sub', 'nonce'], currentDate: new Date(this.#now()) },
      });
      const { azp } = payload;
      if ((Array.isArray(payload.aud) && payload.aud.length > 1) || azp !== undefined)
        if (azp !== clientId) throw new NotIdentified('The token is for another client.');
      return payload;
    };
    const known = this.#keys;
    try {
      try {
        return await check(known ?? (await this.#fetchKeys(metadata)));
      } catch (error) {
        if (known === null || !isOfKeys(error)) throw error;
        return await check(await this.#fetchKeys(metadata));
      }
    } catch (error) {
      if (error instanceof errors.JOSEError)
        throw new NotIdentified('The token does not hold.', { cause: error });
      throw error;
    }
  }

  /** Providers change their keys; tokens come from them alone, so that nobody can make this ask often. */
  async #fetchKeys({ jwks_uri }: Metadata): Promise<JSONWebKeySet> {
    const value = (await this.#ask(jwks_uri)) as JSONWebKeySet;
    if (!Array.isArray(value.keys)) throw new ProviderUnavailable('The provider’s keys can’t be read.');
    return (this.#keys = value);
  }

  async #ask(url: string, init: RequestInit = {}): Promise<object> {
    const { status, body } = await boundedJson(url, init);
    if (status === 200 && body !== null) return body;
    // the code is used up, too old, or was never given out
    if (init.method === 'POST' && status >= 400 && status < 500 && status !== 429)
      throw new NotIdentified('The provider does not know the code.');
    throw new ProviderUnavailable(`The provider answers ${status}.`);
  }

  #now(): number {
    return (this.#options.now?.() ?? new Date()).getTime();
  }
}

/** Whether other keys than those that are known may make a token hold: newer ones, or others after a set that was none. */
function isOfKeys(error: unknown): boolean {
  return [errors.JWKSNoMatchingKey, errors.JWKSInvalid, errors.JWSSignatureVerificationFailed].some(
    (kind) => error instanceof kind,
  );
}

/** As safe as the issuer’s own: without TLS only where the provider is on this machine, as in tests. */
function isSafe(address: unknown, issuer: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

function emailIn({ email, email_verified }: JWTPayload): string | null {
  return email_verified === true &&
    typeof email === 'string' &&
    /^[^\s@\0]{1,200}@[^\s@\0]{1,200}$/.test(email)
    ? email.toWellFormed()
    : null;
}
