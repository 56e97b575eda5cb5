import { LEAST_SIDE, SAMPLES_PER_CYCLE } from '../demodulate/demodulate.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { fastSize } from '../fft/fast-size.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { bandLimit, depthOfField, type Sampling } from '../propagate/transfer.ts';
import { EDGE } from '../sideband/bandwidth.ts';
import type { AutofocusSettings } from './autofocus-settings.ts';
import { concludeFocus, type Focus } from './conclude-focus.ts';
import { dips, EXCESS, minima, VARIATION, type Sample } from './focus-samples.ts';
import { refocuser, sharpnessAt, type Refocuser } from './sharpness.ts';

export interface FocusSearch {
  /** spectrum of the field less `outside`, on its native grid, not padded */
  readonly spectrum: ComplexPlane;
  readonly sampling: Sampling;
  readonly wavelength: number;
  readonly outside: { readonly re: number; readonly im: number };
  /** samples at each edge that the metrics leave out */
  readonly margin: number;
  /** highest frequency that holds signal, cycles/µm */
  readonly radius: number;
  /** propagation distances to search, µm */
  readonly from: number;
  readonly to: number;
  /** the field stands for its conjugate, which is in focus at the opposite distance: for what is said about it */
  readonly conjugate: boolean;
}

/**
 * Finds the distance at which the field is sharpest: coarse to fine in distance and, where the range is many
 * depths of field wide, in bandwidth, since a low-passed field has a longer depth of field and a smaller grid.
 * The total variation of the complex field decides, unless that is the spot behind a lens (`sharper`); then the least
 * light that is brighter than the beam does. Metrics of the amplitude are reported beside them and their disagreement
 * is a doubt, as are ends of the range and rivals.
 */
export function autofocus(
  kernels: Kernels,
  search: FocusSearch,
  settings: AutofocusSettings,
  onSample: (fraction: number) => void,
): Focus {
  const { conjugate } = search;
  const { keptByVariation, keptByExcess, steps, refinement, reach } = settings.search;
  const band = (z: number) => bandOf(search, z);
  const dof = depthOfField(search.wavelength, search.radius);
  const finest = dof * settings.search.finest;
  let coarse: Sample[] = [];
  const whole: Range = { from: Math.min(search.from, search.to), to: Math.max(search.from, search.to) };
  let windows = [whole];
  let step = Math.max((whole.to - whole.from) / steps, finest);
  const levels = levelsFor(step, finest, refinement);
  for (let level = 0; level < levels; level++) {
    using scope = kernels.scope();
    const last = level === levels - 1;
    const radius = last ? search.radius : radiusFor(search, step, settings.search);
    const refocus = reduced(kernels, scope, search, radius);
    const distances = windows.flatMap((window) => stepsThrough(window, step));
    const found = distances.map((z, k): Sample => {
      const sharpness = sharpnessAt(kernels, refocus, z);
      onSample((level + (k + 1) / distances.length) / levels);
      return { z, sharpness };
    });
    found.sort((a, b) => a.z - b.z);
    if (level === 0) coarse = found;
    if (last)
      return concludeFocus({ ...whole, conjugate, depthOfField: dof, coarse, finest: found, band }, settings);
    const best = [
      ...minima(found, VARIATION).slice(0, keptByVariation),
      ...dips(found, EXCESS, settings.choice.dipNeighbours).slice(0, keptByExcess),
    ];
    windows = around(best, reach * step, whole);
    step = Math.max(finest, step / refinement);
  }
  throw new Error('autofocus has at least one level');
}

/** Of a field whose depth of field is as long as such steps need, cycles/µm; at most all of it. */
export function radiusFor(
  { wavelength, radius }: Pick<FocusSearch, 'wavelength' | 'radius'>,
  step: number,
  { depthInSteps }: Pick<AutofocusSettings['search'], 'depthInSteps'>,
) {
  return Math.min(radius, 1 / Math.sqrt(wavelength * depthInSteps * step));
}

/** What of a field the frame records from a distance, cycles/µm. */
export function bandOf({ spectrum, sampling, wavelength, radius }: FocusSearch, z: number): number {
  const extents = [spectrum.cols * sampling.pitchX, spectrum.rows * sampling.pitchY];
  return Math.min(radius, ...extents.map((extent) => bandLimit(wavelength, extent, z)));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Distances from end to end of a window, no further apart than `step`. */
export function stepsThrough({ from, to }: Range, step: number): number[] {
  const count = Math.max(2, Math.ceil((to - from) / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);
}

/** A window around each distance that is not in the middle of another one yet. */
export function around(distances: readonly number[], reach: number, { from, to }: Range): Range[] {
  const middles: number[] = [];
  for (const z of distances) if (middles.every((other) => Math.abs(other - z) > reach / 2)) middles.push(z);
  return middles.map((z) => ({ from: Math.max(from, z - reach), to: Math.min(to, z + reach) }));
}

/** How many there are from one step down to the finest. */
export function levelsFor(firstStep: number, finest: number, refinement: number): number {
  let levels = 1;
  for (let step = firstStep; step > finest * 1.0001; step = Math.max(finest, step / refinement)) levels++;
  return levels;
}

/** The spectrum within `radius` on a grid just large enough for it. */
function reduced(
  kernels: Kernels,
  scope: ReturnType<Kernels['scope']>,
  search: FocusSearch,
  radius: number,
): Refocuser {
  const { spectrum, sampling } = search;
  const rows = Math.min(
    spectrum.rows,
    fastSize(Math.max(LEAST_SIDE, Math.ceil(SAMPLES_PER_CYCLE * radius * spectrum.rows * sampling.pitchY))),
  );
  const cols = Math.min(
    spectrum.cols,
    fastSize(Math.max(LEAST_SIDE, Math.ceil(SAMPLES_PER_CYCLE * radius * spectrum.cols * sampling.pitchX))),
  );
  const small = scope.complex(rows, cols);
  // radii in cycles per sample; the samples' pitches differ by little, the coarser one rules
  const perSample = radius * Math.max(sampling.pitchX, sampling.pitchY);
  const [passRadius, stopRadius] = [perSample, perSample * (1 + EDGE)];
  const scale = (rows * cols) / (spectrum.rows * spectrum.cols);
  kernels.wasm.resampleSpectrum(spectrum, small, { passRadius, stopRadius, scale });
  const pitchX = (sampling.pitchX * spectrum.cols) / cols;
  const pitchY = (sampling.pitchY * spectrum.rows) / rows;
  const margin = Math.ceil((search.margin * rows) / spectrum.rows);
  return refocuser(scope, small, { pitchX, pitchY }, search.wavelength, search.outside, margin);
}
