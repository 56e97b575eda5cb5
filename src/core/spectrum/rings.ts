import type { Kernels } from '../kernel/kernels.ts';
import type { PowerSpectrum } from './power-spectrum.ts';

/** Mean power against the distance from a frequency. */
export interface RingProfile {
  /** cycles/px: ring k holds distances in [k, k + 1) · step */
  readonly step: number;
  /** mean power per bin; NaN where a ring holds no bin */
  readonly mean: Float64Array;
  readonly bins: Float64Array;
}

export interface RingOptions {
  readonly step: number;
  readonly rings: number;
  /** reads every stride-th bin along both axes; default 1 */
  readonly stride?: number;
  /** leaves out the directions whose cosine with this vector, `bothWays` with its opposite too, exceeds `maxCosine` */
  readonly away?: {
    readonly x: number;
    readonly y: number;
    readonly maxCosine: number;
    readonly bothWays?: boolean;
  };
}

/** Bins nearer than this to an axis or a Nyquist line hold stripes of the camera and of the frame's edges: their lobes reach two bins far. */
const AXIS_GUARD_BINS = 2.5;

/** Half the width of a Hann window's lobe, in bins. */
const LOBE_BINS = 2;

/** Whether a peak at a frequency reaches into the stripes: then they can't be left out without losing it. */
function nearStripes(spectrum: PowerSpectrum, f: { readonly x: number; readonly y: number }): boolean {
  const reach = (AXIS_GUARD_BINS + LOBE_BINS) / Math.min(spectrum.rows, spectrum.cols);
  const near = (value: number) => Math.min(Math.abs(value), Math.abs(0.5 - Math.abs(value))) < reach;
  return near(f.x) !== near(f.y);
}

/** Averages the power over rings around a frequency `centre` (cycles/px). */
export function ringProfile(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  centre: { readonly x: number; readonly y: number },
  options: RingOptions,
): RingProfile {
  const { step, away } = options;
  // the kernel knows the spectrum one period on either side of the first zone's middle
  const known = Math.floor((1 - Math.max(Math.abs(centre.x), Math.abs(centre.y))) / step);
  const rings = Math.min(options.rings, known);
  using scratch = kernels.scope();
  const out = scratch.doubles(rings * 2);
  kernels.wasm.fillBytes(out, { value: 0, bytes: rings * 16 });
  const length = away ? Math.sqrt(away.x * away.x + away.y * away.y) : 1;
  kernels.wasm.ringProfile(spectrum.power, out, {
    frameCols: spectrum.cols,
    cx: centre.x,
    cy: centre.y,
    step,
    rings,
    ax: away ? away.x / length : 1,
    ay: away ? away.y / length : 0,
    maxCosine: away ? away.maxCosine : 2,
    bothWays: away?.bothWays ?? false,
    axisGuard: nearStripes(spectrum, centre) ? 0 : AXIS_GUARD_BINS / Math.min(spectrum.rows, spectrum.cols),
    stride: options.stride ?? 1,
  });
  const sums = kernels.doubles(out, rings * 2);
  const mean = new Float64Array(options.rings).fill(NaN);
  const bins = new Float64Array(options.rings);
  for (let k = 0; k < rings; k++) {
    bins[k] = sums[2 * k + 1]!;
    mean[k] = sums[2 * k]! / bins[k]!;
  }
  return { step, mean, bins };
}
