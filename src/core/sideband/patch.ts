import { medianInPlace } from '../fit/median.ts';
import { distance, type Frequency } from '../field/frequency.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile } from '../spectrum/rings.ts';
import { measureBandwidth, type Bandwidth } from './bandwidth.ts';
import { excessCells, inHalfPlane, type Candidate } from './candidates.ts';
import type { SidebandSettings } from './sideband-settings.ts';

/** A sideband without a peak: the patch of speckle that a rough object leaves. */
export interface Patch {
  readonly carrier: Frequency;
  readonly bandwidth: Bandwidth;
}

/** Steps of the mean shift: it settles in a few. */
const MOST_STEPS = 30;
/** cycles/px: a Fourier pixel of a large frame */
const SETTLED = 1e-3;

/**
 * Where a rough object's sideband has its middle, from the gatherings of power on it; null where there is none. Its
 * spectrum is speckle over the shape of the object as the sensor sees it: an evenly filled patch, far above the discs
 * at the same distance from DC, and lighter than the way to DC, from where the autocorrelation term falls off.
 */
export function findPatch(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  start: Candidate,
  settings: SidebandSettings,
): Patch | null {
  const { proof } = settings;
  const carrier = inHalfPlane(
    middleOf(spectrum, excessCells(spectrum.cells, settings), start, settings.patch),
  );
  if (distance(carrier, { x: 0, y: 0 }) < settings.leastCarrier) return null;
  const bandwidth = measureBandwidth(kernels, spectrum, carrier, settings.extent);
  const { passRadius } = bandwidth;
  const inner = settings.patch.innerShare * passRadius;
  const looks = {
    contrast: bandwidth.contrast,
    even: evenness(spectrum, carrier, inner),
    grain: binsIn(kernels, spectrum, carrier, inner).grain,
    rise: riseFromDc(kernels, spectrum, carrier, passRadius, proof),
  };
  return isSpeckle(looks, settings) ? { carrier, bandwidth } : null;
}

/** What a patch of power looks like, each as its setting has it. */
type Looks = Pick<SidebandSettings['patch'], 'even' | 'grain' | 'rise'> &
  Pick<SidebandSettings['proof'], 'contrast'>;

export function isSpeckle(
  looks: Looks,
  { patch, proof }: Pick<SidebandSettings, 'patch' | 'proof'>,
): boolean {
  const { even, grain, rise } = patch;
  return looks.contrast >= proof.contrast && looks.even >= even && looks.grain >= grain && looks.rise >= rise;
}

/**
 * Whether a sideband has a peak that is far above the brightest grain of speckle, by what lies around it: a patch that is brighter in its middle
 * has grains there that are far above the mean of all of it.
 */
export function hasPeak(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  { passRadius }: Pick<Bandwidth, 'passRadius'>,
  { patch: { peak }, proof: { discShare } }: Pick<SidebandSettings, 'patch' | 'proof'>,
): boolean {
  const bin = 1 / Math.min(spectrum.rows, spectrum.cols);
  const within = (radius: number) => binsIn(kernels, spectrum, carrier, radius);
  const lobe = within((APART / 2) * bin);
  const all = within(Math.max(discShare * passRadius, 2 * APART * bin));
  const around = (all.sum - lobe.sum) / (all.count - lobe.count);
  return !(all.highest < peak * around);
}

/** Bins so far apart share nothing of a Hann window's lobe. */
const APART = 4;

/**
 * The power of the bins in a disc. `grain` compares bins with their neighbours: the mean square of their difference over
 * twice the mean square of their mean is 1 for speckle and near 0 where the spectrum is smooth, as that of a curved wave.
 */
function binsIn(kernels: Kernels, spectrum: PowerSpectrum, { x, y }: Frequency, radius: number) {
  using scope = kernels.scope();
  const out = scope.doubles(5);
  const { cols: frameCols } = spectrum;
  kernels.wasm.discBins(spectrum.power, out, { frameCols, x, y, radius, apart: APART });
  const [count, sum, highest, differences, means] = kernels.doubles(out, 5);
  return { count: count!, sum: sum!, highest: highest!, grain: differences! / (2 * means!) };
}

/** The centre of power around a place, and around that again. The spectrum of real samples is the same at −f. */
function middleOf(
  { cells }: PowerSpectrum,
  power: Float64Array,
  start: Frequency,
  { drawnFrom }: SidebandSettings['patch'],
): Frequency {
  let centre = start;
  for (let step = 0; step < MOST_STEPS; step++) {
    const reach = drawnFrom * distance(start, { x: 0, y: 0 });
    let [sum, x, y] = [0, 0, 0];
    for (let j = 0, at = 0; j < cells.rows; j++) {
      for (let i = 0; i < cells.cols; i++, at++) {
        const [fx, fy] = [cells.fx(i), cells.fy(j)];
        for (const sign of [1, -1]) {
          if (distance({ x: sign * fx, y: sign * fy }, centre) > reach) continue;
          sum += power[at]!;
          x += sign * fx * power[at]!;
          y += sign * fy * power[at]!;
        }
      }
    }
    if (!(sum > 0)) return centre;
    const next = { x: x / sum, y: y / sum };
    if (distance(next, centre) < SETTLED) return next;
    centre = next;
  }
  return centre;
}

/** Median over mean of the power of the cells in the filter: speckle has 0.7 to 1, what gathers in a peak or on a line far less. */
function evenness({ cells }: PowerSpectrum, carrier: Frequency, radius: number): number {
  const inside: number[] = [];
  for (let j = 0, at = 0; j < cells.rows; j++) {
    for (let i = 0; i < cells.cols; i++, at++) {
      const f = { x: cells.fx(i), y: cells.fy(j) };
      const twin = { x: -f.x, y: -f.y };
      if (Math.min(distance(f, carrier), distance(twin, carrier)) <= radius) inside.push(cells.power[at]!);
    }
  }
  const mean = inside.reduce((sum, power) => sum + power, 0) / inside.length;
  return mean > 0 ? medianInPlace(Float64Array.from(inside)) / mean : 0;
}

/** Places on the way from DC to the middle of a patch, as shares of it: one of them lies before the patch. */
const ON_THE_WAY = [0.25, 0.35, 0.45, 0.55, 0.65];

/** Power in the middle of the patch over the least on the straight way to DC. */
function riseFromDc(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  radius: number,
  { discShare }: SidebandSettings['proof'],
): number {
  const at = (share: number, step: number) => {
    const centre = { x: share * carrier.x, y: share * carrier.y };
    const { mean, bins } = ringProfile(kernels, spectrum, centre, { step, rings: 1 });
    return bins[0]! > 0 ? mean[0]! : Infinity;
  };
  return at(1, radius / 2) / Math.min(...ON_THE_WAY.map((share) => at(share, discShare * radius)));
}
