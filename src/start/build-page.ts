import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { whileLocked } from './while-locked.ts';

/*
 * Builds the page into dist/web unless what is there was built from the same sources. Run by `npm start` and by
 * `npm test`; `npx leith serve` takes what is there. Begun twice at the same moment, one builds and the other waits for it.
 */

const root = new URL('../../', import.meta.url);
const built = new URL('dist/web/', root);
const stamp = new URL('dist/web.sources', root);
/** Everything the page is made of: its own files, what it shares with the service, the kernels, the versions. */
const sources = ['src/web/', 'src/core/', 'src/formats/', 'kernels/kernels.wasm'];
const examples = ['off-axis', 'off-axis-background', 'off-axis-hard', 'inline'].map(
  (name) => `examples/${name}.png`,
);
const settings = [
  ...examples,
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'src/start/build-page.ts',
];

mkdirSync(new URL('dist/', root), { recursive: true });
await whileLocked(fileURLToPath(new URL('dist/web.lock', root)), buildWhereOld);

async function buildWhereOld(): Promise<void> {
  const digest = digestOfSources();
  const isBuilt = existsSync(new URL('index.html', built)) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return;
  process.stderr.write('Building the page…\n');
  rmSync(stamp, { force: true });
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', root)), logLevel: 'warn' });
  await Promise.all(filesOf(built).map(compress));
  writeFileSync(stamp, digest);
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) =>
    source.endsWith('/') ? filesOf(new URL(source, root)) : [new URL(source, root)],
  );
  for (const file of [...files, ...settings.map((name) => new URL(name, root))]) {
    if (file.pathname.endsWith('.test.ts')) continue;
    const bytes = readFileSync(file);
    hash.update(`${file.pathname.slice(root.pathname.length)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function filesOf(folder: URL): URL[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => new URL(`file://${entry.parentPath.replace(/\/$/, '')}/${entry.name}`))
    .sort((a, b) => (a.pathname < b.pathname ? -1 : 1));
}

/** Beside each file its compressed forms, which the server sends to who takes them. */
async function compress(file: URL): Promise<void> {
  if (!/\.(js|css|html|wasm|svg|json)$/.test(file.pathname)) return;
  const bytes = readFileSync(file);
  // the last hundredth and a half would take as long again, and the last tenth of HDF5's module longer than the whole build
  const params = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 9 : 10 };
  writeFileSync(new URL(`${file.href}.br`), await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(new URL(`${file.href}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}
