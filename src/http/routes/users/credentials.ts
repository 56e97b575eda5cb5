import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isEmailAddress, MOST_EMAIL } from '../../../services/account/email-address.ts';
import type { Passwords } from '../../../services/ports/passwords.ts';
import { idempotencyKey, jsonDigest, publicScope } from '../../plugins/idempotency.ts';

const MIN_PASSWORD = 10;
/** Room for any sentence; hashing does not get slower by it. */
const MAX_PASSWORD = 256;

const text = z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'is not a text') });

/** Neither the address nor the password may come back in a message: messages are logged. */
const emailSchema = text
  .refine((email) => email.trim().length <= MOST_EMAIL, `is longer than ${MOST_EMAIL} characters`)
  .refine(isEmailAddress, 'is no email address such as ada@example.org')
  .describe('capitals and surrounding space make no difference');

/** Characters as people count them. */
const length = (password: string) => [...password].length;

/** One that is compared with what is stored. */
export const knownPassword = text
  .refine((password) => length(password) <= MAX_PASSWORD, `is longer than ${MAX_PASSWORD} characters`)
  .meta({ format: 'password', maxLength: MAX_PASSWORD });

export const newPassword = text
  .refine((password) => length(password) >= MIN_PASSWORD, `is shorter than ${MIN_PASSWORD} characters`)
  .refine((password) => length(password) <= MAX_PASSWORD, `is longer than ${MAX_PASSWORD} characters`)
  .meta({ format: 'password', minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD })
  .describe(`${MIN_PASSWORD} to ${MAX_PASSWORD} characters`);

export const signUpSchema = z
  .strictObject({ email: emailSchema, password: newPassword })
  .meta({ examples: [{ email: 'ada@example.org', password: 'correct horse battery' }] });

export const logInSchema = z
  .strictObject({ email: emailSchema, password: knownPassword })
  .meta({ examples: [{ email: 'ada@example.org', password: 'correct horse battery' }] });

/**
 * A digest of the request from which its password is as hard to guess as from the hash that is stored of it. Without
 * an Idempotency-Key nobody needs one.
 */
export async function credentialsDigest(
  passwords: Passwords,
  request: FastifyRequest,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const key = idempotencyKey(request);
  if (key === null) return '';
  const salt = createHash('sha256')
    .update(`${publicScope(request)} ${key}`)
    .digest();
  return jsonDigest(request, { email, password: await passwords.blind(password, salt) });
}
