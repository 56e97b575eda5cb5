/**
 * Compiles the kernels to `kernels/kernels.wasm`. The compiler is deterministic, so the committed file can be
 * checked byte for byte (`--check`); its digest is part of every evidence report. `compiled-from.txt` beside it tells without
 * compiling whether the sources, the compiler and the file are those that belong together.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const committed = join(here, 'kernels.wasm');
/** Written by this script alone. */
export const compiledFrom = join(here, 'compiled-from.txt');

/** Names the sources, the compiler and the module that was made of them. */
export function stateOfKernels(wasm: Uint8Array): string {
  const digest = createHash('sha256').update(wasm);
  const sources = readdirSync(here).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) digest.update(`${name}\n${readFileSync(join(here, name), 'utf8')}\n`);
  const require = createRequire(import.meta.url);
  for (const name of ['assemblyscript', 'binaryen']) {
    const { version } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as {
      readonly version: string;
    };
    digest.update(`${name} ${version}\n`);
  }
  return `${digest.digest('hex')}\n`;
}

/** Compiles and returns the module's bytes. Throws with the compiler's own words. @param entry a file beside this one */
export async function compileKernels(entry = 'index.ts'): Promise<Uint8Array<ArrayBuffer>> {
  const scratch = mkdtempSync(join(tmpdir(), 'leith-kernels-'));
  try {
    const out = join(scratch, 'kernels.wasm');
    const { error, stderr } = await asc.main([
      entry,
      ...['--baseDir', here, '--outFile', out],
      ...['--runtime', 'minimal', '--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert'],
      ...['--enable', 'simd', '--enable', 'bulk-memory', '--use', 'abort='],
      ...['--uncheckedBehavior', 'always'],
    ]);
    if (error) throw new Error(`the kernels do not compile\n${stderr.toString()}`);
    return new Uint8Array(readFileSync(out));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const bytes = await compileKernels();
  if (!process.argv.includes('--check')) {
    writeFileSync(committed, bytes);
    writeFileSync(compiledFrom, stateOfKernels(bytes));
  } else if (!readFileSync(committed).equals(bytes)) {
    console.error('kernels/kernels.wasm is not what kernels/*.ts compile to: run npm run build:kernels');
    process.exit(1);
  }
}
