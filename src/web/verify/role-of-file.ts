import { isFrame } from '../shell/arriving-files.ts';
import type { GivenFiles, Role } from './verify-message.ts';

const TEXTS: readonly (readonly [Role, RegExp])[] = [
  ['proof', /^c2sp\.org\/tlog-proof@v1\n/],
  ['consistency', /^old \d+\n/],
  ['authorities', /-----BEGIN CERTIFICATE-----/],
  ['checkpoint', /^[^ \n+]+\n\d+\n[A-Za-z0-9+/]{43}=\n/],
  ['package', /^\s*\{\s*"(receipt|envelope)"/],
  ['keys', /^\s*\{/],
  ['package', /^PK/],
];

/** What a file is here, by its name and its beginning. */
async function roleOfFile(file: File): Promise<Role> {
  if (isFrame(file)) return /background|blank|reference/i.test(file.name) ? 'background' : 'hologram';
  const beginning = await file.slice(0, 4096).text();
  return TEXTS.find(([, form]) => form.test(beginning))?.[0] ?? 'package';
}

/** Files that were dropped together, each in its place; the second frame is the background. */
export async function sortedFiles(files: readonly File[]): Promise<Partial<GivenFiles>> {
  const sorted: Partial<Record<Role, File>> = {};
  for (const file of files) {
    const role = await roleOfFile(file);
    sorted[role === 'hologram' && sorted.hologram ? 'background' : role] = file;
  }
  return sorted;
}
