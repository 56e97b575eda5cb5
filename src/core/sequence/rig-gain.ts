import {
  demodulate,
  nativeGrid,
  unfade,
  type FadedFilter,
  type NativeField,
} from '../demodulate/demodulate.ts';
import { divideByBackground, fadedFilter } from '../demodulate/demodulate-pair.ts';
import { settleEdges, settlingOf, type Settling } from '../demodulate/settle-edges.ts';
import { subtractAberration } from '../demodulate/subtract-aberration.ts';
import { giveBackPixels } from '../demodulate/give-back-pixels.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { inRow, floatsIn, floatsPerRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { OffAxisSettings } from '../off-axis/off-axis-settings.ts';
import type { Smoothing } from '../off-axis/reference/smooth-background.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import type { MeasuredFrame } from '../sideband/measure-frame.ts';
import type { Sideband } from '../sideband/sideband.ts';

/** How every frame of a sequence is demodulated. */
export interface Demodulation {
  readonly sideband: Sideband;
  readonly filter: FadedFilter;
  readonly grid: ReturnType<typeof nativeGrid>;
  /** how their outermost samples are made of those near them */
  readonly settling: Settling;
}

/** What is known of a rig but for its frames. */
export interface Rig {
  readonly background: MeasuredFrame | null;
  /** takes the noise of the background frame's field; null: it divides as it was recorded */
  readonly smoothing: Smoothing | null;
  readonly rig: RigCorrection;
  readonly settings: OffAxisSettings;
}

export function demodulationOf(
  kernels: Kernels,
  { plane }: Pick<CameraImage, 'plane'>,
  sideband: Sideband,
  { settings }: Pick<Rig, 'settings'>,
): Demodulation {
  const filter = fadedFilter(sideband, settings.demodulation);
  const grid = nativeGrid(plane.rows, plane.cols, sideband.stopRadius);
  return { sideband, filter, grid, settling: settlingOf(kernels, grid, plane, filter) };
}

/** @param scope owns the field's plane */
export function demodulateAt(
  kernels: Kernels,
  scope: Scope,
  image: CameraImage,
  carrier: Frequency,
  { filter, grid }: Demodulation,
): NativeField {
  return demodulate(kernels, scope, image, carrier, filter, grid);
}

/**
 * What all frames of one rig have in common, as a field to divide by: the fade of the frame, the background frame and the
 * rig's own aberration. Done once, it costs a frame one division.
 * @param scope owns the field's plane
 * @param like a field of the rig
 * @param further takes more out of a field of ones, which then is the reciprocal
 */
export function rigGain(
  kernels: Kernels,
  scope: Scope,
  like: NativeField,
  frame: { readonly rows: number; readonly cols: number },
  { sideband, filter }: Demodulation,
  { background, smoothing, rig, settings }: Rig,
  further: (ones: NativeField) => void = () => {},
): { readonly gain: NativeField; readonly backgroundModulus: Float64Array | null } {
  using scratch = kernels.scope();
  const reciprocal = { ...like, plane: onesLike(kernels, scratch, like) };
  unfade(kernels, reciprocal, frame, filter);
  const backgroundModulus =
    background &&
    divideByBackground(kernels, reciprocal, background, sideband, settings.demodulation, {
      ...(smoothing && { look: smoothing.smooth }),
    });
  if (rig.aberration) subtractAberration(kernels, reciprocal, sideband.carrier, rig.aberration);
  further(reciprocal);
  const gain = { ...like, plane: onesLike(kernels, scope, like) };
  kernels.wasm.divideField(gain.plane, reciprocal.plane, NOTHING);
  return { gain, backgroundModulus };
}

/** A divisor's square is never 0: where the rig has no light a field becomes 0, not infinite. */
const NOTHING = 1e-30;

/** Takes out of a demodulated field what {@link rigGain} found, and gives it back what pixels took. */
export function divideByGain(
  kernels: Kernels,
  field: NativeField,
  gain: NativeField,
  { sideband, settling }: Pick<Demodulation, 'sideband' | 'settling'>,
): void {
  kernels.wasm.divideField(field.plane, gain.plane, NOTHING);
  settleEdges(kernels, field, settling);
  giveBackPixels(kernels, field, sideband);
}

function onesLike(kernels: Kernels, scope: Scope, { plane }: NativeField) {
  const ones = scope.complex(plane.rows, plane.cols);
  const values = kernels.floats(ones.ptr, floatsIn(ones)).fill(0);
  const pitch = floatsPerRow(ones);
  for (let row = 0; row < ones.rows; row++)
    for (let col = 0; col < ones.cols; col++) {
      values[row * pitch + inRow(col)] = 1;
      values[row * pitch + inRow(col) + TO_IMAGINARY] = 0;
    }
  return ones;
}
