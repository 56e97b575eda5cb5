import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileKernels } from '../kernels/build.ts';
import { sourceFiles, visit } from './architecture/source-file.ts';

const committed = new Uint8Array(readFileSync(new URL('../kernels/kernels.wasm', import.meta.url)));
const declarations = sourceFiles('src/core/kernel').find(({ path }) => path.endsWith('/exports.ts'))!;
const sources = sourceFiles('kernels');

/** Name and number of parameters of every function that TypeScript believes in. */
function declared(): Map<string, number> {
  const found = new Map<string, number>();
  visit(declarations.syntax, (node) => {
    if (ts.isMethodSignature(node)) found.set(node.name.getText(), node.parameters.length);
  });
  return found;
}

function exported(instance: WebAssembly.Instance): Map<string, number> {
  const functions = Object.entries(instance.exports).filter(([, value]) => typeof value === 'function');
  return new Map(functions.map(([name, value]) => [name, (value as () => void).length]));
}

/** Names the sources, the compiler and the committed file: where all are as they were, so is what was found of them. */
function stateOfKernels(): string {
  const digest = createHash('sha256').update(committed);
  for (const { path, syntax } of sources) digest.update(`${path}\n${syntax.text}\n`);
  const require = createRequire(import.meta.url);
  for (const name of ['assemblyscript', 'binaryen'])
    digest.update(readFileSync(require.resolve(`${name}/package.json`)));
  return digest.digest('hex');
}

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('kernels.wasm', () => {
  let module: WebAssembly.Module;
  beforeAll(async () => {
    module = await WebAssembly.compile(committed);
  });

  it('is what kernels/*.ts compile to, byte for byte', async () => {
    const known = new URL(`../node_modules/.cache/leith-kernels/${stateOfKernels()}`, import.meta.url);
    if (existsSync(known)) return;
    const built = await compileKernels();
    expect(Buffer.compare(built, committed)).toBe(0);
    mkdirSync(new URL('.', known), { recursive: true });
    writeFileSync(known, '');
  });

  it('asks its host for nothing, so no engine’s own mathematics can come in', () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  it('uses neither relaxed SIMD nor threads, whose results may differ between runs', () => {
    const build = readFileSync(new URL('../kernels/build.ts', import.meta.url), 'utf8');
    expect([...build.matchAll(/'--enable', '([^']+)'/g)].map(([, feature]) => feature)).toEqual([
      'simd',
      'bulk-memory',
    ]);
    const risky = /\brelaxed_|\batomic\.|\bimportMemory\b|\bsharedMemory\b/;
    const offending = sources.filter(({ syntax }) => risky.test(syntax.text)).map(({ path }) => path);
    expect(offending).toEqual([]);
  });

  it('exports the functions of src/core/kernel/exports.ts with as many parameters, and no others', () => {
    const instance = new WebAssembly.Instance(module, {});
    expect(instance.exports['memory']).toBeInstanceOf(WebAssembly.Memory);
    expect(sorted(exported(instance))).toEqual(sorted(declared()));
  });
});
