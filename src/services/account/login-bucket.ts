import { createHash } from 'node:crypto';
import type { Database } from '../ports/database.ts';
import { normalEmail } from './account-services.ts';

export const LOGIN_EMAIL_POLICY = 'login-email';

/** Under which wrong passwords are counted: an address of mail is nowhere but with its account. */
const digestOf = (email: string) => createHash('sha256').update(normalEmail(email)).digest('hex');

/** Whose wrong logins count together: those for one account from one place, so that strangers lock nobody out. */
export function loginClient(email: string, place: string): string {
  return `${digestOf(email)} ${place}`;
}

/** Nothing says any more that somebody tried to log in with this address. */
export async function forgetLogins(trx: Database, email: string): Promise<void> {
  // of the policy and of the turns of those beyond it
  const bucket = `${LOGIN_EMAIL_POLICY}% ${digestOf(email)} %`;
  await trx.deleteFrom('rate_limits').where('bucket', 'like', bucket).execute();
}
