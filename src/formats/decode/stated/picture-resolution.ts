import type { HologramFormat } from '../samples/sniff.ts';
import { lengthUm } from './length.ts';
import { chunkOf, segmentOf, SEGMENT } from './parts-of-picture.ts';
import { FINEST_PRINT } from './resolution.ts';
import { nothingStated, type StatedRig } from './stated.ts';

/** Pixels per unit of length along both axes. */
interface Density {
  readonly x: number;
  readonly y: number;
  readonly unit: 'm' | 'cm' | 'in';
}

const UNITS_PER_INCH = { m: 0.0254, cm: 2.54, in: 1 };
const DIGITS = 6;

/** What PNG, JPEG and BMP state of their pixels in their own way, but for what screens, printers and scanners have. */
export function fromPicture(bytes: Uint8Array, format: HologramFormat): StatedRig {
  const density = densityOf(bytes, format);
  if (!density || isPrinted(density.x, density.unit)) return nothingStated;
  const along = (perUnit: number) =>
    lengthUm(String(Number((1 / perUnit).toPrecision(DIGITS))), density.unit);
  const [x, y] = [along(density.x), along(density.y)];
  if (x === null || y === null) return nothingStated;
  return { pixelSize: { x_um: x, y_um: y, source: 'its resolution' }, wavelength: null };
}

/** Whole numbers of dots an inch, which formats round to whole numbers of their own unit. */
function isPrinted(perUnit: number, unit: Density['unit']): boolean {
  const perInch = Math.min(FINEST_PRINT, Math.round(perUnit * UNITS_PER_INCH[unit]));
  return Math.abs(perInch / UNITS_PER_INCH[unit] - perUnit) < 1;
}

function densityOf(bytes: Uint8Array, format: HologramFormat): Density | null {
  if (format === 'png') return ofPng(chunkOf(bytes, 'pHYs'));
  if (format === 'jpeg') return ofJpeg(segmentOf(bytes, SEGMENT.application0, 'JFIF\0'));
  return format === 'bmp' ? ofBmp(bytes) : null;
}

/** PNG specification, third edition, section 11.3.4.3: unit 1 is the metre, 0 a ratio. */
function ofPng(chunk: Uint8Array | null): Density | null {
  if (chunk?.length !== 9 || chunk[8] !== 1) return null;
  const view = viewOf(chunk);
  return { x: view.getUint32(0), y: view.getUint32(4), unit: 'm' };
}

/** JFIF 1.02: version, units (1 inch, 2 centimetre, 0 a ratio), densities. */
function ofJpeg(segment: Uint8Array | null): Density | null {
  if (!segment || segment.length < 7) return null;
  const unit = ({ 1: 'in', 2: 'cm' } as const)[segment[2]!];
  const view = viewOf(segment);
  return unit === undefined ? null : { x: view.getUint16(3), y: view.getUint16(5), unit };
}

/** Headers of Windows, of 40 bytes and more. */
function ofBmp(bytes: Uint8Array): Density | null {
  const view = viewOf(bytes);
  if (bytes.length < 54 || view.getUint32(14, true) < 40) return null;
  return { x: view.getInt32(38, true), y: view.getInt32(42, true), unit: 'm' };
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
