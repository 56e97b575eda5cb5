import type { CameraImage } from '../../field/camera.ts';
import type { Crop } from '../../field/frame.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { CarriedField } from './carried-field.ts';
import type { PrepareSettings } from './prepare-settings.ts';
import type { RecordAgain } from './record-again.ts';

/** A frame ready to be compared with a drawing. */
export interface Prepared {
  readonly measured: MeasuredLight;
  readonly crop: Crop;
  readonly saturated: number;
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

/** Share of pixels at the top of the camera's range; in a float frame, of pixels that share the largest value. */
export function saturatedShare(
  { maximum, fractionAtMaximum: share }: CameraImage,
  bitDepth: number,
  { evidence }: PrepareSettings,
): number {
  return bitDepth > 16 || maximum >= 2 ** bitDepth - 1 || share > evidence.saturated ? share : 0;
}
