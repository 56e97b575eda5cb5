import { solveSymmetric } from '../../fit/solve.ts';
import type { BudgetLine, Calibration, Measured } from '../../rig/calibration.ts';
import { root } from './budget.ts';

/** What a frame says of the pitch and of where its target lies. */
interface Seen {
  readonly pitch: Measured;
  readonly z: Measured;
  readonly budget: readonly BudgetLine[];
}

/** Pitches of frames from several distances as a straight line over these. */
export interface PitchOverDistance {
  /** of each frame, for the pitch at the distance of the first one; they add up to 1 */
  readonly weights: readonly number[];
  /** µm/mm */
  readonly slope: Measured;
  readonly lines: readonly BudgetLine[];
  /** how much more the frames differ from a line than their own uncertainties let expect, times */
  readonly ratio: number;
  /** one σ of the pitch at the first distance, of noise alone */
  readonly own: number;
}

/** What frames of one rig share: it makes a slope steeper by a share and no more. */
const SHARED = new Set(['part', 'temperature', 'wavelength']);

/**
 * Light that diverges by Q shows a target larger by 1 + Q z. The distance of a profile is that of the plane wave which makes
 * the same frame, z' = z / (1 + Q z), and the pitch is p₀ / (1 + Q z) = p₀ (1 − Q z'): a straight line over it.
 * @returns null: a frame does not tell both
 */
export function pitchOverDistance(each: readonly Calibration[]): PitchOverDistance | null {
  const seen = each.map(({ corrections: { pixel_pitch_um: pitch, z_mm: z }, budget }): Seen | null =>
    pitch && z ? { pitch, z, budget } : null,
  );
  if (!seen.every((one) => one !== null)) return null;
  let line = fitted(seen, 0);
  // how far a distance that is off takes a pitch along follows from the slope itself
  for (let k = 0; line && k < 2; k += 1) line = fitted(seen, line.slope.value);
  return line;
}

/**
 * The best line (Gauss and Markov) through pitches over how much farther than the first frame's target each one's lies: what is off
 * about the place of the first one is off about all these distances, and nothing about its own pitch.
 */
function fitted(seen: readonly Seen[], steep: number): PitchOverDistance | null {
  const count = seen.length;
  const far = seen.map(({ z }) => z.value - seen[0]!.z.value);
  const pitches = seen.map(({ pitch }) => pitch.value);
  const variance = new Float64Array(count * count);
  const moved = seen.map(({ z, budget }) => squared(steep * ownOf('z_mm', z, budget)));
  seen.forEach(({ pitch, budget }, k) => {
    for (let l = 1; k > 0 && l < count; l += 1) variance[k * count + l]! += moved[0]!;
    variance[k * count + k]! += squared(ownOf('pixel_pitch_um', pitch, budget)) + (k > 0 ? moved[k]! : 0);
  });
  const over = (values: readonly number[]) => solveSymmetric(variance.slice(), Float64Array.from(values));
  const [ones, across] = [over(seen.map(() => 1)), over(far)];
  if (!ones || !across) return null;
  const [s, sx, sxx] = [
    dot(
      ones,
      seen.map(() => 1),
    ),
    dot(ones, far),
    dot(across, far),
  ];
  const all = s * sxx - sx * sx;
  if (!(all > 0)) return null;
  const weights = far.map((_, k) => (ones[k]! * sxx - across[k]! * sx) / all);
  const bySlope = far.map((_, k) => (across[k]! * s - ones[k]! * sx) / all);
  const [first, value] = [dot(weights, pitches), dot(bySlope, pitches)];
  const left = pitches.map((pitch, k) => pitch - first - value * far[k]!);
  const ratio = count > 2 ? Math.sqrt(dot(over(left)!, left) / (count - 2)) : 0;
  const lines = linesOf(seen[0]!, value, Math.sqrt(s / all) * Math.max(1, ratio));
  const slope = { value, sigma: root(lines.map(({ u }) => u)) };
  return { weights, slope, lines, ratio, own: Math.sqrt(sxx / all) };
}

function squared(value: number): number {
  return value * value;
}

function dot(a: ArrayLike<number>, b: readonly number[]): number {
  return b.reduce((sum, value, k) => sum + a[k]! * value, 0);
}

/** Diffraction fixes z / pitch² and z λ: a scale that is off by a share makes the slope as much flatter, a wavelength steeper. */
function linesOf({ z, budget }: Seen, slope: number, own: number): BudgetLine[] {
  const common = { quantity: 'pixel_pitch_per_mm', unit: 'µm/mm' };
  const shared = budget.filter(({ quantity, source }) => quantity === 'z_mm' && SHARED.has(source));
  return [
    { ...common, source: 'scatter', type: 'A', u: own, distribution: 'normal' },
    ...shared.map(({ source, type, u, distribution }) => {
      const share = u / Math.abs(z.value) / (source === 'wavelength' ? 1 : 2);
      return { ...common, source, type, u: share * Math.abs(slope), distribution };
    }),
  ];
}

/** What a frame itself leaves unknown. */
function ownOf(name: string, { sigma }: Measured, budget: readonly BudgetLine[]): number {
  return (
    root(budget.filter(({ quantity, type }) => quantity === name && type === 'A').map(({ u }) => u)) || sigma
  );
}
