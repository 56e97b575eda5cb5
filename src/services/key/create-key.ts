import { Problem } from '../../core/problem/problem.ts';
import { mintId } from '../mint-id.ts';
import type { Database, Store } from '../ports/database.ts';
import { mintSecret, secretDigest, writeApiKey } from './api-key.ts';
import type { Caller } from './authenticate.ts';
import { checkKey } from './check-key.ts';
import { scopes as everything, writeScopes, type KeyScope } from './scopes.ts';

/** What an API key is called, until when it is valid and what for. */
export interface KeyInput {
  readonly account_id: string;
  readonly name: string | null;
  readonly expires_at: Date | null;
  /** absent: everything */
  readonly scopes?: readonly KeyScope[];
}

export interface CreatedKey {
  readonly key_id: string;
  readonly name: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scopes: readonly KeyScope[];
  /** nobody can tell it again */
  readonly api_key: string;
}

/** Belongs into the transaction that says why there is a new key. */
export async function createKey(trx: Database, input: KeyInput, time: Date): Promise<CreatedKey> {
  const { account_id, name, scopes = everything } = input;
  const key = {
    key_id: mintId('key', time),
    name,
    created_at: time.toISOString(),
    expires_at: input.expires_at?.toISOString() ?? null,
  };
  const secret = mintSecret();
  await trx
    .insertInto('api_keys')
    .values({
      ...{ ...key, account_id, secret_sha256: secretDigest(secret) },
      ...{ revoked_at: null, scopes: writeScopes(scopes) },
    })
    .execute();
  return { ...key, scopes, api_key: writeApiKey({ key_id: key.key_id, secret }) };
}

/**
 * A further key for an account.
 * @param input expires_at: RFC 3339 with any offset; null: never
 * @param alongside what else belongs into its transaction
 * @throws Problem INVALID_INPUT where it would have expired already; Unauthenticated where the caller’s own has been revoked
 * meanwhile; StorageUnavailable
 */
export async function createKeyFor(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  caller: Caller,
  input: {
    readonly name: string | null;
    readonly expires_at: string | null;
    readonly scopes: readonly KeyScope[];
  },
  alongside: (trx: Database, key: CreatedKey) => Promise<void>,
): Promise<CreatedKey> {
  const expires_at = input.expires_at === null ? null : new Date(input.expires_at);
  if (expires_at && expires_at <= now()) {
    const message = `is ${expires_at.toISOString()}: that is in the past`;
    throw new Problem('INVALID_INPUT', `expires_at ${message}`, [{ pointer: '/expires_at', message }]);
  }
  return store.transaction(async (trx) => {
    await checkKey(trx, caller);
    const { account_id } = caller;
    const key = await createKey(
      trx,
      { account_id, name: input.name, expires_at, scopes: input.scopes },
      now(),
    );
    await alongside(trx, key);
    return key;
  });
}
