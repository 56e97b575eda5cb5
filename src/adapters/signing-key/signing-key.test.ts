import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageRefused } from '../storage-refused.ts';
import { openSigningKey } from './signing-key.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'leith-key-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('openSigningKey', () => {
  it('makes one key, also where several ask for it at once', async () => {
    const path = join(folder, 'deeper', 'signing-key.pem');
    const keys = await Promise.all([openSigningKey(path), openSigningKey(path), openSigningKey(path)]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(await openSigningKey(path)).toBe(keys[0]);
    expect(readdirSync(join(folder, 'deeper'))).toEqual(['signing-key.pem']);
  });

  it('clears away what a crash has left, and nothing else', async () => {
    const path = join(folder, 'signing-key.pem');
    const key = await openSigningKey(path);
    const left = `signing-key.pem.${randomUUID()}`;
    const beingMade = `signing-key.pem.${randomUUID()}`;
    for (const name of [left, beingMade, 'signing-key.pem.backup', `other.pem.${randomUUID()}`]) {
      writeFileSync(join(folder, name), 'x');
      if (name !== beingMade) utimesSync(join(folder, name), 0, 0);
    }
    const before = readdirSync(folder);
    expect(await openSigningKey(path)).toBe(key);
    expect(readdirSync(folder)).toEqual(before.filter((name) => name !== left));
  });

  const ed25519 = generateKeyPairSync('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  it.each([
    ['nothing', '', 'is empty'],
    ['anything else', 'hello', 'can’t be read as a private key'],
    ['a public key', ed25519.publicKey.export({ type: 'spki', format: 'pem' }), 'can’t be read'],
    ['a key of another kind', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }), 'is of the kind rsa'],
  ])('refuses a file that holds %s, and leaves it as it is', async (_what, content, words) => {
    const path = join(folder, 'signing-key.pem');
    writeFileSync(path, content);
    const error = await openSigningKey(path).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(StorageRefused);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('refuses a folder', async () => {
    const path = join(folder, 'signing-key.pem');
    mkdirSync(path);
    await expect(openSigningKey(path)).rejects.toThrow('is a folder');
  });
});
