import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the recordings of other people lie: LEITH_DATA, or beside the repository. Null where there are none; an empty name names nothing. */
export function dataFolder(): string | null {
  const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const folder = resolve(process.env.LEITH_DATA || beside);
  return existsSync(folder) ? folder : null;
}
