/**
 * Compiles the kernels to `kernels/kernels.wasm`. The compiler is deterministic, so the committed file can be
 * checked byte for byte (`--check`); its digest is part of every evidence report.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const committed = join(here, 'kernels.wasm');

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
  if (!process.argv.includes('--check')) writeFileSync(committed, bytes);
  else if (!readFileSync(committed).equals(bytes)) {
    console.error('kernels/kernels.wasm is not what kernels/*.ts compile to: run npm run build:kernels');
    process.exit(1);
  }
}
