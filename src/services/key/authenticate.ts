import { timingSafeEqual } from 'node:crypto';
import type { Store } from '../ports/database.ts';
import { prepared } from '../ports/prepared.ts';
import { readApiKey, secretDigest } from './api-key.ts';
import { Refusal } from '../refusal.ts';
import { readScopes, type KeyScope } from './scopes.ts';
import { keyNotValid, Unauthenticated } from './unauthenticated.ts';

/** Whose key a request carries. */
export interface Caller {
  readonly account_id: string;
  readonly key_id: string;
  /** what the key is for */
  readonly scopes: readonly KeyScope[];
}

export interface AuthenticationServices {
  readonly store: Store;
  readonly now: () => Date;
}

/** Asked with almost every request. */
const keyWithAccount = prepared((db, { key_id }: { readonly key_id: string }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.account_id', 'api_keys.account_id')
    .where('api_keys.key_id', '=', key_id)
    .where('api_keys.revoked_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .select(['api_keys.account_id', 'api_keys.secret_sha256', 'api_keys.expires_at', 'api_keys.scopes'])
    .select('accounts.disabled_at'),
);

/**
 * @param authorization the header, `Bearer <api_key>`
 * @throws Unauthenticated; Refusal ACCOUNT_DISABLED; StorageUnavailable
 */
export async function authenticate(
  { store, now }: AuthenticationServices,
  authorization: string | undefined,
): Promise<Caller> {
  const text = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (text === undefined) {
    throw new Unauthenticated(
      'MISSING_API_KEY',
      'This address needs an API key, sent as the header Authorization: Bearer <API_KEY>.',
    );
  }
  const parts = readApiKey(text);
  if (!parts) {
    throw new Unauthenticated(
      'INVALID_API_KEY',
      'This is not an API key as the service gave it out: it may be cut off or mistyped.',
    );
  }
  const [key] = await keyWithAccount(store.read(), { key_id: parts.key_id });
  const expected = Buffer.from(key?.secret_sha256 ?? secretDigest(''), 'hex');
  const same = timingSafeEqual(Buffer.from(secretDigest(parts.secret), 'hex'), expected);
  const expired = key?.expires_at != null && key.expires_at <= now().toISOString();
  if (!key || !same || expired) throw keyNotValid();
  if (key.disabled_at !== null) throw accountDisabled();
  return { account_id: key.account_id, key_id: parts.key_id, scopes: readScopes(key.scopes) };
}

/** For whoever has shown that the account is theirs. */
export function accountDisabled(): Refusal {
  return new Refusal(
    'ACCOUNT_DISABLED',
    'The operator of this service has disabled the account. Nothing of it was deleted; ask the operator.',
  );
}
