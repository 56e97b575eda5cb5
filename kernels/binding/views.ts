/** Which pitch and which shape belong to which plane, by the rule in `kernels/types.ts`. */
import type { Meaning, Signature } from './signatures.ts';

const SHAPE = ['rows', 'cols', 'quads', 'blocks'] as const;
export type Extent = (typeof SHAPE)[number];

/** Where a number that the compiled kernel takes comes from. */
export type Source =
  | { readonly kind: 'address' }
  | { readonly kind: 'given' }
  | { readonly kind: 'pitch'; readonly planes: readonly string[]; readonly unit: Meaning }
  | { readonly kind: 'extent'; readonly planes: readonly string[]; readonly extent: Extent };

export const isPlane = (meaning: Meaning): boolean => /^(Real|Complex)/.test(meaning);
export const isOptional = (meaning: Meaning): boolean => meaning.endsWith('OrNone');
const isPitch = (meaning: Meaning) => meaning.endsWith('Pitch');

/** One source for each parameter. */
export function sources({ name, parameters }: Signature): Source[] {
  const planes = parameters.filter(({ meaning }) => isPlane(meaning)).map((parameter) => parameter.name);
  const pitchOf = pitches(parameters);
  const extents = parameters.map((parameter) => extentOf(parameter.name, planes));
  const hasOwn = (plane: string) => extents.some((found) => found?.plane === plane);
  const found = parameters.map((parameter, index): Source => {
    if (isPlane(parameter.meaning)) return { kind: 'address' };
    if (isPitch(parameter.meaning)) {
      const belong = planes.filter((plane) => pitchOf.get(plane) === parameter.name);
      return { kind: 'pitch', planes: belong, unit: parameter.meaning };
    }
    const extent = extents[index];
    if (!extent || parameter.meaning !== 'Count') return { kind: 'given' };
    const belong = extent.plane ? [extent.plane] : planes.filter((plane) => !hasOwn(plane));
    return belong.length > 0 ? { kind: 'extent', planes: belong, extent: extent.extent } : { kind: 'given' };
  });
  for (const plane of planes) {
    if (!pitchOf.get(plane)) throw new Error(`${name}: the plane ${plane} has no pitch`);
  }
  return found;
}

/** The name of each plane's pitch: the next one, or the last. */
function pitches(parameters: Signature['parameters']): Map<string, string> {
  const found = new Map<string, string>();
  let waiting: string[] = [];
  let last = '';
  for (const { name, meaning } of parameters) {
    if (isPlane(meaning)) waiting.push(name);
    if (!isPitch(meaning)) continue;
    for (const plane of waiting) found.set(plane, name);
    waiting = [];
    last = name;
  }
  for (const plane of waiting) found.set(plane, last);
  return found;
}

function extentOf(name: string, planes: readonly string[]): { plane: string | null; extent: Extent } | null {
  for (const extent of SHAPE) {
    if (name === extent) return { plane: null, extent };
    const own = planes.find((plane) => name === plane + extent[0]!.toUpperCase() + extent.slice(1));
    if (own) return { plane: own, extent };
  }
  return null;
}
