/** The text of the binding, from the kernels' signatures. */
import type { Meaning, Parameter, Signature } from './signatures.ts';
import { isOptional, isPlane, sources, type Source } from './views.ts';

/** More plain numbers than this beside an address are given by name: two of them could be exchanged. */
const MOST_IN_PLACE = 1;

const TYPES: Partial<Record<Meaning, string>> = {
  f32: 'Quantity',
  f64: 'Quantity',
  u8: 'Count',
  bool: 'boolean',
  RealOrNone: 'RealAt | typeof NONE',
  ComplexOrNone: 'ComplexAt | typeof NONE',
};
const typeOf = (meaning: Meaning) => TYPES[meaning] ?? meaning;
const isPlain = (meaning: Meaning) => ['Count', 'f32', 'f64', 'u8', 'bool'].includes(meaning);
const returned = (meaning: Meaning) => (isPlain(meaning) ? 'number' : typeOf(meaning));

const named = (types: readonly string[]) => [...new Set(types)].sort().join(', ');
const NOTE = '// Written by kernels/build-binding.ts from the sources in kernels/: do not edit.';

/** What the module exports, number by number. */
export function compiledText(signatures: readonly Signature[]): string {
  const used = signatures.flatMap(({ parameters, returns }) => [
    ...parameters.flatMap(({ meaning }) => typeOf(meaning).replace('typeof ', '').split(' | ')),
    ...(isPlain(returns) ? [] : [returned(returns)]),
  ]);
  const types = used.filter((type) => type !== 'boolean' && type !== 'void');
  const lines = signatures.map(
    ({ name, parameters, returns }) =>
      `  ${name}(${parameters.map((p) => `${p.name}: ${typeOf(p.meaning)}`).join(', ')}): ${returned(returns)};`,
  );
  return `${NOTE}
import type { ${named(types)} } from './addresses.ts';

/** The exports of kernels/kernels.wasm, in the order of their parameters. {@link KernelExports} calls them. */
export interface CompiledKernels {
  readonly memory: WebAssembly.Memory;
${lines.join('\n')}
}
`;
}

/** The calls as \`core\` makes them. */
export function exportsText(signatures: readonly Signature[]): string {
  const calls = signatures.map(call);
  const used = calls.flatMap(({ uses }) => uses);
  const text = calls.map((each) => each.text).join('\n');
  const from = (file: string, names: readonly string[]) => {
    const wanted = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return wanted.length > 0 ? `import { ${named(wanted)} } from '${file}';` : '';
  };
  return `${NOTE}
import { blocksOf, quadsOf } from './complex-layout.ts';
import type { ComplexPlane, RealPlane } from './plane.ts';
import { bytesPerRow, NONE } from './addresses.ts';
import type { ${named(used)} } from './addresses.ts';
import type { CompiledKernels } from './compiled.ts';
${from('./mismatch.ts', ['mismatch'])}

/**
 * The kernels as \`core\` calls them. A plane is one argument that brings its pitch and its shape; planes that must agree
 * in them are compared. Beside addresses a single plain number is given in its place, several by their names.
 */
export class KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly #compiled: CompiledKernels;
${calls.map(({ field }) => field).join('')}
  constructor(compiled: CompiledKernels) {
    this.#compiled = compiled;
    this.memory = compiled.memory;
${calls.map(({ name, field }) => (field ? `    this.${name} = compiled.${name};\n` : '')).join('')}  }

${text}}
`;
}

interface Call {
  readonly name: string;
  /** its declaration where the compiled function is handed on as it is */
  readonly field: string;
  /** its method otherwise */
  readonly text: string;
  /** types of addresses that it names */
  readonly uses: readonly string[];
}

function call(signature: Signature): Call {
  const { name, comment, parameters, returns } = signature;
  const from = sources(signature);
  const given = parameters.filter((_, k) => from[k]!.kind !== 'pitch' && from[k]!.kind !== 'extent');
  const plain = given.filter(({ meaning }) => isPlain(meaning));
  const hasAddress = given.length > plain.length;
  const byName = hasAddress && plain.length > MOST_IN_PLACE ? plain : [];
  if (given.length === parameters.length && byName.length === 0) {
    const field = `${comment}\n  readonly ${name}: CompiledKernels['${name}'];\n`;
    return { name, field, text: '', uses: [] };
  }
  const inPlace = given.filter((parameter) => !byName.includes(parameter));
  const list = inPlace.map((p) => `${p.name}: ${viewType(p.meaning)}`);
  if (byName.length > 0) {
    const types = byName.map((p) => `readonly ${p.name}: ${typeOf(p.meaning)}`).join('; ');
    list.push(`{ ${byName.map((p) => p.name).join(', ')} }: { ${types} }`);
  }
  const values = parameters.map((parameter, k) => value(parameter, from[k]!, parameters));
  const text = `${comment}
  ${name}(${list.join(', ')}): ${returned(returns)} {
${comparisons(signature, from)}    ${returns === 'void' ? '' : 'return '}this.#compiled.${name}(${values.join(', ')});
  }
`;
  const uses = given
    .filter(({ meaning }) => !isPlane(meaning) && meaning !== 'bool')
    .map(({ meaning }) => typeOf(meaning));
  return { name, field: '', text, uses: isPlain(returns) || returns === 'void' ? uses : [...uses, returns] };
}

function viewType(meaning: Meaning): string {
  if (!isPlane(meaning)) return typeOf(meaning);
  return (meaning.startsWith('Real') ? 'RealPlane' : 'ComplexPlane') + (isOptional(meaning) ? ' | null' : '');
}

/** The planes that hold a value for sure come first. */
function certain(planes: readonly string[], parameters: readonly Parameter[]): string[] {
  const optional = (plane: string) =>
    isOptional(parameters.find(({ name }) => name === plane)!.meaning) ? 1 : 0;
  return planes.toSorted((a, b) => optional(a) - optional(b));
}

function value({ name, meaning }: Parameter, from: Source, parameters: readonly Parameter[]): string {
  if (from.kind === 'given') return name;
  if (from.kind === 'address') return isOptional(meaning) ? `${name}?.ptr ?? NONE` : `${name}.ptr`;
  const plane = certain(from.planes, parameters)[0]!;
  const whose = parameters.find((parameter) => parameter.name === plane)!.meaning;
  if (from.kind === 'extent') {
    if (from.extent === 'quads' || from.extent === 'blocks') return `${from.extent}Of(${plane}.cols)`;
    return `${plane}.${from.extent}`;
  }
  if (whose.startsWith('Complex')) return `${plane}.pitchBytes`;
  return from.unit === 'FloatPitch' ? `${plane}.pitch` : `bytesPerRow(${plane})`;
}

/** Throws where planes that share a pitch or a side differ in it. */
function comparisons({ name, parameters }: Signature, from: readonly Source[]): string {
  const pairs = new Map<string, Set<string>>();
  for (const source of from) {
    if (source.kind !== 'pitch' && source.kind !== 'extent') continue;
    const [first, ...rest] = certain(source.planes, parameters);
    for (const other of rest) {
      const side = source.kind === 'extent' ? (source.extent === 'rows' ? 'rows' : 'cols') : 'pitch';
      const isComplex = parameters.find((p) => p.name === other)!.meaning.startsWith('Complex');
      const field = side === 'pitch' && isComplex ? 'pitchBytes' : side;
      const pair = `${first} ${other}`;
      pairs.set(pair, (pairs.get(pair) ?? new Set()).add(field));
    }
  }
  return [...pairs].map(([pair, fields]) => comparison(name, pair, [...fields], parameters)).join('');
}

function comparison(
  kernel: string,
  pair: string,
  fields: readonly string[],
  parameters: readonly Parameter[],
): string {
  const [first, other] = pair.split(' ') as [string, string];
  const optional = isOptional(parameters.find(({ name }) => name === other)!.meaning);
  const differs = fields.map((field) => `${other}.${field} !== ${first}.${field}`).join(' || ');
  const test = optional ? `${other} && (${differs})` : differs;
  return `    if (${test}) throw mismatch('${kernel}', '${first}', '${other}');\n`;
}
