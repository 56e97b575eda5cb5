import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { StorageRefused } from '../storage-refused.ts';

/** Nobody takes as long between writing a key and putting it in its place. */
const ABANDONED_MS = 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The private key that packages are signed with: PKCS #8 in PEM, readable by its owner alone. It is made where there is
 * none; of two processes that make one at the same time, one wins and both use it.
 * @throws StorageRefused where the file holds anything else
 */
export async function openSigningKey(path: string, now = new Date()): Promise<string> {
  const existing = await readIfThere(path);
  if (existing === null) makeFolder(dirname(resolve(path)));
  await removeAbandoned(path, now);
  if (existing !== null) return checked(existing, path);
  const { privateKey } = generateKeyPairSync('ed25519');
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    // unlike a rename, a link does not replace what another process has put there meanwhile
    await link(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(mine);
  }
  return checked(await readFile(path, 'utf8'), path);
}

function refused(path: string, what: string, options?: ErrorOptions): StorageRefused {
  return new StorageRefused(
    `The signing key ${resolve(path)} ${what}: a private Ed25519 key is needed, PKCS #8 in PEM without a password. ` +
      'Put the right file there, or move this one away to have a key made.',
    options,
  );
}

function checked(pem: string, path: string): string {
  if (pem.trim() === '') throw refused(path, 'is empty');
  let kind: string | undefined;
  try {
    kind = createPrivateKey(pem).asymmetricKeyType;
  } catch (cause) {
    throw refused(path, 'can’t be read as a private key', { cause });
  }
  if (kind !== 'ed25519') throw refused(path, `is of the kind ${kind}`);
  return pem;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw refused(path, 'is a folder');
    throw error;
  }
}

/** What a process left that died while it made the key: a private key that signs nothing. */
async function removeAbandoned(path: string, now: Date): Promise<void> {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !UUID.test(name.slice(start.length))) continue;
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - ABANDONED_MS) await rm(file, { force: true });
  }
}
