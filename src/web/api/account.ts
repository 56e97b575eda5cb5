import { answerTo, ask, newIdempotencyKey } from './ask.ts';
import type { Page } from './results.ts';

export interface Account {
  readonly account_id: string;
  readonly email: string;
  readonly plan: string;
  readonly created_at: string;
  readonly retain_raw_inputs: boolean;
  readonly stored_packages: number;
  readonly stored_bytes: number;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What a key can be for. */
export const SCOPES = ['reconstruct', 'read', 'delete', 'calibrate'] as const;
export type ScopeName = (typeof SCOPES)[number];

export interface ApiKey {
  readonly key_id: string;
  readonly name: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scopes: readonly ScopeName[];
}

export interface UsageEvent {
  readonly usage_event_id: string;
  readonly kind: string;
  readonly time: string;
  readonly run_id: string | null;
  readonly profile_id: string | null;
  readonly input_bytes: number | null;
  readonly compute_ms: number | null;
}

/** A file that was sent while the account kept its raw holograms. */
export interface RawUpload {
  readonly raw_upload_id: string;
  readonly part: string;
  readonly name: string;
  readonly bytes: number;
  readonly created_at: string;
}

export interface DeletionReceipt {
  readonly deleted: number;
  readonly held: number;
  readonly remote_copies_pending: number;
  readonly raw_uploads_deleted: number;
  readonly feedback_deleted: number;
  readonly usage_events_deleted: number;
  readonly runs_in_progress: number;
  readonly receipt_id: string;
  readonly account_id: string;
  readonly requested_at: string;
  readonly log_head: string;
}

/** The account's first key, which is shown this once. @throws Refused, Unreachable */
export function signUp(credentials: Credentials): Promise<{ readonly api_key: string }> {
  return ask('/users/signup', { method: 'POST', body: credentials });
}

/** A new key. @throws Refused, Unreachable */
export function logIn(
  credentials: Credentials,
): Promise<{ readonly api_key: string; readonly key_id: string }> {
  return ask('/users/login', { method: 'POST', body: credentials });
}

/** What the provider sends the browser back with. */
export interface OpenIdAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss: string | null;
}

/** Where the browser is sent to sign in. @throws Refused, Unreachable */
export function beginOpenId(): Promise<{ readonly authorization_url: string }> {
  return ask('/users/openid/start', { method: 'POST' });
}

/** @throws Refused NOT_IDENTIFIED where the answer does not belong to a sign-in of this browser */
export function finishOpenId(
  answer: OpenIdAnswer,
): Promise<{ readonly api_key: string; readonly key_id: string }> {
  return ask('/users/openid/finish', { method: 'POST', body: answer });
}

/** Whether the account can be signed in to over the provider. */
export function readOpenIdLink(apiKey: string): Promise<{ readonly linked: boolean }> {
  return ask('/users/me/openid', { apiKey });
}

/** @throws Refused IDENTITY_IN_USE where it opens another account */
export async function linkOpenId(apiKey: string, answer: OpenIdAnswer): Promise<void> {
  await ask('/users/me/openid', { method: 'POST', apiKey, body: answer });
}

/** @throws Refused IDENTITY_IN_USE where the account has no password */
export async function unlinkOpenId(apiKey: string): Promise<void> {
  await ask('/users/me/openid', { method: 'DELETE', apiKey });
}

export function readAccount(apiKey: string, signal?: AbortSignal): Promise<Account> {
  return ask('/users/me', { apiKey, signal });
}

export function setRetention(
  apiKey: string,
  retain_raw_inputs: boolean,
): Promise<{ readonly retain_raw_inputs: boolean }> {
  return ask('/users/me/retention', { method: 'PUT', apiKey, body: { retain_raw_inputs } });
}

export function listKeys(apiKey: string, cursor: string | null): Promise<Page<ApiKey>> {
  return ask(`/users/me/api-keys${after(cursor)}`, { apiKey });
}

export function createKey(
  apiKey: string,
  wishes: { readonly name: string | null; readonly scopes: readonly ScopeName[] },
): Promise<ApiKey & { readonly api_key: string }> {
  const headers = { 'idempotency-key': newIdempotencyKey() };
  return ask('/users/me/api-keys', { method: 'POST', apiKey, headers, body: wishes });
}

/** @throws Refused INVALID_CREDENTIALS where the current password is another */
export function changePassword(
  apiKey: string,
  change: {
    readonly current_password: string;
    readonly new_password: string;
    readonly revoke_other_keys: boolean;
  },
): Promise<{ readonly revoked_keys: number }> {
  return ask('/users/me/password', { method: 'PUT', apiKey, body: change });
}

export async function revokeKey(apiKey: string, keyId: string): Promise<void> {
  await ask(`/users/me/api-keys/${keyId}`, { method: 'DELETE', apiKey });
}

export function listRawUploads(apiKey: string, cursor: string | null): Promise<Page<RawUpload>> {
  return ask(`/users/me/raw-uploads${after(cursor)}`, { apiKey });
}

export async function deleteRawUpload(apiKey: string, id: string): Promise<void> {
  await ask(`/users/me/raw-uploads/${id}`, { method: 'DELETE', apiKey });
}

export function listUsage(apiKey: string, cursor: string | null): Promise<Page<UsageEvent>> {
  return ask(`/users/me/usage${after(cursor)}`, { apiKey });
}

/** @throws Refused DATA_UNDER_LEGAL_HOLD where every package is held: nothing was deleted */
export function deleteMyData(apiKey: string): Promise<DeletionReceipt> {
  return ask('/users/me/data', { method: 'DELETE', apiKey });
}

export function listReceipts(apiKey: string, cursor: string | null): Promise<Page<DeletionReceipt>> {
  return ask(`/users/me/receipts${after(cursor)}`, { apiKey });
}

/** The receipt in an envelope that the service has signed, as it was answered. */
export async function fetchReceipt(apiKey: string, id: string): Promise<Blob> {
  return (await answerTo(`/users/me/receipts/${encodeURIComponent(id)}`, { apiKey })).blob();
}

function after(cursor: string | null): string {
  return cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
}
