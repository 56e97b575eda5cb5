import { lensSlopes } from '../model/disturbances.ts';
import { lightField, lightTables } from '../model/light.ts';
import { foldOf, type Surroundings } from '../model/margin.ts';
import { Optics } from '../model/optics.ts';
import { frequenciesOf, rimOf } from '../model/path-response.ts';
import { drawn, pathOf, sceneOf, slopesIn } from '../model/predict.ts';
import { emptyComplex, transformedFrom, type Complex, type Parts } from '../model/spectrum.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Everywhere } from '../model/shifted.ts';
import type { SceneFit } from './fit-scene.ts';
import { refitted, ridged } from './linear-refit.ts';
import { normalEquations } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';
import type { Task } from './through-pupil.ts';

/**
 * Where the disc that a lens passes lies beside the middle of what light it meets, cycles per camera pixel: along x and y
 * at the middle of the frame, and outwards at half of its longer side; and its radius. Light that is tilted or curved
 * where it meets the target takes its orders across the disc's rim.
 */
type Aside = readonly [x: number, y: number, bend: number, radius: number];

/** What light changes by where the disc is not centred. */
export interface OffCentre {
  readonly aside: Aside;
  /** beside what a disc of this radius in the middle passes, per unit of light */
  readonly change: Complex;
  /** by each number of `aside` but the radius, per unit of it */
  readonly slopes: () => Complex[];
  /** what the field changes by when each frequency that the disc passes, from its own middle, is turned by so many rad, per unit of it */
  readonly turned: (by: Turn) => Complex;
}

type Turn = (fx: number, fy: number) => number;

/**
 * Tried first: how far outwards the disc lies at half the frame's side, in units of how far it may lie aside, and its
 * radius, over the one that is known. Steps alone ended beside a rim in one rig of two.
 */
const BENDS = [-1, -0.5, 0, 0.5, 1];
const RADII = [0.98, 1, 1.02];

/** Where a disc lies, and what that does, from where it was taken to lie before; null: no disc is known, or no lens. */
export function offCentreOf(
  task: Task,
  fit: SceneFit,
  measured: MeasuredLight,
  around: Surroundings,
  before: OffCentre | null,
): OffCentre | null {
  const { pupil } = fit.state;
  if (pupil === null || !task.subject.hasLens) return null;
  const passed = passedBy(task, fit, around);
  const { refit, iterations } = task.settings;
  const { offCentre, discMoved } = refit;
  const width = offCentre * pupil;
  const { solve, lossWith, leftBehind } = solverOf(task, fit, measured, passed([0, 0, 0, pupil]));
  const slopesAt = (aside: Aside) =>
    aside.map((_, k) => {
      const step = discMoved * pupil;
      const there = (by: number) => passed(aside.map((v, l) => v + (k === l ? by : 0)) as unknown as Aside);
      return less(there(step), there(-step), 1 / (2 * step));
    });
  const from = (start: Aside) => {
    let aside = start;
    for (let k = 0; k < iterations.last; k += 1) {
      const next = solve(aside, passed(aside), slopesAt(aside), width);
      if (!next || !isInside(next[3], measured)) break;
      aside = next;
    }
    return aside;
  };
  const starts = before ? [before.aside] : startsOf(task, pupil, (aside) => lossWith(passed(aside)));
  const ends = starts.map(from);
  const worths = ends.length > 1 ? ends.map((end) => leftBehind(passed(end), slopesAt(end))) : [0];
  const found = ends[worths.indexOf(Math.min(...worths))]!;
  const change = less(passed(found), passed([0, 0, 0, found[3]]), 1);
  return {
    ...{ aside: found, change },
    slopes: () => slopesAt(found).slice(0, 3),
    turned: (by) => passed(found, by),
  };
}

/**
 * Where steps begin. A lens's spherical aberration and a bend do much the same to what is finite: there the middle is tried as
 * well, and what lens there may be says which it is. An endless lattice lies where its orders have it.
 */
function startsOf({ subject, settings }: Task, pupil: number, lossAt: (aside: Aside) => number): Aside[] {
  const width = settings.refit.offCentre * pupil;
  const tried = RADII.flatMap((by) => BENDS.map((bend): Aside => [0, 0, bend * width, by * pupil]));
  const losses = tried.map(lossAt);
  const bestOf = (isOne: (aside: Aside) => boolean) =>
    tried.reduce(
      (best, own, k) => (isOne(own) && !(losses[k]! >= losses[best]!) ? k : best),
      tried.findIndex(isOne),
    );
  const best = tried[bestOf(() => true)]!;
  const isFinite = !subject.model.lattices.some(({ box }) => box === null);
  return best[2] === 0 || !isFinite ? [best] : [best, tried[bestOf(([, , bend]) => bend === 0)]!];
}

/** Whether what a filter passes shows a disc. */
function isInside(radius: number, { filter, cell }: MeasuredLight): boolean {
  return radius > 0 && radius < Math.min(filter!.stop, 0.5 / cell);
}

/** What was measured, less what a disc that is not centred does to it. */
export function asCentred(
  { kernels }: Task['subject'],
  measured: MeasuredLight,
  { light }: Pick<SceneFit, 'light'>,
  { change }: OffCentre,
): MeasuredLight {
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const seen = mixed(change, lightField(light, tables, kernels.wasm), false);
  return {
    ...measured,
    re: measured.re.map((value, i) => value - seen.re[i]!),
    im: measured.im!.map((value, i) => value - seen.im[i]!),
  };
}

/** One step of everything at once with a disc that lies aside already, and what is left with others fixed. */
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
  const solve = (aside: Aside, passed: Complex, slopes: readonly Complex[], width: number): Aside | null => {
    const arrived = arrivedWith(passed);
    const { gauge, weight } = weighed(measured, mixed(arrived, lit, false), settings);
    const all = [...base, ...slopes];
    const linear = { measured, weight, gauge, field: arrived, slopes: all, light, tables, lit };
    const normal = normalEquations(subject.kernels, { ...linear, parts: settings.parts });
    const { matrix, count } = normal;
    const own = slopes.map((_, k) => base.length + k);
    const from = [...aside.slice(0, 3), aside[3] - state.pupil!];
    // asked is by how much the disc lies aside in all
    const right = normal.right.map((value, k) =>
      own.reduce((sum, column, l) => sum + matrix[k * count + column]! * from[l]!, value),
    );
    const rest = Array.from({ length: count }, (_, k) => k).filter((k) => !own.includes(k));
    const group = { name: 'off_centre' as const, columns: own, width };
    const { disturbances } = refitted({ ...normal, right }, rest, [group], meanSquare / 2, base.length);
    if (disturbances.length === 0) return null;
    const [x, y, bend, wider] = disturbances[0]!.terms as unknown as Aside;
    return [x, y, bend, state.pupil! + wider];
  };
  const leftBehind = (passed: Complex, slopes: readonly Complex[]) => {
    const arrived = arrivedWith(passed);
    const { gauge, weight, square } = weighed(measured, mixed(arrived, lit, false), settings);
    const lens = lensSlopes(scene.arrived, state.pupil!);
    const all = [...base, ...slopes, ...lens];
    const linear = { measured, weight, gauge, field: arrived, slopes: all, light, tables, lit };
    const normal = normalEquations(subject.kernels, { ...linear, parts: settings.parts });
    const first = base.length + slopes.length;
    const columns = lens.map((_, k) => first + k);
    const group = { name: 'lens' as const, columns, width: 2 * Math.PI * settings.refit.lens };
    const noise = meanSquare / 2;
    const step = ridged(normal, [group], noise);
    // of a step to where a sum of squares is least, half of its pull is left
    const lower = step ? step.reduce((sum, value, k) => sum + value * normal.right[k]!, 0) : 0;
    const total = square.reduce((sum, value, i) => sum + weight[i]! * value, 0);
    return total - lower;
  };
  return { solve, lossWith, leftBehind };
}

/** The field at the measured cells for a disc that lies aside: light is turned until the disc is in its middle, and back. */
function passedBy(
  { subject, measured }: Task,
  { state }: SceneFit,
  { margin, fade }: Surroundings,
): (aside: Aside, turn?: Turn) => Complex {
  const { kernels, medium_wavelength_um } = subject;
  const open = { ...measured, filter: null };
  const optics = new Optics(kernels, open, medium_wavelength_um, margin, foldOf(measured), fade);
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const all = optics.everywhere(spectrum, { ...pathOf(subject, state), pupil: null });
  const { rows, cols, first } = all;
  const turnedBy = turnsOf(kernels, measured, all);
  let bent: { readonly aside: Aside; readonly spectrum: Complex } | null = null;
  return (aside, turn) => {
    const [x, y, bend, radius] = aside;
    const turned = turnedBy(x, y, bend);
    if (!bent || [x, y, bend].some((v, k) => bent!.aside[k] !== v))
      bent = { aside, spectrum: transformedFrom(kernels, [rows, cols], false, turned(all, 1)) };
    const passing = throughDisc(kernels, bent.spectrum, [rows, cols], measured.cell, radius, turn);
    const passed = transformedFrom(kernels, [rows, cols], true, passing);
    const back = emptyComplex(rows * cols);
    turned(passed, -1)(back.re, back.im);
    const out = emptyComplex(measured.rows * measured.cols);
    for (let row = 0; row < measured.rows; row += 1) {
      const from = (row + first) * cols + first;
      out.re.set(back.re.subarray(from, from + measured.cols), row * measured.cols);
      out.im.set(back.im.subarray(from, from + measured.cols), row * measured.cols);
    }
    return out;
  };
}

/** Writes what a disc in the middle passes of frequencies, or what that changes by when each is turned. */
function throughDisc(
  { wasm: { raisedCosine } }: Kernels,
  { re: fromRe, im: fromIm }: Complex,
  [rows, cols]: readonly [number, number],
  cell: number,
  radius: number,
  turn: Turn | undefined,
): Parts {
  const rim = rimOf(radius);
  const [fx, fy] = [frequenciesOf(cols, cell), frequenciesOf(rows, cell)];
  return (re, im) => {
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const f = Math.sqrt(fx[col]! * fx[col]! + fy[row]! * fy[row]!);
        const share = f <= rim.pass ? 1 : f >= rim.stop ? 0 : raisedCosine(f, rim.pass, rim.stop);
        const a = share * fromRe[i]!;
        const b = share * fromIm[i]!;
        const by = turn && share > 0 ? turn(fx[col]!, fy[row]!) : 0;
        re[i] = turn ? -by * b : a;
        im[i] = turn ? by * a : b;
      }
    }
  };
}

/** Writes a field times exp(± i θ), θ the phase that takes a disc which lies aside to the middle. */
function turnsOf(
  { wasm: { sin, cos } }: Kernels,
  { cell, ...seen }: MeasuredLight,
  { rows, cols, first }: Everywhere,
) {
  const half = (Math.max(seen.rows, seen.cols) * cell) / 2;
  const places = (count: number, own: number) =>
    Float64Array.from({ length: count }, (_, k) => (k - first + 0.5 - own / 2) * cell);
  const [ofX, ofY] = [places(cols, seen.cols), places(rows, seen.rows)];
  return (x: number, y: number, bend: number) => {
    const along = (place: Float64Array, shift: number) => {
      const angles = place.map((p) => 2 * Math.PI * p * (shift + (bend * p) / (2 * half)));
      return { re: angles.map(cos), im: angles.map(sin) };
    };
    const [ofCol, ofRow] = [along(ofX, x), along(ofY, y)];
    return ({ re: fromRe, im: fromIm }: Complex, sign: 1 | -1): Parts =>
      (re, im) => {
        for (let row = 0, i = 0; row < rows; row += 1) {
          const p = ofRow.re[row]!;
          const q = ofRow.im[row]!;
          for (let col = 0; col < cols; col += 1, i += 1) {
            const u = ofCol.re[col]!;
            const v = ofCol.im[col]!;
            const c = p * u - q * v;
            const d = sign * (p * v + q * u);
            const a = fromRe[i]!;
            const b = fromIm[i]!;
            re[i] = a * c - b * d;
            im[i] = a * d + b * c;
          }
        }
      };
  };
}

/** (a − b) · by */
function less(a: Complex, b: Complex, by: number): Complex {
  return by === -1
    ? { re: a.re.map((v, i) => v + b.re[i]!), im: a.im.map((v, i) => v + b.im[i]!) }
    : { re: a.re.map((v, i) => by * (v - b.re[i]!)), im: a.im.map((v, i) => by * (v - b.im[i]!)) };
}
