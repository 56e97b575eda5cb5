import type { Lattice } from '../../targets/target-model.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { lightField, lightTables } from '../model/light.ts';
import type { Surroundings } from '../model/margin.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { Optics } from '../model/optics.ts';
import { drawnAt, predict, type Subject } from '../model/predict.ts';
import { emptyComplex, type Complex } from '../model/spectrum.ts';
import type { SceneFit } from './fit-scene.ts';
import { FINER, latticeOverPixels } from './one-period.ts';
import type { LaidOut } from './part-of-frame.ts';
import type { Lit, Task } from './through-pupil.ts';
import { refitted } from './linear-refit.ts';
import { normalEquations } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';

/** What an in-line camera collects beside what the model has. */
export interface Collected {
  /**
   * Intensity: a pixel takes a mean of it over its area. The model squares the mean of the field, which lacks what is finer than
   * a pixel.
   */
  readonly beyond: Float32Array;
  /** of it, what the frame has: 1 for pixels that use all of their area, 0 for points */
  readonly share: number;
  /** intensity that carries no hologram and lies on all of a frame: a camera's black level, stray and incoherent light */
  readonly floor: number;
}

export function collectedBy({ task, around, endless }: LaidOut, fit: SceneFit): Collected {
  const { subject, measured } = task;
  const whole = endless
    ? latticeOverPixels(subject, endless, fit.state, fit.light, measured)
    : overPixels(subject, fit, measured, around, task.onStep);
  task.onStep();
  const beyond = whole.map((value, i) => value - fit.model.re[i]! * fit.model.re[i]!);
  return { beyond, ...amountsOf(task, fit, beyond) };
}

/** The same of a large frame of a lattice of which a part told the amounts already. */
export function collectedByLattice(
  { subject, optics, measured }: Task,
  lattice: Lattice,
  { state, light }: Lit,
  { share, floor }: Pick<Collected, 'share' | 'floor'>,
): Collected {
  const model = mixed(predict(subject, optics, state), lightOn(subject.kernels, light, measured), true);
  const whole = latticeOverPixels(subject, lattice, state, light, measured);
  return { beyond: whole.map((value, i) => value - model.re[i]!), share, floor };
}

/** What was measured, less that. An amplitude below 0 stands for an intensity below 0. */
export function asCollected(measured: MeasuredLight, { beyond, share, floor }: Collected): MeasuredLight {
  const re = measured.re.map((value, i) => {
    const left = value * Math.abs(value) - share * beyond[i]! - floor;
    return left < 0 ? -Math.sqrt(-left) : Math.sqrt(left);
  });
  return { ...measured, re };
}

/** The change of a field that makes a change of its intensity, per unit of light. */
export function changeThatMakes(beyond: Float32Array, field: Complex, lit: Complex): Complex {
  const out = emptyComplex(beyond.length);
  for (let i = 0; i < beyond.length; i += 1) {
    const a = field.re[i]!;
    const b = field.im[i]!;
    const c = lit.re[i]!;
    const size = beyond[i]! / Math.max(1e-20, 2 * c * c * (a * a + b * b));
    out.re[i] = size * a;
    out.im[i] = size * b;
  }
  return out;
}

/** The mean intensity over each pixel. */
function overPixels(
  subject: Subject,
  { state, light }: SceneFit,
  measured: MeasuredLight,
  { margin, fade }: Surroundings,
  onStep: () => void,
): Float32Array {
  const { kernels, medium_wavelength_um } = subject;
  const { rows, cols, cell } = measured;
  const empty = new Float64Array(0);
  const fine = { rows: FINER * rows, cols: FINER * cols, cell: cell / FINER };
  const cells = { ...fine, re: empty, im: empty, weight: empty, filter: null };
  const optics = new Optics(kernels, cells, medium_wavelength_um, margin, 1, fade);
  onStep();
  const { re, im } = predict(subject, optics, state);
  onStep();
  const lit = lightOn(kernels, light, measured);
  const out = new Float32Array(rows * cols);
  for (let row = 0, i = 0; row < fine.rows; row += 1) {
    const to = Math.floor(row / FINER) * cols;
    for (let col = 0; col < fine.cols; col += 1, i += 1)
      out[to + Math.floor(col / FINER)]! += re[i]! * re[i]! + im[i]! * im[i]!;
  }
  return out.map((sum, i) => (sum / (FINER * FINER)) * lit.re[i]! * lit.re[i]!);
}

function lightOn(kernels: Kernels, light: SceneFit['light'], measured: MeasuredLight): Complex {
  return lightField(light, lightTables(measured, light.amplitudeDegree), kernels.wasm);
}

/** The change of a field that makes the same change of its intensity everywhere, per unit of light. */
export function changeThatLifts(field: Complex, lit: Complex): Complex {
  return changeThatMakes(new Float32Array(field.re.length).fill(1), field, lit);
}

/** One step of everything at once with the amounts among it. */
function amountsOf(
  { subject, optics, measured, settings, onStep }: Task,
  { state, light, unknowns, meanSquare }: SceneFit,
  beyond: Float32Array,
): Pick<Collected, 'share' | 'floor'> {
  const { parts, refit, evidence } = settings;
  const { scene, slopes } = drawnAt(subject, optics, state, unknowns, onStep);
  const { field } = scene.arrived;
  const tables = lightTables(measured, light.amplitudeDegree);
  const lit = lightOn(subject.kernels, light, measured);
  const { gauge, weight } = weighed(measured, mixed(field, lit, true), settings);
  const all = [...slopes, changeThatMakes(beyond, field, lit), changeThatLifts(field, lit)];
  const linear = { measured, weight, gauge, field, slopes: all, light, tables, lit, parts };
  onStep();
  const normal = normalEquations(subject.kernels, linear);
  onStep();
  const own = slopes.length;
  const base = Array.from({ length: normal.count }, (_, k) => k).filter((k) => k !== own && k !== own + 1);
  // asked is by how much more or less the share is than all
  const right = normal.right.map((value, k) => value - normal.matrix[k * normal.count + own]!);
  const groups = [
    { name: 'pixels' as const, columns: [own], width: refit.area },
    { name: 'stray_light' as const, columns: [own + 1], width: evidence.slack },
  ];
  const { disturbances } = refitted({ ...normal, right }, base, groups, meanSquare, slopes.length);
  const [more = 0, floor = 0] = disturbances.map(({ terms }) => terms[0]!);
  // light only adds
  return { share: 1 + more, floor: Math.max(0, floor) };
}
