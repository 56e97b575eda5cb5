import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { encodeTiff } from '../../formats/encode/tiff.ts';
import { pictureLimits } from '../../formats/preview/map-picture.ts';

const WHOLE_TURN = { min: -3.14159265, max: 3.14159265 };

export interface MapLabels {
  /** empty: a ratio */
  readonly unit: string;
  readonly cyclic: boolean;
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
}

/** A map as a package has it, byte for byte: a TIFF of 32-bit floats with its pixel size. */
export function encodeMap(kernels: Kernels, map: RealMap, { unit, cyclic, pixelSizeUm }: MapLabels): Blob {
  const display = cyclic ? WHOLE_TURN : pictureLimits(kernels, map, pixelSizeUm);
  const pieces = encodeTiff(map, { pixelSizeUm, display, valueUnit: unit || '1' });
  return new Blob(pieces as Uint8Array<ArrayBuffer>[], { type: 'image/tiff' });
}
