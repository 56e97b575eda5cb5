import { limits } from '../../../core/limits/limits.ts';
import type { StatedRig, StatedSize } from './stated.ts';

/** What a request says of the rig, as far as it says it. */
export interface GivenRig {
  readonly holography_mode?: 'off-axis' | 'inline' | undefined;
  readonly wavelength_um?: number | undefined;
  readonly pixel_pitch_um?: number | undefined;
  readonly pixel_pitch_basis?: 'sensor' | 'object_space' | undefined;
  readonly magnification?: number | undefined;
}

export interface Difference {
  readonly field: 'wavelength_um' | 'pixel_pitch_um';
  readonly code: 'wavelength_differs_from_file' | 'pixel_pitch_differs_from_file';
  readonly detail: string;
}

/** Data sheets round, and lasers drift, by less. */
const TOLERANCE = 0.02;
const DIGITS = 4;

/** Where a file and a request say different things of the rig. */
export function statedDifferences(stated: StatedRig, given: GivenRig): Difference[] {
  return [...wavelengthDifference(stated, given), ...pitchDifference(stated, given)];
}

function wavelengthDifference({ wavelength }: StatedRig, { wavelength_um }: GivenRig): Difference[] {
  if (!wavelength || wavelength_um === undefined || agree(wavelength.um, wavelength_um)) return [];
  const detail =
    `The file states light of ${shown(wavelength.um)} µm (${wavelength.source}); the request says ` +
    `${shown(wavelength_um)} µm, which was used. Check which of them is the laser’s.`;
  return [{ field: 'wavelength_um', code: 'wavelength_differs_from_file', detail }];
}

/** Files state the size of a pixel in the sample's plane, or so their formats say. */
function pitchDifference({ pixelSize }: StatedRig, given: GivenRig): Difference[] {
  const { pixel_pitch_um: pitch, pixel_pitch_basis: basis, magnification = 1 } = given;
  if (!pixelSize || pitch === undefined) return [];
  const inSample = basis === 'object_space' ? pitch : pitch / magnification;
  const sizes = [pixelSize.x_um, pixelSize.y_um];
  if (sizes.every((size) => agree(size, inSample))) return [];
  const onSensor = inSample * magnification;
  const meant = sizes.every((size) => agree(size, onSensor))
    ? 'It is that of the pixels on the sensor: if the file means these, both agree.'
    : 'Check pitch and magnification: in the sample’s plane a pixel is the camera’s pitch divided by the magnification.';
  const detail =
    `The file states pixels of ${sizeInWords(pixelSize)} (${pixelSize.source}); the request says ` +
    `${shown(inSample)} µm in the sample’s plane, which was used. ${meant}`;
  return [{ field: 'pixel_pitch_um', code: 'pixel_pitch_differs_from_file', detail }];
}

/**
 * The pixel pitch that a request would have to give to say what the file states, µm; null: the file states none, or one
 * that is no camera's, so that the magnification is missing.
 */
export function statedPitch(
  { pixelSize }: StatedRig,
  { pixel_pitch_basis: basis, magnification = 1 }: GivenRig,
): number | null {
  if (!pixelSize || !agree(pixelSize.x_um, pixelSize.y_um)) return null;
  const onSensor = pixelSize.x_um * magnification;
  const { min, max } = limits.sensor_pixel_pitch_um;
  if (!(onSensor >= min && onSensor <= max)) return null;
  return Number((basis === 'object_space' ? pixelSize.x_um : onSensor).toPrecision(6));
}

/** What is stated, and where, as people read it. */
export function statedInWords({ pixelSize, wavelength }: StatedRig): string[] {
  return [
    ...(pixelSize ? [`pixels of ${sizeInWords(pixelSize)} (${pixelSize.source})`] : []),
    ...(wavelength ? [`light of ${shown(wavelength.um)} µm (${wavelength.source})`] : []),
  ];
}

/** `0.345 µm`, or both sides where pixels are no squares. */
export function sizeInWords({ x_um, y_um }: StatedSize): string {
  return agree(x_um, y_um) ? `${shown(x_um)} µm` : `${shown(x_um)} × ${shown(y_um)} µm`;
}

function agree(stated: number, given: number): boolean {
  return Math.abs(stated / given - 1) <= TOLERANCE;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
