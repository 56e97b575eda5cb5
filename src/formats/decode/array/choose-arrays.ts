import { isFrameShape } from './array-shape.ts';
import { unsupported } from '../samples/refusals.ts';

export interface NamedArray {
  /** with its folders, e.g. `run-1/hologram` */
  readonly name: string;
  readonly shape: readonly number[];
  readonly numeric: boolean;
}

const hologramNames = ['hologram', 'holo', 'frame', 'image', 'data'];
/** How an array that shows the rig without a sample is called; `bg_data` is what holography packages in Python write. */
const backgroundNames = ['background', 'bg', 'bg_data', 'bg_image', 'blank', 'reference', 'ref'];

export interface ChosenArrays<T> {
  readonly hologram: T;
  /** the same rig without a sample: called so, and of the hologram's shape */
  readonly background: T | null;
  /** names of further arrays of the hologram's shape, which nothing is made of */
  readonly unused: readonly string[];
}

/**
 * The hologram among the arrays of a file: the only two-dimensional one that is no background, else the one that is called
 * like a hologram. Where that leaves a choice it is the sender's, so the refusal lists what is there.
 */
export function chooseArrays<T extends NamedArray>(arrays: readonly T[], what: string): ChosenArrays<T> {
  const candidates = arrays.filter((array) => array.numeric && isFrameShape(array.shape));
  const hologram = arrays.length === 1 ? arrays[0]! : chooseHologram(arrays, candidates, what);
  const alike = candidates.filter(
    (array) => array !== hologram && String(array.shape) === String(hologram.shape),
  );
  const blanks = alike.filter((array) => isCalled(array, backgroundNames));
  const background = blanks.length === 1 ? blanks[0]! : null;
  const unused = alike.filter((array) => array !== background).map(({ name }) => name);
  return { hologram, background, unused };
}

function chooseHologram<T extends NamedArray>(
  arrays: readonly T[],
  candidates: readonly T[],
  what: string,
): T {
  const shown = candidates.filter((array) => !isCalled(array, backgroundNames));
  if (shown.length === 1) return shown[0]!;
  for (const wanted of hologramNames) {
    const named = candidates.filter((array) => isCalled(array, [wanted]));
    if (named.length === 1) return named[0]!;
  }
  const others = arrays.length === 0 ? '' : ` among ${listed(arrays, 'array')}`;
  const found =
    candidates.length === 0
      ? `no two-dimensional array of numbers${others}`
      : listed(candidates, 'two-dimensional array');
  throw unsupported(`${what} holds ${found}. Save one frame, or name the one that is meant “hologram”.`);
}

/** Of several names of one array that by which it is chosen, or else the first. */
export function tellingName(names: readonly string[]): string {
  const telling = [...hologramNames, ...backgroundNames];
  return names.find((name) => isCalled({ name }, telling)) ?? names[0]!;
}

function isCalled({ name }: Pick<NamedArray, 'name'>, names: readonly string[]): boolean {
  return names.includes(name.split('/').at(-1)!.toLowerCase());
}

function listed(arrays: readonly NamedArray[], kind: string): string {
  const shown = arrays.slice(0, 8).map(({ name, shape }) => `“${name.slice(0, 80)}” (${shape.join(' × ')})`);
  const rest = arrays.length > shown.length ? ` and ${arrays.length - shown.length} more` : '';
  return `${arrays.length} ${kind}${arrays.length === 1 ? '' : 's'}: ${shown.join(', ')}${rest}`;
}
