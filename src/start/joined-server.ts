import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** Where `join-server.ts` puts the modules of the service, joined into few files, and what they were made of. */
export const joined = {
  folder: new URL('dist/server/', root),
  entry: new URL('dist/server/serve.mjs', root),
  stamp: new URL('dist/server.sources', root),
};

/** The joined form of serve.ts; null: there is none, or the sources have changed since. */
export function joinedServer(): URL | null {
  try {
    const isCurrent = existsSync(joined.entry) && readFileSync(joined.stamp, 'utf8') === sourcesNow();
    return isCurrent ? joined.entry : null;
  } catch {
    return null;
  }
}

/** Which sources there are now, by names, sizes and times: reading them would take the time that joining them saves. */
export function sourcesNow(): string {
  const hash = createHash('sha256');
  for (const file of [new URL('package-lock.json', root), ...serverFiles(new URL('src/', root))]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${fileURLToPath(file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function serverFiles(folder: URL): URL[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      // no part of the service
      if (entry.name === 'web' || entry.name.endsWith('.test.ts')) return [];
      return entry.isDirectory()
        ? serverFiles(new URL(`${entry.name}/`, folder))
        : [new URL(entry.name, folder)];
    });
}
