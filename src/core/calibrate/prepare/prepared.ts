import type { CameraImage } from '../../field/camera.ts';
import type { Crop, Frame } from '../../field/frame.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { CarriedField } from './carried-field.ts';
import type { PrepareSettings } from './prepare-settings.ts';
import type { RecordAgain } from './record-again.ts';

/** A frame ready to be compared with a drawing. */
export interface Prepared {
  readonly measured: MeasuredLight;
  readonly crop: Crop;
  readonly saturated: number;
  /** off-axis: share of pixels that hold one and the same value; see `alikeShare` */
  readonly alike: number;
  /** off-axis: where the sideband lies, and the phase (frame coordinates) that was taken from the field */
  readonly carrier: { readonly x: number; readonly y: number } | null;
  readonly removed: { readonly degree: number; readonly phase: Float64Array } | null;
  /** variance of the noise of `re` (and of `im`), as far as the camera's is known; 0: not known */
  readonly noise: number;
  /** off-axis: the field on its carrier, nothing taken out; null: the target has no lattice, or tells no aberration */
  readonly carried: CarriedField | null;
  /** off-axis: the same of a frame of which all is known; null: it was divided by a background frame */
  readonly again: RecordAgain | null;
  /** of opaque parts in light that seems to bend: the same with that taken out, to be looked at where nothing is found without; absent: it does not */
  readonly unbent?: (() => Prepared) | undefined;
}

/** Of cameras with 8, 10, 12 or 14 bits. */
const LAST_VALUES: readonly number[] = [255, 1023, 4095, 16_383];

/**
 * Share of pixels at the top of the camera's range; in a float frame, of pixels that share the largest value. A file of 16 bits may hold 10, 12 or 14 of a
 * camera: more than one pixel at the last value of so many bits are full as well.
 */
export function saturatedShare(
  { maximum, fractionAtMaximum: share, plane }: CameraImage,
  bitDepth: number,
  { evidence }: PrepareSettings,
): number {
  const isFull = bitDepth > 16 || maximum >= 2 ** bitDepth - 1 || share > evidence.saturated;
  const isAlone = share * plane.rows * plane.cols < 1.5;
  return isFull || (!isAlone && LAST_VALUES.includes(maximum)) ? share : 0;
}

/** Share of a frame's pixels that hold the value which most of them hold; 0 of a frame of floats, which rounds nothing. */
export function alikeShare({ samples, bitDepth }: Frame): number {
  if (bitDepth > 16) return 0;
  const counts = new Int32Array(2 ** 16);
  let most = 0;
  for (let i = 0; i < samples.length; i += 1) most = Math.max(most, (counts[samples[i]!]! += 1));
  return most / samples.length;
}
