import { describe, expect, it } from 'vitest';
import { circles, folderImports } from './architecture/circles.ts';
import { engineDifferences } from './architecture/engine-differences.ts';
import { secondHomes, standIns } from './architecture/exported-names.ts';
import { forbiddenImports } from './architecture/forbidden-imports.ts';
import { exceptions, layers } from './architecture/layers.ts';
import { functionLengths } from './architecture/long-functions.ts';
import {
  keptCircles,
  longFiles,
  longFunctions,
  MAX_FILE_LINES,
  MAX_FUNCTION_LINES,
  type Long,
} from './architecture/sizes.ts';
import { numbersOf, unsorted } from './architecture/unsorted-numbers.ts';
import { manyNumbers, MOST_NUMBERS } from './architecture/positional-numbers.ts';
import { parse, sourceFiles } from './architecture/source-file.ts';

const source = sourceFiles('src');
const shipped = source.filter((file) => !file.isTest);
const kernels = sourceFiles('kernels');
const everything = [...source, ...kernels, ...['test', 'bench', 'examples'].flatMap(sourceFiles)];

const importsOf = (files: typeof source) =>
  new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target)]));

describe('imports', () => {
  it('point down the layers only; every exception has its reason and is needed', () => {
    const { forbidden, stale } = forbiddenImports(source, exceptions);
    expect(forbidden).toEqual([]);
    expect(stale).toEqual([]);
  });

  it('use every module that a layer is allowed', () => {
    const unused = Object.entries(layers).flatMap(([layer, { modules }]) => {
      const targets = shipped
        .filter(({ path }) => path.startsWith(`src/${layer}/`))
        .flatMap((f) => f.imports);
      const isUsed = (module: string) =>
        targets.some(({ target }) => target.startsWith(module.replace(/\*$/, '')));
      return targets.length === 0 ? [] : modules.filter((module) => !isUsed(module));
    });
    expect(unused).toEqual([]);
  });

  it('form no circle', () => {
    const kept = keptCircles.map(({ name }) => name).sort();
    const found = circles(importsOf(source)).map((files) => files.join(' '));
    expect(found.sort()).toEqual(kept);
  });

  it('form no circle of folders: what two of them share has a room of its own', () => {
    const found = circles(folderImports(importsOf(shipped))).map((folders) => folders.join(' '));
    expect(found).toEqual([]);
  });

  it.each([
    ['src/core/fft/fft.ts', `import { readFile } from 'node:fs/promises';`, 'not among the modules of core'],
    [
      'src/core/fft/fft.ts',
      `import type { Page } from '../../formats/page.ts';`,
      'core may not import formats',
    ],
    ['src/formats/png.ts', `export * from '../services/run.ts';`, 'formats may not import services'],
    [
      'src/services/run.ts',
      `const m = await import('../adapters/disk.ts');`,
      'services may not import adapters',
    ],
    [
      'src/services/run.ts',
      `new Worker(new URL('../http/app.ts', import.meta.url));`,
      'services may not import http',
    ],
    ['src/services/run.ts', `await import(name);`, 'computed when the program runs'],
    ['src/services/run.ts', `import { rows } from '../core/rows.fixture.ts';`, 'not part of what ships'],
    ['src/http/app.ts', `import { fft2 } from '../core/fft/fft2.ts';`, 'http leaves the work to services'],
    ['src/http/app.ts', `import pg from 'pg';`, 'not among the modules of http'],
    ['src/cli/main.ts', `import { Disk } from '../adapters/disk.ts';`, 'cli may not import adapters'],
    ['src/services/ports/compute.ts', `import type { Run } from '../run/run.ts';`, 'a port knows no service'],
    ['src/utils/text.ts', `import { fft2 } from '../core/fft/fft2.ts';`, 'src/utils is no layer'],
  ])('the rule objects: %s %s', (path, text, why) => {
    const { forbidden } = forbiddenImports([parse(path, text)], []);
    expect(forbidden).toHaveLength(1);
    expect(forbidden[0]).toContain(why);
  });

  it('the rule lets types of core through to http, and finds a circle', () => {
    const route = parse('src/http/app.ts', `import type { Fft } from '../core/fft/fft.ts';`);
    expect(forbiddenImports([route], []).forbidden).toEqual([]);
    const ring = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circles(ring)).toEqual([['a', 'b', 'c']]);
    const rooms = new Map([
      ['src/core/a/one.ts', ['src/core/b/one.ts', 'src/core/a/two.ts']],
      ['src/core/b/two.ts', ['src/core/a/two.ts', 'node:fs']],
    ]);
    expect(circles(folderImports(rooms))).toEqual([['src/core/a', 'src/core/b']]);
  });
});

describe('an exported name', () => {
  it('has one home, and is passed on by no other file; every stand-in is needed', () => {
    const { found, stale } = secondHomes(source, standIns);
    expect(found).toEqual([]);
    expect(stale).toEqual([]);
  });

  it.each([
    ['export const a = 1;', 'a: src/core/x.ts src/http/y.ts'],
    ['export interface a {}', 'a: src/core/x.ts src/http/y.ts'],
    ['const { a } = b; export { a };', 'a: src/core/x.ts src/http/y.ts'],
    [`import type { b } from '../core/b.ts'; export type { b };`, 'b: passed on by src/http/y.ts'],
    [`export { b as c } from './b.ts';`, 'c: passed on by src/http/y.ts'],
    [`export { a } from 'elsewhere';`, 'a: src/core/x.ts src/http/y.ts'],
    [`export * from './z.ts';`, '*: passed on by src/http/y.ts'],
  ])('the rule objects to %s', (text, complaint) => {
    const files = [parse('src/core/x.ts', 'export function a() {}'), parse('src/http/y.ts', text)];
    expect(secondHomes(files, []).found).toEqual([complaint]);
  });

  it('may be that of the page for what the service has under it, but not for what both import', () => {
    const page = parse('src/web/y.ts', 'export type a = 1; export type b = 1;');
    const files = [
      page,
      parse('src/services/x.ts', 'export type a = 1;'),
      parse('src/core/x.ts', 'export type b = 1;'),
    ];
    expect(secondHomes(files, []).found).toEqual(['b: src/core/x.ts src/web/y.ts']);
  });
});

describe('results are the same on every machine', () => {
  it('core and formats use nothing that differs between engines, machines or runs', () => {
    const pure = shipped.filter(({ path }) => /^src\/(core|formats)\//.test(path));
    expect(pure.flatMap(engineDifferences)).toEqual([]);
  });

  it.each([
    'Math.sin(x)',
    'const { exp } = Math',
    'x ** 2',
    'x **= 0.5',
    'Date.now()',
    'new Date()',
    'performance.now()',
    'Math.random()',
    'x.toLocaleString()',
    'a.localeCompare(b)',
    'new Intl.NumberFormat()',
  ])('the rule objects to %s', (text) => {
    expect(engineDifferences(parse('src/core/x.ts', text))).toHaveLength(1);
  });

  it.each(['Math.sqrt(x)', '2 ** bits', 'run.sin(x)', 'new Date(1980, 0, 1)', 'const angle = Math.PI'])(
    'the rule lets %s through',
    (text) => expect(engineDifferences(parse('src/core/x.ts', text))).toEqual([]),
  );
});

describe('sizes', () => {
  const named = (long: readonly Long[]) => long.map(({ name }) => name).sort();

  it(`a file has at most ${MAX_FILE_LINES} lines, or a reason`, () => {
    const long = everything.filter(({ lines }) => lines > MAX_FILE_LINES).map(({ path }) => path);
    expect(long.sort()).toEqual(named(longFiles));
  });

  it(`a function has at most ${MAX_FUNCTION_LINES} lines, or a reason`, () => {
    const long = shipped.flatMap(functionLengths).filter(({ lines }) => lines > MAX_FUNCTION_LINES);
    expect(long.map(({ name }) => name).sort()).toEqual(named(longFunctions));
  });

  it('no file or folder is named for not knowing where its contents belong', () => {
    const vague = /(^|\/)(utils?|helpers?|misc|common|shared|lib|stuff)(\/|\.|$)/;
    expect(everything.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });
});

describe('calls', () => {
  it(`can spell at most ${MOST_NUMBERS} numbers one after the other`, () => {
    // WebAssembly takes nothing but numbers: what compiled kernels take is generated, and called by what is generated with it alone
    const generated = 'src/core/kernel/compiled.ts';
    const written = everything.filter(({ path }) => path !== generated && !path.startsWith('kernels/'));
    expect(written.flatMap(manyNumbers)).toEqual([]);
    const callers = shipped.filter(({ imports }) => imports.some(({ target }) => target === generated));
    expect(callers.map(({ path }) => path).sort()).toEqual([
      'src/core/kernel/exports.ts',
      'src/core/kernel/follow-orders.ts',
      'src/core/kernel/kernels.ts',
      'src/core/kernel/second-thread.ts',
    ]);
  });

  const numbers = Array.from({ length: MOST_NUMBERS }, (_, k) => `a${k}: number`).join(', ');
  it.each([
    `function f(${numbers}, b: number) {}`,
    `const f = (${numbers}, b = 1) => {};`,
    `interface I { f(${numbers}, at: FloatsAt): void; }`,
    `type F = (${numbers}, of: Count) => void;`,
    `class C { constructor(${numbers}, pitch: FloatPitch) {} }`,
  ])('the rule sees %s', (text) => expect(manyNumbers(parse('src/core/x.ts', text))).toHaveLength(1));
  it.each([
    `function f(${numbers}, b: string, { c }: { c: number }) {}`,
    `function f(${numbers}, ...more: number[]) {}`,
  ])('the rule lets %s through', (text) => expect(manyNumbers(parse('src/core/x.ts', text))).toEqual([]));
});

describe('numbers of core', () => {
  it('are settings, or of a kind that test/architecture/numbers.ts says', () => {
    expect(unsorted(shipped)).toEqual([]);
  });

  it.each([
    ['const A = 3;', ['A']],
    ['export const B_2 = [0.5, 1] as const;', ['B_2']],
    ['const C = Math.SQRT2;', ['C']],
    ['const D = { first: -1 };', ['D']],
    [`const E = 'three'; const f = 3; function g() { const H = 3; return H; }`, []],
  ])('the rule sees %s', (text, names) => {
    expect(numbersOf(parse('src/core/x.ts', text))).toEqual(['x', names]);
    expect(numbersOf(parse('src/core/x-settings.ts', text))).toBeNull();
    expect(numbersOf(parse('src/core/x.test.ts', text))).toBeNull();
  });
});
