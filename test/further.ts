import { readdirSync, readFileSync } from 'node:fs';

/**
 * What `npm test` leaves to `npm run test:further`, by kind; CI runs both. `npm test` asks of each part once whether it does
 * what it is for: each decision at its bounds, a reconstruction and a calibration of each mode against the truth, each
 * address of the service, one walk through each page, a kill in the middle of a deletion. A test of these kinds has its tag,
 * `{ tags: 'further/page' }`; where a whole file is of one, that is the file's first line: `// @module-tag further/page`.
 */
export const further = [
  {
    name: 'further/rig',
    description: 'whole rigs whose decisions have tests of their own, beyond one of each mode',
  },
  { name: 'further/page', description: 'pages in a browser, beyond one walk through each' },
  {
    name: 'further/others',
    description: 'programs of others: Python, Octave, ImageJ, SpiderMonkey, OpenSSL, generators, linters',
  },
  {
    name: 'further/failing',
    description:
      'what fails, hangs, is killed, is slow or short of memory: stores, threads, servers, clients, their requests',
  },
  {
    name: 'further/set-up',
    description:
      'what an operator adds: PostgreSQL and S3 under what SQLite and files have gone through, a provider of identities, other origins, telemetry, timestamps',
  },
  {
    name: 'further/many',
    description: 'by the hundred: generated requests, broken files, texts of all kinds',
  },
];

/** Files all of whose tests are further, and those some of whose are. */
export function furtherFiles(folders: readonly string[]): Record<'wholly' | 'partly', string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.long.test.ts'))
      .map((path) => `${folder}/${path}`),
  );
  const found = { wholly: [] as string[], partly: [] as string[] };
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (WHOLE.test(text)) found.wholly.push(file);
    else if (PART.test(text)) found.partly.push(file);
  }
  return found;
}

const WHOLE = /^\/\/ @module-tag further\//;
const PART = /tags: 'further\/|\bdescribeOn\(/;
