import { fadeAt, LEAST_FADE, table, type FadedFilter, type NativeField } from '../demodulate/demodulate.ts';
import { plainCarrier } from '../demodulate/plain-carrier.ts';
import { upsample } from '../demodulate/upsample.ts';
import { fft2, ifft2 } from '../fft/fft2.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { tileMoments } from '../field/tile-moments.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { LikelihoodSettings } from './likelihood-settings.ts';
import { varianceCurve, type VarianceCurve } from './variance-curve.ts';

/** A frame and the field that was linearly demodulated from it. */
export interface LinearField {
  readonly image: CameraImage;
  /** mean variance of the camera's noise, counts² */
  readonly meanVariance: number;
  readonly carrier: Frequency;
  readonly filter: FadedFilter;
  /** counts, up to the frame's edges */
  readonly field: NativeField;
  /** takes the carrier's bend out of camera pixels, or (`back`) puts it in; null: it is straight */
  readonly bend: ((pixels: ComplexPlane, back: boolean) => void) | null;
}

/** Classes of brightness whose variance is looked at. */
const CLASSES = 32;
/** How bright a frame is without its noise, and how that noise follows it. */
export interface LightModel {
  readonly curve: VarianceCurve;
  readonly leastVariance: number;
  /** what is no fringe, less the mean: the real part, on the camera's grid */
  readonly rest: ComplexPlane;
  /** of |field|² − its mean that comes on top of that */
  readonly share: number;
  readonly meanPower: number;
  /** share of the spectrum's numbers that the model is free to choose */
  readonly lost: number;
}

/** How bright each pixel is without its noise, and how that follows the brightness. */
export function modelLight(
  kernels: Kernels,
  scratch: Scope,
  { image, carrier, field, filter, bend, meanVariance }: LinearField,
  light: RealPlane,
  settings: LikelihoodSettings,
): LightModel | null {
  const { loud, border, leastVariance } = settings;
  const { wasm } = kernels;
  const { plane, mean: average } = image;
  const { fullRows, fullCols } = field;
  const used = upsample(kernels, scratch, field, plane.rows, plane.cols, { re: 0, im: 0 });
  const rest = { ...used, rows: fullRows, cols: fullCols };
  bend?.(used, true);
  const wave = (count: number, frequency: number) => plainCarrier(kernels, scratch, count, frequency);
  const [alongX, alongY] = [wave(plane.cols, carrier.x), wave(plane.rows, carrier.y)];
  const typical = meanPower(kernels, field);
  const fade = (count: number) => table(kernels, scratch, fadeAt(kernels, count, filter.taper, count, 1));
  const [fadeX, fadeY] = [fade(plane.cols), fade(plane.rows)];
  const powers = scratch.real(plane.rows, plane.cols);
  wasm.takeFringes(rest, plane, light, powers, alongX, alongY, fadeX, fadeY, {
    mean: average,
    power: typical,
  });
  fft2(kernels, rest);
  const white = meanVariance * plane.rows * plane.cols;
  const share = autocorrelation(kernels, rest, white, filter.passRadius, settings);
  const kept = wasm.keepLoud(rest, { share, threshold: loud * white });
  ifft2(kernels, rest);
  const lost = 2 * field.noiseGain + kept / (fullRows * fullCols);
  if (lost > 0.5) return null;
  const sums = scratch.doubles(3 * CLASSES);
  const side = Math.floor(border * Math.min(plane.rows, plane.cols));
  wasm.brightnessClasses(used, plane, light, powers, fadeX, fadeY, sums, {
    ...{
      mean: average,
      share,
      leastWindow: LEAST_FADE,
      border: side,
      least: 0,
      most: 2.5 * average,
      classes: CLASSES,
    },
  });
  const values = kernels.doubles(sums, 3 * CLASSES);
  const classes = Array.from({ length: CLASSES }, (_, k) => {
    const count = values[3 * k]!;
    const per = Math.max(1, count);
    return { count, light: values[3 * k + 1]! / per, square: values[3 * k + 2]! / per };
  });
  const curve = varianceCurve(classes, lost);
  return (
    curve && { curve, leastVariance: leastVariance * meanVariance, rest, share, meanPower: typical, lost }
  );
}

/**
 * |o|² over |r o|², by how the frame follows |field|² at frequencies up to twice the filter's radius; 0 where it does not. As much of the
 * autocorrelation term as that explains need not stand out of the noise.
 */
function autocorrelation(
  kernels: Kernels,
  spectra: ComplexPlane,
  white: number,
  radius: number,
  { leastBins, evidence }: LikelihoodSettings,
): number {
  using scratch = kernels.scope();
  const sums = scratch.doubles(2);
  const least = leastBins / Math.min(spectra.rows, spectra.cols);
  kernels.wasm.spectraTogether(spectra, sums, { least, most: 2 * radius });
  const [across, own] = kernels.doubles(sums, 2) as unknown as [number, number];
  return across > evidence.proven * Math.sqrt(own * white) ? across / own : 0;
}

function meanPower(kernels: Kernels, { plane, rows, cols }: NativeField): number {
  const { power } = tileMoments(kernels, plane, rows, cols, 1);
  return power[0]!;
}
