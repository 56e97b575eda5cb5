import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The private key that packages are signed with: PKCS #8 in PEM, readable by its owner alone. It is made where there is
 * none; of two processes that make one at the same time, one wins and both use it.
 */
export async function openSigningKey(path: string): Promise<string> {
  const existing = await readIfThere(path);
  if (existing !== null) return existing;
  await mkdir(dirname(path), { recursive: true });
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
  return readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
