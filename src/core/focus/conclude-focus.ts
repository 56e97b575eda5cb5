import type { FocusCurve } from '../reconstruction/reconstruction.ts';
import type { AutofocusSettings } from './autofocus-settings.ts';
import { parabolaVertex } from './extremum.ts';
import { EXCESS, medianOf, minima, smallest, VARIATION, type Metric, type Sample } from './focus-samples.ts';
import { isBright, sharper, type Sharpness } from './sharpness.ts';

export interface Focus {
  /** propagation distance (µm, positive towards the sensor) at which the field is sharpest */
  readonly z: number;
  /** standard: by how much metrics of another kind differ that agree, and how far off the distance lies that is much less bright, where there is one, µm */
  readonly uncertainty: number;
  /** the metrics there */
  readonly sharpness: Sharpness;
  readonly depthOfField: number;
  readonly curves: readonly FocusCurve[];
  /** why the focus should be looked at by a person; empty where nothing speaks against it */
  readonly doubts: readonly string[];
}

/** What a search has come upon. */
export interface Searched {
  /** propagation distances that were searched, µm */
  readonly from: number;
  readonly to: number;
  readonly depthOfField: number;
  /** the field stands for its conjugate, which is in focus at the opposite distance: for what is said about it */
  readonly conjugate: boolean;
  /** over the range, as coarse as the search began */
  readonly coarse: readonly Sample[];
  /** around the minima, at full bandwidth; may be the same */
  readonly finest: readonly Sample[];
  /** highest frequency that the frame holds of a field at a distance, cycles/µm */
  readonly band: (z: number) => number;
}

/** Decides which of the distances is the focus, and what speaks against it. */
export function concludeFocus(
  searched: Searched,
  { search, choice, doubts: limits, lensSigma }: AutofocusSettings,
): Focus {
  const { coarse, finest, band, depthOfField: dof } = searched;
  const byVariation = smallest(finest, VARIATION);
  const least = choice.comparableBand * band(byVariation.z);
  const byExcess = smallest(
    finest.filter((s) => band(s.z) >= least),
    EXCESS,
  );
  const { sharpness } = byVariation;
  const quarrel = Math.abs(byExcess.z - byVariation.z) > dof && isBright(sharpness);
  const isSpot = sharper(sharpness, byExcess.sharpness, choice) !== sharpness;
  // what falls to the very end of a range has no minimum in it
  const isBeyond = quarrel && !isSpot && isAtEnd(searched, byVariation.z) && !isAtEnd(searched, byExcess.z);
  const lens = isBeyond || isSpot;
  const [found, metric] = lens ? [byExcess, EXCESS] : [byVariation, VARIATION];
  const [other, beside] = lens ? [byVariation, VARIATION] : [byExcess, EXCESS];
  const { z } = found;
  const ofAmplitude = amplitudeCurves(finest, coarse, z, limits.apart * dof);
  const curves = [curve(coarse, metric.name, 'min', z, metric.of), ...ofAmplitude];
  if (finest !== coarse) {
    const near = finest.filter((s) => Math.abs(s.z - z) <= 4 * dof);
    curves.push(curve(near, `${metric.name}, near the focus`, 'min', z, metric.of));
  }
  curves.push(curve(coarse, beside.name, 'min', other.z, beside.of));
  const off = ofAmplitude.map((c) => Math.abs(c.best_z_mm * -1000 - z));
  const doubts = doubtsOf(
    searched,
    limits,
    { metric, z, ends: isBeyond ? byVariation.z : z },
    off.some((d) => d <= limits.agree * dof),
  );
  const clear = byExcess.sharpness.excess < limits.clearShare * sharpness.excess;
  if (quarrel && !clear) {
    const [sparsest, dimmest] = [byVariation, byExcess].map((best) => inWords(searched, best.z));
    doubts.push(
      `the field has least structure at ${sparsest} and least light that is brighter than the beam at ${dimmest}`,
    );
  }
  // of light that is darker than the beam it says nothing
  const byOther = isBright(sharpness) ? [Math.abs(other.z - z)] : [];
  const differ = [off, byOther].map((kind) => rootMeanSquare(kind.filter((d) => d <= dof)));
  const own = Math.max(dof * (lens ? lensSigma : search.finest / 2), ...differ);
  // either may be the sample: but for the spot that a lens throws, which is far brighter
  const apart = quarrel && !clear && !isSpot ? (other.z - z) * (other.z - z) : 0;
  const uncertainty = Math.sqrt(own * own + apart / 2);
  return { z, sharpness: found.sharpness, uncertainty, depthOfField: dof, curves, doubts };
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / Math.max(1, values.length));
}

/** A propagation distance as the distance that is asked for. */
function inWords({ conjugate }: Pick<Searched, 'conjugate'>, z: number): string {
  return `${((conjugate ? z : -z) / 1000).toFixed(4)} mm`;
}

/** Whether a distance lies at an end of a range that is longer than a depth of field. */
function isAtEnd({ from, to, depthOfField: dof }: Searched, z: number): boolean {
  return to - from > dof && (z - from < 0.5 * dof || to - z < 0.5 * dof);
}

/** @param found `ends`: where the metric that the range may not hold is smallest */
function doubtsOf(
  searched: Searched,
  limits: AutofocusSettings['doubts'],
  { metric, z, ends }: { readonly metric: Metric; readonly z: number; readonly ends: number },
  amplitudeAgrees: boolean,
): string[] {
  const { from, to, coarse, depthOfField: dof } = searched;
  const doubts: string[] = [];
  if (isAtEnd(searched, ends)) {
    doubts.push('the sharpest distance lies at an end of the search range: widen it');
  }
  if (from < 0 && to > 0 && Math.abs(z) < dof / 2) {
    doubts.push('the sharpest distance is z = 0, where dust and noise of the camera itself are in focus');
  }
  const rival = rivalOf(coarse, metric, z, dof, limits);
  if (rival) {
    const share = Math.round(100 * rival.depth);
    doubts.push(
      `another distance, ${inWords(searched, rival.z)}, is nearly as sharp (${share} % as deep a minimum)`,
    );
  }
  if (!amplitudeAgrees) {
    doubts.push(
      `no metric of the amplitude has an extremum within ${limits.agree} depths of field of the distance found`,
    );
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
  reach: number,
): FocusCurve[] {
  const metrics = [
    ['gradient energy of the amplitude', (s: Sharpness) => s.amplitudeGradient],
    ['contrast of the amplitude', (s: Sharpness) => s.amplitudeContrast],
  ] as const;
  const local = finest.filter((s) => Math.abs(s.z - near) <= reach);
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

/** The deepest other minimum far enough away, as a share of the best one's depth. */
function rivalOf(
  samples: readonly Sample[],
  metric: Metric,
  z: number,
  dof: number,
  { rivalDepth, apart }: AutofocusSettings['doubts'],
): { z: number; depth: number } | null {
  const valueAt = (distance: number) =>
    metric.of(
      samples.reduce((a, b) => (Math.abs(b.z - distance) < Math.abs(a.z - distance) ? b : a)).sharpness,
    );
  const level = medianOf(samples, metric);
  const best = valueAt(z);
  const spacing = Math.abs(samples[1]!.z - samples[0]!.z);
  if (!(level > best)) return null;
  for (const other of minima(samples, metric)) {
    if (Math.abs(other - z) <= Math.max(apart * dof, 1.5 * spacing)) continue;
    const depth = (level - valueAt(other)) / (level - best);
    return depth > rivalDepth ? { z: other, depth } : null;
  }
  return null;
}
