import { encodeTiff } from '../../formats/encode/tiff.ts';
import { pictureLimits } from '../../formats/preview/map-picture.ts';
import type { ShownMap } from './shown-map.ts';

const WHOLE_TURN = { min: -3.14159265, max: 3.14159265 };

/** A map as a package has it, byte for byte: a TIFF of 32-bit floats with its pixel size. */
export function encodeMap({ rows, cols, values, unit, cyclic, pixelSizeUm }: ShownMap): Blob | null {
  if (!values) return null;
  const map = { rows, cols, data: values };
  const display = cyclic ? WHOLE_TURN : pictureLimits(map, pixelSizeUm);
  const pieces = encodeTiff(map, { pixelSizeUm, display, valueUnit: unit || '1' });
  return new Blob(pieces as Uint8Array<ArrayBuffer>[], { type: 'image/tiff' });
}
