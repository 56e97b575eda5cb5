import { parseOptions } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { Overloaded } from '../../services/ports/overloaded.ts';
import { PasswordsArgon2 } from './passwords-argon2.ts';

const passwords = new PasswordsArgon2();

it('knows a password again by an argon2id hash that is another every time', async () => {
  const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^\$argon2id\$v=19\$/);
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, saltLen: 16, outputLen: 32 });
  expect(await passwords.verify(one, 'correct horse')).toBe(true);
  expect(await passwords.verify(one, 'correct Horse')).toBe(false);
  expect(await passwords.verify(null, 'correct horse')).toBe(false);
});

it('does not mind how a letter with an accent is encoded', async () => {
  const hash = await passwords.hash('caf\u00e9 cr\u00e8me');
  expect(await passwords.verify(hash, 'cafe\u0301 cre\u0300me')).toBe(true);
});

it('blinds a password the same way for the same salt', async () => {
  const salt = new Uint8Array(32).fill(1);
  const blind = await passwords.blind('correct horse', salt);
  expect(await passwords.blind('correct horse', salt)).toBe(blind);
  expect(await passwords.blind('correct horse', new Uint8Array(32))).not.toBe(blind);
});

it('takes as much work for an account that does not exist', async () => {
  // argon2’s time follows from these parameters alone
  const hash = await passwords.hash('correct horse');
  expect(parseOptions(await passwords.dummy)).toEqual(parseOptions(hash));
});

it('refuses what would wait too long, and goes on afterwards', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.verify(null, 'x')));
  const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  expect(refused.length).toBe(80 - 2 - 64);
  for (const reason of refused) expect(reason).toBeInstanceOf(Overloaded);
  expect(await passwords.verify(null, 'x')).toBe(false);
});

it('leaves the event loop free', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash('correct horse')));
  clearInterval(timer);
  // where the hashing was done in this thread, there would be none
  expect(turns).toBeGreaterThan(2);
});
