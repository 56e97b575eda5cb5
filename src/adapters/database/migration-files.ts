import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  /** the file's name without its ending, e.g. `0001-accounts`: they are applied in this order */
  readonly name: string;
  /** of the file */
  readonly sha256: string;
  readonly statements: readonly string[];
}

export const migrationsFolder = new URL('../../../migrations/', import.meta.url);

/** The migrations of a folder in order. A statement ends with a semicolon at the end of a line. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      const statements = text
        .split(/;[ \t]*$/m)
        .map((statement) => statement.trim())
        .filter((statement) => statement.split('\n').some((line) => line !== '' && !line.startsWith('--')));
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name: file.slice(0, -'.sql'.length), sha256, statements };
    }),
  );
}
