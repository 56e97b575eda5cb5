import { isFrameShape } from './array-shape.ts';
import { unsupported } from '../samples/refusals.ts';

export interface NamedArray {
  /** with its folders, e.g. `run-1/hologram` */
  readonly name: string;
  readonly shape: readonly number[];
  readonly numeric: boolean;
}

const hologramNames = ['hologram', 'holo', 'frame', 'image', 'data'];

/**
 * The hologram among the arrays of a file: the only two-dimensional one, else the one that is called like a
 * hologram. Where that leaves a choice it is the sender's, so the refusal lists what is there.
 */
export function chooseFrame<T extends NamedArray>(arrays: readonly T[], what: string): T {
  const [only, second] = arrays;
  if (only !== undefined && second === undefined) return only;
  const candidates = arrays.filter((array) => array.numeric && isFrameShape(array.shape));
  if (candidates.length === 1) return candidates[0]!;
  for (const wanted of hologramNames) {
    const named = candidates.filter(({ name }) => name.split('/').at(-1)!.toLowerCase() === wanted);
    if (named.length === 1) return named[0]!;
  }
  const others = arrays.length === 0 ? '' : ` among ${listed(arrays, 'array')}`;
  const found =
    candidates.length === 0
      ? `no two-dimensional array of numbers${others}`
      : listed(candidates, 'two-dimensional array');
  throw unsupported(`${what} holds ${found}. Save one frame, or name the one that is meant “hologram”.`);
}

function listed(arrays: readonly NamedArray[], kind: string): string {
  const shown = arrays.slice(0, 8).map(({ name, shape }) => `“${name.slice(0, 80)}” (${shape.join(' × ')})`);
  const rest = arrays.length > shown.length ? ` and ${arrays.length - shown.length} more` : '';
  return `${arrays.length} ${kind}${arrays.length === 1 ? '' : 's'}: ${shown.join(', ')}${rest}`;
}
