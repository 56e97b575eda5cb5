import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { signaturesIn, readSignatures } from '../kernels/binding/signatures.ts';
import { exportsText } from '../kernels/binding/write.ts';
import { bindingFiles } from '../kernels/build-binding.ts';
import { compiledFrom, compileKernels, stateOfKernels } from '../kernels/build.ts';
import { parse, sourceFiles, sourceTexts, visit } from './architecture/source-file.ts';
import { thorough } from './short-form.ts';

const committed = new Uint8Array(readFileSync(new URL('../kernels/kernels.wasm', import.meta.url)));
/** More than these in a row nobody counts. */
const MOST_NUMBERS = 8;
const sources = sourceFiles('kernels');

function exported(instance: WebAssembly.Instance): Map<string, number> {
  const functions = Object.entries(instance.exports).filter(([, value]) => typeof value === 'function');
  return new Map(functions.map(([name, value]) => [name, (value as () => void).length]));
}

const sorted = (map: Map<string, number>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('kernels.wasm', () => {
  let module: WebAssembly.Module;
  beforeAll(async () => {
    module = await WebAssembly.compile(committed);
  });

  it('was compiled from kernels/*.ts as they are', () => {
    const said = readFileSync(compiledFrom, 'utf8');
    expect(said, 'npm run build:kernels').toBe(stateOfKernels(committed));
  });

  // five seconds of processor time, for what the line before says as long as it was written by the build
  it.runIf(thorough)('is what kernels/*.ts compile to, byte for byte', async () => {
    expect(Buffer.compare(await compileKernels(), committed)).toBe(0);
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

  it('exports the functions of kernels/index.ts with as many parameters, and no others', () => {
    const instance = new WebAssembly.Instance(module, {});
    expect(instance.exports['memory']).toBeInstanceOf(WebAssembly.Memory);
    const read = new Map(readSignatures().map(({ name, parameters }) => [name, parameters.length]));
    expect(sorted(exported(instance))).toEqual(sorted(read));
  });
});

describe('the binding', () => {
  it('is what kernels/*.ts make', async () => {
    for (const { url, text } of await bindingFiles()) expect(readFileSync(url, 'utf8')).toBe(text);
  });

  it('asks for eight numbers at most in a call', () => {
    const calls = numbersPerCall(exportsText(readSignatures()));
    expect(calls.size).toBeGreaterThan(50);
    expect([...calls].filter(([, numbers]) => numbers > MOST_NUMBERS)).toEqual([]);
    const direct = readSignatures().filter(({ name }) => !calls.has(name));
    expect(direct.filter(({ parameters }) => parameters.length > MOST_NUMBERS)).toEqual([]);
  });

  it('is the only way to the compiled functions', () => {
    const named = sourceTexts('src').filter(({ text }) => text.includes('compiled.ts'));
    const users = named
      .map(({ path, text }) => parse(path, text))
      .filter(
        ({ isTest, imports }) =>
          !isTest && imports.some(({ target }) => target.endsWith('/kernel/compiled.ts')),
      );
    expect(users.map(({ path }) => path)).toEqual([
      'src/core/kernel/exports.ts',
      'src/core/kernel/follow-orders.ts',
      'src/core/kernel/kernels.ts',
      'src/core/kernel/second-thread.ts',
    ]);
  });

  const written = (text: string) =>
    exportsText(signaturesIn(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true), null));

  it('makes one argument of a plane, names numbers that could be exchanged, and compares what is shared', () => {
    const text = written(`export function mix(
      a: RealAt, b: RealAt, pitch: BytePitch, rows: Count<i32>, cols: Count<i32>, share: f32, least: f32
    ): void {}`);
    expect(text).toContain('mix(a: RealPlane, b: RealPlane, { share, least }');
    expect(text).toContain('(a.ptr, b.ptr, bytesPerRow(a), a.rows, a.cols, share, least)');
    expect(text).toContain('b.pitch !== a.pitch || b.rows !== a.rows || b.cols !== a.cols');
  });

  it('gives each plane the pitch that follows it and the shape that bears its name', () => {
    const text = written(`export function place(
      from: RealAt, fromPitch: FloatPitch<i32>, to: ComplexAt, toPitch: BytePitch, toRows: Count<i32>,
      fromQuads: Count<i32>, toBlocks: Count<i32>
    ): void {}`);
    expect(text).toContain('place(from: RealPlane, to: ComplexPlane): void');
    const numbers =
      'from.ptr, from.pitch, to.ptr, to.pitchBytes, to.rows, quadsOf(from.cols), blocksOf(to.cols)';
    expect(text).toContain(`place(${numbers})`);
    expect(text).not.toContain('throw mismatch');
  });

  it.each([
    ['an address that does not say of what', 'export function f(at: usize): void {}', 'at: usize'],
    ['a plane without a pitch', 'export function f(plane: RealAt, rows: Count<i32>): void {}', 'no pitch'],
  ])('refuses %s', (_, text, why) => expect(() => written(text)).toThrow(why));
});

it('where the samples of a complex plane lie is written in one file', () => {
  const knows =
    /(>> 2|\/ 4)\)? \* (8|32)|[48] \* \(\w+ >> 2\)|>> 2\) \+ \(|& 3\)|\[\w+ \+ 4\]!? (\*?=|\*)|pitchBytes\)? \/ 4/;
  const files = ['src', 'test', 'bench'].flatMap(sourceTexts).filter(({ text }) => knows.test(text));
  expect(files.map(({ path }) => path)).toEqual(['src/core/kernel/complex-layout.ts']);
});

/** Arguments of each method that are neither planes nor named. */
function numbersPerCall(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const { syntax } = parse('exports.ts', text);
  visit(syntax, (node) => {
    if (!ts.isMethodDeclaration(node)) return;
    const numbers = node.parameters.filter(
      ({ name, type }) => ts.isIdentifier(name) && !/Plane/.test(type!.getText(syntax)),
    );
    found.set(node.name.getText(syntax), numbers.length);
  });
  return found;
}
