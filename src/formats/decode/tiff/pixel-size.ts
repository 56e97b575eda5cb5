import { readDirectories } from './directory.ts';
import { tag } from './tags.ts';

/** µm per unit of ImageJ, and of TIFF's own resolution unit (2: inch, 3: centimetre). */
const imageJUnits: Readonly<Record<string, number>> = {
  micron: 1,
  um: 1,
  µm: 1,
  '\\u00B5m': 1,
  nm: 1e-3,
  mm: 1e3,
};
const tiffUnits: Readonly<Record<number, number>> = { 2: 25_400, 3: 10_000 };
/** Outside this range it is a printer's resolution rather than a pixel of a camera or a sample. */
const plausible = { min: 0.01, max: 50 };

/** µm from pixel to pixel as the file states it (ImageJ writes it, and microscopes do), or null. */
export function tiffPixelSize(bytes: Uint8Array): number | null {
  const [first] = readDirectories(bytes).directories;
  const perUnit = first!.fraction(tag.xResolution);
  if (perUnit === undefined || !(perUnit > 0)) return null;
  const named = /^unit=(\S+)/m.exec(first!.text(tag.imageDescription))?.[1];
  const unit = named === undefined ? tiffUnits[first!.number(tag.resolutionUnit, 2)] : imageJUnits[named];
  if (unit === undefined) return null;
  const size = Number((unit / perUnit).toPrecision(6));
  return size >= plausible.min && size <= plausible.max ? size : null;
}
