import { solveSymmetric } from '../../fit/solve.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import { lightField, lightTables, withDegrees, type Light } from '../model/light.ts';
import { drawnAt } from '../model/predict.ts';
import type { SceneFit } from './fit-scene.ts';
import { normalEquations, type Normal } from './normal-equations.ts';
import { mixed, weighed } from './residuals.ts';
import type { Task } from './through-pupil.ts';

/** Of light's amplitude over a frame, at most: it changes over a quarter of a frame, and what changes faster may be a target's. */
const MOST_DEGREE = 8;

/**
 * The light of a fit in-line with terms of so high a degree as are worth it, each of which lowers what is left by more than noise would; the fit's own where none
 * is. Light that is uneven by a fifth is no polynomial of a low degree in its logarithm: what these lack lies on all of a frame, and the few bars of a chart
 * make up for it. A lattice is the same all over the frame, so that what is slow is not its own; what a single large part casts may be as slow as light is.
 */
export function asUneven(task: Task, { state, light, unknowns, left }: SceneFit): Light {
  const { subject, optics, measured, settings } = task;
  if (measured.im !== null || subject.model.rigid !== 'part') return light;
  const { kernels } = subject;
  const more = withDegrees(light, MOST_DEGREE, light.phaseDegree);
  const { scene, slopes } = drawnAt(subject, optics, state, unknowns, task.onStep);
  const { field } = scene.arrived;
  const tables = lightTables(measured, MOST_DEGREE);
  const lit = lightField(more, tables, kernels.wasm);
  const { gauge, weight } = weighed(measured, mixed(field, lit, true), settings);
  const linear = { measured, weight, gauge, field, slopes, light: more, tables, lit, parts: settings.parts };
  task.onStep();
  const normal = normalEquations(kernels, linear);
  task.onStep();
  const sum = left.square.reduce((total, square, i) => total + weight[i]! * square, 0);
  const cells = measured.weight.reduce((total, own) => total + own, 0);
  const asked = { first: slopes.length, degree: light.amplitudeDegree, sum, cells };
  return withDegrees(light, degreeWorth(normal, asked, settings.final.worthATerm), light.phaseDegree);
}

/** A fit whose light has terms up to a degree, after so many other unknowns, and what it leaves: a weighted sum of squares. */
interface Asked {
  readonly first: number;
  readonly degree: number;
  readonly sum: number;
  readonly cells: number;
}

/**
 * The highest degree whose terms lower what one step leaves by so many times their share of the data, beside the last one that does: even light may have what
 * lies three degrees farther.
 */
export function degreeWorth(
  { matrix, right, count }: Pick<Normal, 'matrix' | 'right' | 'count'>,
  { first, degree: from, sum, cells }: Asked,
  worthATerm: number,
): number {
  const termsOf = (degree: number) => legendreTerms(degree).length;
  const leftWith = (degree: number) => sum - lowering(matrix, right, count, first + termsOf(degree));
  let best = { degree: from, left: leftWith(from) };
  for (let degree = from + 1; degree <= MOST_DEGREE; degree += 1) {
    const left = leftWith(degree);
    const terms = termsOf(degree) - termsOf(best.degree);
    if (left <= best.left * (1 - (worthATerm * terms) / cells)) best = { degree, left };
  }
  return best.degree;
}

/** By how much one step of the first unknowns lowers a weighted sum of squares. */
function lowering(matrix: Float64Array, right: Float64Array, count: number, size: number): number {
  const scale = Float64Array.from({ length: size }, (_, k) => 1 / Math.sqrt(matrix[k * count + k]! || 1));
  const own = Float64Array.from({ length: size * size }, (_, i) => {
    const [k, l] = [Math.floor(i / size), i % size];
    return matrix[k * count + l]! * scale[k]! * scale[l]! + (k === l ? 1e-11 : 0);
  });
  const pull = scale.map((s, k) => s * right[k]!);
  const step = solveSymmetric(own, pull.slice());
  return step ? step.reduce((sum, value, k) => sum + value * pull[k]!, 0) : 0;
}
