import { lensTerms, lensSlopes } from '../model/disturbances.ts';
import { lightField, lightTables } from '../model/light.ts';
import type { Surroundings } from '../model/margin.ts';
import { sceneOf, slopesIn } from '../model/predict.ts';
import { emptyComplex, type Complex } from '../model/spectrum.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { passedRadius } from './pupil.ts';
import type { SceneFit } from './fit-scene.ts';
import type { RefitSettings } from './fit-settings.ts';
import { pulledBack, refitted, ridged, type Group, type System } from './linear-refit.ts';
import { normalEquations } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';
import { behindLens, less, type Aside, type LensWaves, type Turn } from './through-disc.ts';
import type { Task } from './through-pupil.ts';

/** What a lens is: where its disc lies, and of what is finite what it does beyond that; null: that is left to a refit. */
interface Lens {
  readonly aside: Aside;
  readonly waves: LensWaves | null;
}

/** What light changes by where the lens is not a perfect one in the middle. */
export interface OffCentre extends Lens {
  /** beside what a disc of this radius in the middle passes, per unit of light */
  readonly change: Complex;
  /** what arrives */
  readonly field: Complex;
  /** a field at the measured cells freed of what its terms do; null: it has none */
  readonly freed: ((field: Complex) => Complex) | null;
  /** by each number of `aside` but the radius, per unit of it */
  readonly slopes: () => Complex[];
  /** what the field changes by when each frequency that the disc passes, from its own middle, is turned by so many rad, per unit of it */
  readonly turned: (by: Turn) => Complex;
}

/**
 * Tried first: how far outwards the disc lies at half the frame's side, in units of how far it may lie aside, and its
 * radius, over the one that is known. Steps alone ended beside a rim in one rig of two.
 */
const BENDS = [-1, -0.5, 0, 0.5, 1];
const RADII = [0.98, 1, 1.02];

/** What a lens is, and what that does, from what it was taken for before; null: no disc is known, or no lens. */
export function offCentreOf(
  task: Task,
  fit: SceneFit,
  measured: MeasuredLight,
  around: Surroundings,
  before: OffCentre | null,
): OffCentre | null {
  const { pupil } = fit.state;
  if (pupil === null || !task.subject.hasLens) return null;
  const lens = behindLens(task, fit, around);
  const passed: typeof lens.passed = (...asked) => {
    task.onStep();
    return lens.passed(...asked);
  };
  const behind = ({ aside, waves }: Lens) => passed(aside, waves);
  const { refit, iterations } = task.settings;
  const { arrivedWith, lossWith, systemAt } = solverOf(task, fit, measured, passed([0, 0, 0, pupil], null));
  const step = refit.discMoved * pupil;
  const slopesAt = ({ aside, waves }: Lens) =>
    aside.map((_, k) => {
      const there = (by: number) =>
        passed(aside.map((v, l) => v + (k === l ? by : 0)) as unknown as Aside, waves);
      return less(there(step), there(-step), 1 / (2 * step));
    });
  const equationsAt = ({ aside, waves }: Lens) => {
    const own = slopesAt({ aside, waves });
    if (!waves) return systemAt(passed(aside, null), own, null);
    const ofWaves = lensSlopes({ turned: (by) => passed(aside, waves, by) }, waves.radius);
    return systemAt(passed(aside, waves), [...own, ...ofWaves], (field) =>
      lens.turned(aside, waves, 1, field),
    );
  };
  const from = (start: Lens) => {
    let own = start;
    for (let k = 0; k < iterations.last; k += 1) {
      const next = stepped(equationsAt(own), own, refit);
      if (!next || !isInside(next.aside[3], measured)) break;
      own = next;
    }
    return own;
  };
  const starts = before ? [before] : startsOf(task, fit, (aside) => lossWith(passed(aside, null)));
  const ends = starts.map(from);
  const worths = ends.length > 1 ? ends.map((end) => leftBehind(equationsAt(end), end, refit)) : [0];
  const { aside, waves } = ends[worths.indexOf(Math.min(...worths))]!;
  const freed = waves && ((field: Complex) => lens.turned(aside, waves, -1, field));
  const now = behind({ aside, waves });
  return {
    ...{ aside, waves, freed, field: arrivedWith(now) },
    change: less(now, passed([0, 0, 0, aside[3]], null), 1),
    slopes: () => {
      const own = slopesAt({ aside, waves }).slice(0, 3);
      return freed ? own.map(freed) : own;
    },
    turned: (by) => passed(aside, null, by),
  };
}

/**
 * Where steps begin. A lens's spherical aberration and a bend do much the same to what is finite: there the middle is tried as
 * well, and what lens there may be says which it is. An endless lattice lies where its orders have it.
 */
function startsOf(
  { subject, settings, measured }: Task,
  { state }: SceneFit,
  lossAt: (aside: Aside) => number,
): Lens[] {
  const pupil = state.pupil!;
  const width = settings.refit.offCentre * pupil;
  const tried = RADII.flatMap((by) => BENDS.map((bend): Aside => [0, 0, bend * width, by * pupil]));
  const losses = tried.map(lossAt);
  const bestOf = (isOne: (aside: Aside) => boolean) =>
    tried.reduce(
      (best, own, k) => (isOne(own) && !(losses[k]! >= losses[best]!) ? k : best),
      tried.findIndex(isOne),
    );
  const best = tried[bestOf(() => true)]!;
  if (subject.model.lattices.some(({ box }) => box === null)) return [{ aside: best, waves: null }];
  const waves = { terms: new Float64Array(lensTerms.length), radius: passedRadius(state, measured) };
  const middle = tried[bestOf(([, , bend]) => bend === 0)]!;
  return [...new Set([best, middle])].map((aside) => ({ aside, waves }));
}

/** Whether what a filter passes shows a disc. */
function isInside(radius: number, { filter, cell }: MeasuredLight): boolean {
  return radius > 0 && radius < Math.min(filter!.stop, 0.5 / cell);
}

/** What was measured, less what a disc that is not centred does to it, and freed of what a lens does beyond that. */
export function asCentred(
  { kernels }: Task['subject'],
  measured: MeasuredLight,
  { light }: Pick<SceneFit, 'light'>,
  { change, field, freed }: OffCentre,
): MeasuredLight {
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, kernels.wasm);
  const seen = mixed(change, lit, false);
  const centred = {
    ...measured,
    re: measured.re.map((value, i) => value - seen.re[i]!),
    im: measured.im!.map((value, i) => value - seen.im[i]!),
  };
  if (!freed) return centred;
  const left = leftOf(measured, mixed(field, lit, false), lit);
  const more = mixed(less(freed(left), left, 1), lit, false);
  return {
    ...centred,
    re: centred.re.map((value, i) => value + more.re[i]!),
    im: centred.im.map((value, i) => value + more.im[i]!),
  };
}

/** What is measured beyond a model, per unit of light. */
function leftOf({ re, im, weight }: MeasuredLight, model: Complex, lit: Complex): Complex {
  const left = emptyComplex(re.length);
  for (let i = 0; i < re.length; i += 1) {
    if (weight[i] === 0) continue;
    const [a, b] = [re[i]! - model.re[i]!, im![i]! - model.im[i]!];
    const [c, d] = [lit.re[i]!, lit.im[i]!];
    const square = c * c + d * d;
    if (square === 0) continue;
    left.re[i] = (a * c + b * d) / square;
    left.im[i] = (b * c - a * d) / square;
  }
  return left;
}

/** What is left with a lens, and the equations of everything at once about it. */
function solverOf(
  { subject, optics, settings }: Task,
  fit: SceneFit,
  measured: MeasuredLight,
  centred: Complex,
) {
  const { state, light, unknowns, meanSquare } = fit;
  const scene = sceneOf(subject, optics, state);
  const { field } = scene.arrived;
  const base = slopesIn(scene, subject, optics, state, unknowns, () => {});
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, subject.kernels.wasm);
  const arrivedWith = (passed: Complex) => less(field, less(passed, centred, 1), -1);
  const lossWith = (passed: Complex) =>
    weighed(measured, mixed(arrivedWith(passed), lit, false), settings).loss;
  const systemAt = (
    passed: Complex,
    slopes: readonly Complex[],
    through: ((field: Complex) => Complex) | null,
  ): AboutLens => {
    const arrived = arrivedWith(passed);
    const { gauge, weight, square } = weighed(measured, mixed(arrived, lit, false), settings);
    const all = [...(through ? base.map(through) : base), ...slopes];
    const linear = { measured, weight, gauge, field: arrived, slopes: all, light, tables, lit };
    const normal = normalEquations(subject.kernels, { ...linear, parts: settings.parts });
    const left = square.reduce((sum, value, i) => sum + weight[i]! * value, 0);
    return { normal, left, noise: meanSquare / 2, first: base.length, pupil: state.pupil! };
  };
  return { arrivedWith, lossWith, systemAt };
}

/** Equations of a fit's unknowns and, from a column on, those of a lens; and what residuals are without a step. */
interface AboutLens {
  readonly normal: System;
  readonly left: number;
  readonly noise: number;
  readonly first: number;
  readonly pupil: number;
}

/** Columns of a lens's terms. */
function wavesIn({ first }: AboutLens, { aside, waves }: Lens, { lens }: RefitSettings): Group[] {
  if (!waves) return [];
  const columns = Array.from(waves.terms, (_, k) => first + aside.length + k);
  return [{ name: 'lens', columns, width: 2 * Math.PI * lens }];
}

/** What a lens is by one step of everything at once. */
function stepped(system: AboutLens, { aside, waves }: Lens, settings: RefitSettings): Lens | null {
  const { normal, noise, first, pupil } = system;
  const { matrix, count } = normal;
  const columns = aside.map((_, k) => first + k);
  const disc = { name: 'off_centre' as const, columns, width: settings.offCentre * pupil };
  const groups: Group[] = [disc, ...wavesIn(system, { aside, waves }, settings)];
  const own = groups.flatMap((group) => group.columns);
  const from = [...aside.slice(0, 3), aside[3] - pupil, ...(waves?.terms ?? [])];
  // asked is what the lens is in all
  const right = normal.right.map((value, k) =>
    own.reduce((sum, column, l) => sum + matrix[k * count + column]! * from[l]!, value),
  );
  const rest = Array.from({ length: count }, (_, k) => k).filter((k) => !own.includes(k));
  const [found, ofWaves] = refitted({ ...normal, right }, rest, groups, noise, first).disturbances;
  if (!found) return null;
  const [x, y, bend, wider] = found.terms as unknown as Aside;
  return { aside: [x, y, bend, pupil + wider], waves: waves && { ...waves, terms: ofWaves!.terms } };
}

/** What a step would leave, and what a lens has beyond what is usual. */
function leftBehind(system: AboutLens, lens: Lens, settings: RefitSettings): number {
  const { normal, left, noise } = system;
  const groups = wavesIn(system, lens, settings).map((own) => ({ ...own, already: lens.waves!.terms }));
  const step = ridged(normal, groups, noise);
  const right = pulledBack(normal.right, groups, noise);
  // of a step to where a sum of squares is least, half of its pull is left
  const lower = step ? step.reduce((sum, value, k) => sum + value * right[k]!, 0) : 0;
  const width = 2 * Math.PI * settings.lens;
  const usual = lens.waves?.terms.reduce((sum, value) => sum + (value / width) * (value / width), 0) ?? 0;
  return left + noise * usual - lower;
}
