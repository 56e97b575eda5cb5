import type { Directory } from '../tiff/directory.ts';
import { tag } from '../tiff/tags.ts';
import { lengthUm } from './length.ts';
import { nothingStated, type StatedRig } from './stated.ts';

/** TIFF's own units: 2 inch, 3 centimetre. */
const TIFF_UNITS: Readonly<Record<number, string>> = { 2: 'in', 3: 'cm' };
/** Whole numbers of dots an inch up to this are a scanner's or a printer's. */
export const FINEST_PRINT = 4800;
const DIGITS = 6;

/** Pixels per unit as TIFF states them, in the unit that ImageJ names in the description or else in TIFF's own. */
export function fromResolution(directory: Directory): StatedRig {
  const named = unitNamed(directory.text(tag.imageDescription));
  const unit = named ?? TIFF_UNITS[directory.number(tag.resolutionUnit, 2)] ?? '';
  const along = (name: number) => {
    const perUnit = directory.fraction(name);
    const printed =
      named === undefined && unit === 'in' && Number.isInteger(perUnit) && perUnit! <= FINEST_PRINT;
    if (perUnit === undefined || printed) return null;
    return lengthUm(String(Number((1 / perUnit).toPrecision(DIGITS))), unit);
  };
  const [x, y] = [along(tag.xResolution), along(tag.yResolution)];
  if (x === null) return nothingStated;
  const source = named === undefined ? 'its resolution' : 'its resolution, as ImageJ states it';
  return { pixelSize: { x_um: x, y_um: y ?? x, source }, wavelength: null };
}

/** ImageJ's `unit=`: its own escapes (\u00B5m), or the letters of other writers, in UTF-8 or Latin-1. */
function unitNamed(description: string): string | undefined {
  const written = /^unit=(\S+)/m.exec(description)?.[1];
  if (written === undefined) return undefined;
  const plain = written.replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  if (plain !== written) return plain;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(written, (one) => one.charCodeAt(0)),
    );
  } catch {
    return written;
  }
}
