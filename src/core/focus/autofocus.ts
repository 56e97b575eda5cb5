import type { ComplexPlane } from '../field/plane.ts';
import { fastSize } from '../fft/fft.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { depthOfField, type Sampling } from '../propagate/transfer.ts';
import type { FocusCurve } from '../reconstruction.ts';
import { parabolaVertex, prominence } from './extremum.ts';
import { refocuser, sharpnessAt, type Refocuser, type Sharpness } from './sharpness.ts';

export interface Focus {
  /** propagation distance (µm, positive towards the sensor) at which the field is sharpest */
  readonly z: number;
  /** half width of the range within which the metrics agree, µm */
  readonly uncertainty: number;
  /** the deciding metric there: total variation of the complex field */
  readonly variation: number;
  readonly depthOfField: number;
  readonly curves: readonly FocusCurve[];
  /** why the focus should be looked at by a person; empty where nothing speaks against it */
  readonly doubts: readonly string[];
}

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
}

/** Distances on one level of the search. */
const LEVEL_STEPS = 48;
/** The finest level steps by this share of the depth of field. */
const FINEST = 1 / 6;
/** Candidates that go on to the next level. */
const KEPT = 3;
/** A second minimum this deep, relative to the best, is a second focus. */
const RIVAL_DEPTH = 0.7;
/** A metric that varies less than this over the range, relative to itself, is flat. */
const LEAST_PROMINENCE = 1e-4;

interface Sample {
  readonly z: number;
  readonly sharpness: Sharpness;
}

/**
 * Finds the distance at which the field is sharpest: coarse to fine in distance and, where the range is many
 * depths of field wide, in bandwidth, since a low-passed field has a longer depth of field and a smaller grid.
 * The total variation of the complex field decides (it needs no knowledge of whether the sample absorbs); metrics
 * of the amplitude are reported beside it and their disagreement is a doubt, as are ends of the range and rivals.
 */
export function autofocus(
  kernels: Kernels,
  search: FocusSearch,
  onSample: (fraction: number) => void,
): Focus {
  const dof = depthOfField(search.wavelength, search.radius);
  let coarse: Sample[] = [];
  let windows = [{ from: Math.min(search.from, search.to), to: Math.max(search.from, search.to) }];
  let step = Math.max((windows[0]!.to - windows[0]!.from) / LEVEL_STEPS, dof * FINEST);
  const levels = levelsFor(step, dof);
  for (let level = 0; level < levels; level++) {
    using scope = kernels.scope();
    const last = level === levels - 1;
    const radius = last
      ? search.radius
      : Math.min(search.radius, 1 / Math.sqrt(search.wavelength * 2 * step));
    const refocus = reduced(kernels, scope, search, radius);
    const found: Sample[] = [];
    for (const window of windows) {
      const count = Math.max(2, Math.ceil((window.to - window.from) / step - 1e-9));
      for (let k = 0; k <= count; k++) {
        const z = window.from + ((window.to - window.from) * k) / count;
        found.push({ z, sharpness: sharpnessAt(kernels, refocus, z) });
        onSample((level + found.length / (windows.length * (count + 1))) / levels);
      }
    }
    found.sort((a, b) => a.z - b.z);
    if (level === 0) coarse = found;
    if (last) return conclude(search, coarse, found, dof);
    windows = minima(found)
      .slice(0, KEPT)
      .map((z) => ({ from: Math.max(search.from, z - 1.5 * step), to: Math.min(search.to, z + 1.5 * step) }));
    step = Math.max(dof * FINEST, step / 4);
  }
  throw new Error('autofocus has at least one level');
}

function levelsFor(firstStep: number, dof: number): number {
  let levels = 1;
  for (let step = firstStep; step > dof * FINEST * 1.0001; step = Math.max(dof * FINEST, step / 4)) levels++;
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
    fastSize(Math.max(16, Math.ceil(3 * radius * spectrum.rows * sampling.pitchY))),
  );
  const cols = Math.min(
    spectrum.cols,
    fastSize(Math.max(16, Math.ceil(3 * radius * spectrum.cols * sampling.pitchX))),
  );
  const small = scope.complex(rows, cols);
  // radii in cycles per sample; the samples' pitches differ by little, the coarser one rules
  const perSample = radius * Math.max(sampling.pitchX, sampling.pitchY);
  kernels.run.resampleSpectrum(
    spectrum.ptr,
    spectrum.pitchBytes,
    spectrum.rows,
    spectrum.cols,
    small.ptr,
    small.pitchBytes,
    rows,
    cols,
    perSample,
    perSample * 1.15,
    (rows * cols) / (spectrum.rows * spectrum.cols),
  );
  const pitchX = (sampling.pitchX * spectrum.cols) / cols;
  const pitchY = (sampling.pitchY * spectrum.rows) / rows;
  const margin = Math.ceil((search.margin * rows) / spectrum.rows);
  return refocuser(scope, small, { pitchX, pitchY }, search.wavelength, search.outside, margin);
}

/** Local minima of the complex variation, ends included, deepest first. */
function minima(samples: readonly Sample[]): number[] {
  const value = (k: number) => samples[k]?.sharpness.complexVariation ?? Infinity;
  const found: { z: number; value: number }[] = [];
  for (let k = 0; k < samples.length; k++) {
    if (value(k) <= value(k - 1) && value(k) < value(k + 1))
      found.push({ z: samples[k]!.z, value: value(k) });
  }
  return found.sort((a, b) => a.value - b.value).map((m) => m.z);
}

function conclude(
  search: FocusSearch,
  coarse: readonly Sample[],
  finest: readonly Sample[],
  dof: number,
): Focus {
  const from = Math.min(search.from, search.to);
  const to = Math.max(search.from, search.to);
  const variation = finest.map((s) => s.sharpness.complexVariation);
  const zs = finest.map((s) => s.z);
  const z = parabolaVertex(zs, variation, variation.indexOf(Math.min(...variation)));
  const curves = [
    curve(coarse, 'total variation of the complex field', 'min', z, (s) => s.complexVariation),
    ...amplitudeCurves(finest, coarse, z, dof),
  ];
  if (finest !== coarse) {
    const near = finest.filter((s) => Math.abs(s.z - z) <= 4 * dof);
    curves.push(curve(near, 'total variation near the focus', 'min', z, (s) => s.complexVariation));
  }
  const agreeing = curves.map((c) => Math.abs(c.best_z_mm * -1000 - z)).filter((d) => d <= dof);
  const spread = Math.sqrt(agreeing.reduce((sum, d) => sum + d * d, 0) / Math.max(1, agreeing.length));
  return {
    z,
    variation: Math.min(...variation),
    uncertainty: Math.max(dof * FINEST * 0.5, spread),
    depthOfField: dof,
    curves,
    doubts: doubtsOf(coarse, z, dof, { from, to }, agreeing.length - (finest === coarse ? 1 : 2)),
  };
}

function doubtsOf(
  coarse: readonly Sample[],
  z: number,
  dof: number,
  range: { readonly from: number; readonly to: number },
  agreeingAmplitudeMetrics: number,
): string[] {
  const doubts: string[] = [];
  const { from, to } = range;
  if (to - from > dof && (z - from < 0.5 * dof || to - z < 0.5 * dof)) {
    doubts.push('the sharpest distance lies at an end of the search range: widen it');
  }
  if (from < 0 && to > 0 && Math.abs(z) < dof / 2) {
    doubts.push('the sharpest distance is z = 0, where dust and noise of the camera itself are in focus');
  }
  const rival = rivalOf(coarse, z, dof);
  if (rival) {
    const share = Math.round(100 * rival.depth);
    doubts.push(
      `another distance, ${(rival.z / -1000).toFixed(4)} mm, is nearly as sharp (${share} % as deep a minimum)`,
    );
  }
  if (prominence(coarse.map((s) => s.sharpness.complexVariation)) < LEAST_PROMINENCE) {
    doubts.push('the focus metric hardly changes over the range');
  }
  if (agreeingAmplitudeMetrics < 1) {
    doubts.push('no metric of the amplitude has an extremum within one depth of field of the distance found');
  }
  return doubts;
}

/** A curve in the caller's z (distance from sample to sensor): the negative of the propagation distance. */
function curve(
  samples: readonly Sample[],
  metric: string,
  extremum: 'min' | 'max',
  best: number,
  value: (s: Sharpness) => number,
): FocusCurve {
  const ordered = [...samples].sort((a, b) => b.z - a.z);
  return {
    metric,
    extremum,
    z_mm: ordered.map((s) => s.z / -1000),
    value: ordered.map((s) => value(s.sharpness)),
    best_z_mm: best / -1000,
  };
}

/** Amplitude metrics: an absorbing sample is in focus where they are largest, a phase sample where they are smallest. */
function amplitudeCurves(
  finest: readonly Sample[],
  coarse: readonly Sample[],
  near: number,
  dof: number,
): FocusCurve[] {
  const metrics = [
    ['gradient energy of the amplitude', (s: Sharpness) => s.amplitudeGradient],
    ['contrast of the amplitude', (s: Sharpness) => s.amplitudeContrast],
  ] as const;
  const local = finest.filter((s) => Math.abs(s.z - near) <= 3 * dof);
  const zs = local.map((s) => s.z);
  return metrics.map(([name, value]) => {
    const values = local.map((s) => value(s.sharpness));
    const negated = values.map((v) => -v);
    const low = parabolaVertex(zs, values, values.indexOf(Math.min(...values)));
    const high = parabolaVertex(zs, negated, negated.indexOf(Math.min(...negated)));
    const isMaximum = Math.abs(high - near) < Math.abs(low - near);
    return curve(coarse, name, isMaximum ? 'max' : 'min', isMaximum ? high : low, value);
  });
}

/** The deepest other minimum more than two depths of field away, as a share of the best one's depth. */
function rivalOf(samples: readonly Sample[], z: number, dof: number): { z: number; depth: number } | null {
  const valueAt = (distance: number) =>
    samples.reduce((a, b) => (Math.abs(b.z - distance) < Math.abs(a.z - distance) ? b : a)).sharpness
      .complexVariation;
  const sorted = samples.map((s) => s.sharpness.complexVariation).sort((a, b) => a - b);
  const level = sorted[sorted.length >> 1]!;
  const best = valueAt(z);
  const spacing = Math.abs(samples[1]!.z - samples[0]!.z);
  if (!(level > best)) return null;
  for (const other of minima(samples)) {
    if (Math.abs(other - z) <= Math.max(2 * dof, 1.5 * spacing)) continue;
    const depth = (level - valueAt(other)) / (level - best);
    return depth > RIVAL_DEPTH ? { z: other, depth } : null;
  }
  return null;
}
