import {
  LEAST_FADE,
  demodulate,
  fadeAt,
  type nativeGrid,
  unfade,
  type NativeField,
} from '../demodulate/demodulate.ts';
import { lowPass } from '../demodulate/low-pass.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import { fringeInformation, fringePhases } from './fringe-information.ts';
import type { LikelihoodSettings } from './likelihood-settings.ts';
import { modelLight, type LightModel, type LinearField } from './light-model.ts';

/** A step from the linear field towards the likeliest one. */
export interface ScoreStep {
  /** add so much of it: 1, or less where it changes more than noise explains */
  readonly share: number;
  /** of the square of what it changes over what noise alone lets it change */
  readonly change: number;
  /** of neighbouring pixels' residuals, beyond what the model explains */
  readonly correlation: number;
  /** standard deviation of the phase that the linear field has over the step's, as expected */
  readonly gain: number;
  /** per native sample: phase variance after the step over that before */
  readonly left: Float32Array;
  /** changes the field by that share of the step */
  readonly take: () => void;
}

/** Share of the typical power of the field that each place is taken to have at least, and likewise of the information. */
const LEAST = 1e-3;

/**
 * One scoring step (Le Cam) for the phase of a field: a pixel counts with the reciprocal of its variance, so dark fringes,
 * which shot noise spares, tell most. What the frame holds beside the fringes is whatever stands out of its spectrum; how the
 * variance follows the light is measured in what is left. The amplitude stays: the phase's score alone is odd in the fringe's
 * phase, so no distortion of the camera's scale biases it. Source: doi:10.48550/arXiv.2011.04799 (the bound); van der Vaart,
 * Asymptotic Statistics, 5.7 (the step); Hausman, doi:10.2307/1913827 (the test).
 * @param scope owns the step
 * @returns null where the noise can't be told from the light
 */
export function scoreStep(
  kernels: Kernels,
  scope: Scope,
  linear: LinearField,
  settings: LikelihoodSettings,
): ScoreStep | null {
  const { image, field, filter } = linear;
  const { plane } = image;
  using scratch = kernels.scope();
  const light = scratch.real(plane.rows, plane.cols);
  const model = modelLight(kernels, scratch, linear, light, settings);
  if (!model) return null;
  const { curve, leastVariance, lost } = model;
  const residual = residualScore(kernels, scratch, linear, light, model, settings);
  const { power, local } = localNumbers(kernels, field, model, image.mean);
  const typical = mean(power);
  const phases = fringePhases(kernels.wasm.cos);
  const { mostVisibility } = settings;
  const information = power.map((p) => Math.sqrt(Math.max(p, LEAST * typical)));
  const weighed = new Float32Array(power.length);
  const alike = new Float32Array(power.length);
  const stated = new Float32Array(power.length);
  information.forEach((modulus, k) => {
    const found = fringeInformation(local[k]!, modulus, curve, leastVariance, phases, mostVisibility);
    weighed[k] = found.weighed;
    alike[k] = found.alike;
    stated[k] = Math.max(found.alike, Math.min(found.most, found.weighed));
  });
  const least = LEAST * mean(weighed);
  const powers = power.map((p) => Math.max(p, LEAST * typical));
  const within = (turns: Float32Array) => {
    const turned = turnedBy(kernels, scratch, field, turns);
    return lowPass(kernels, scope, turned, plane, filter, { re: 0, im: 0 }, true);
  };
  const scored = phasesOf(
    kernels,
    field,
    residual.score,
    weighed.map((w) => Math.max(w, least) / 2),
  );
  // Of a turn whose mirror image lies beyond the pupil, half comes through, and half of that is phase. Its score tells of the
  // phase alone: a quarter lowers its variance most, to a few per cent, and this is what a second passage leaves.
  const filtered = within(phasesOf(kernels, field, within(scored), powers));
  const inner = innerSamples(field, settings.border);
  const eta = field.noiseGain;
  const expected = sumOf(inner, (k) => eta / alike[k]! - eta / Math.max(weighed[k]!, alike[k]!, least));
  const linearVariance = sumOf(inner, (k) => eta / alike[k]!);
  const turned = phasesOf(kernels, field, filtered, powers);
  const change = sumOf(inner, (k) => turned[k]! * turned[k]!) / Math.max(expected, 1e-4 * linearVariance);
  const share = Math.min(1, 1 / change);
  const kept = (1 - share) * (1 - share);
  return {
    ...{ share, change, correlation: residual.correlation(lost) },
    gain: Math.sqrt(linearVariance / sumOf(inner, (k) => eta / stated[k]!)),
    left: stated.map((s, k) => alike[k]! / s + kept * (1 - alike[k]! / s)),
    take: () => add(kernels, field, filtered, share),
  };
}

/** What the frame has beyond its light, over its variance, demodulated; and how its neighbours hang together. */
function residualScore(
  kernels: Kernels,
  scratch: Scope,
  { image, carrier, filter, field, bend }: LinearField,
  light: RealPlane,
  { curve: [v0, v1, v2], leastVariance }: LightModel,
  { border }: LikelihoodSettings,
) {
  const { plane } = image;
  const sums = scratch.doubles(3);
  const side = Math.floor(border * Math.min(plane.rows, plane.cols));
  kernels.wasm.scoreResidual(plane, light, sums, { v0, v1, v2, leastVariance, border: side });
  const [squares, across, down] = kernels.doubles(sums, 3) as unknown as [number, number, number];
  const grid: ReturnType<typeof nativeGrid> = {
    ...{ rows: field.plane.rows, cols: field.plane.cols },
    ...{ fullRows: field.fullRows, fullCols: field.fullCols },
  };
  const straighten = bend ? (pixels: ComplexPlane) => bend(pixels, false) : undefined;
  const score = demodulate(
    ...([kernels, scratch, { plane: light, mean: 0 }, carrier, filter, grid, straighten] as const),
  );
  unfade(kernels, score, plane, filter);
  // what both sidebands took leaves neighbours less alike, or more
  const taken = (frequency: number) => 2 * field.noiseGain * kernels.wasm.cos(2 * Math.PI * frequency);
  const correlation = (lost: number) =>
    Math.max(
      Math.abs(across / squares + taken(carrier.x) / (1 - lost)),
      Math.abs(down / squares + taken(carrier.y) / (1 - lost)),
    );
  return { score, correlation };
}

/** Per native sample of the field: its power, and how bright the frame is there without its fringes. */
function localNumbers(
  kernels: Kernels,
  field: NativeField,
  { rest, share, meanPower: typical }: LightModel,
  average: number,
) {
  const { plane, rows, cols, stepX, stepY, taper } = field;
  const [fadeX, fadeY] = [
    fadeAt(kernels, Math.ceil(cols * stepX), taper, cols, stepX),
    fadeAt(kernels, Math.ceil(rows * stepY), taper, rows, stepY),
  ];
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const beside = kernels.floats(rest.ptr, floatsIn(rest));
  const [pitch, wide] = [floatsPerRow(plane), floatsPerRow(rest)];
  const power = new Float32Array(rows * cols);
  const local = new Float32Array(rows * cols);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const at = j * pitch + inRow(i);
      const [re, im] = [values[at]!, values[at + TO_IMAGINARY]!];
      const own = re * re + im * im;
      power[j * cols + i] = own;
      local[j * cols + i] =
        average +
        share * (own - typical) +
        beside[Math.round(j * stepY) * wide + inRow(Math.round(i * stepX))]! /
          Math.max(LEAST_FADE, fadeX[i]! * fadeY[j]!);
    }
  return { power, local };
}

/** i field · turns, per sample. @param scope owns it */
function turnedBy(kernels: Kernels, scope: Scope, field: NativeField, turns: Float32Array): NativeField {
  const plane = scope.complex(field.plane.rows, field.plane.cols);
  const of = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const out = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  const pitch = floatsPerRow(plane);
  turns.forEach((turn, k) => {
    const at = Math.floor(k / field.cols) * pitch + inRow(k % field.cols);
    out[at] = -turn * of[at + TO_IMAGINARY]!;
    out[at + TO_IMAGINARY] = turn * of[at]!;
  });
  return { ...field, plane };
}

/** Im(change · field*) / over, per sample: over the field's power, by how much a change turns it, rad. */
function phasesOf(
  kernels: Kernels,
  field: NativeField,
  change: NativeField,
  over: Float32Array,
): Float32Array {
  const of = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const by = kernels.floats(change.plane.ptr, floatsIn(change.plane));
  const pitch = floatsPerRow(field.plane);
  return over.map((p, k) => {
    const at = Math.floor(k / field.cols) * pitch + inRow(k % field.cols);
    return (by[at + TO_IMAGINARY]! * of[at]! - by[at]! * of[at + TO_IMAGINARY]!) / p;
  });
}

function add(kernels: Kernels, field: NativeField, change: NativeField, part: number): void {
  const to = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const by = kernels.floats(change.plane.ptr, floatsIn(change.plane));
  const pitch = floatsPerRow(field.plane);
  for (let j = 0; j < field.rows; j++)
    for (let i = 0; i < field.cols; i++) {
      const at = j * pitch + inRow(i);
      to[at]! += part * by[at]!;
      to[at + TO_IMAGINARY]! += part * by[at + TO_IMAGINARY]!;
    }
}

/** Samples away from the edges. */
function innerSamples({ rows, cols }: NativeField, border: number): number[] {
  const side = Math.ceil(border * Math.min(rows, cols)) + 1;
  const inner: number[] = [];
  for (let j = side; j < rows - side; j++) for (let i = side; i < cols - side; i++) inner.push(j * cols + i);
  return inner;
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function sumOf(inner: readonly number[], value: (k: number) => number): number {
  let sum = 0;
  for (const k of inner) sum += value(k);
  return sum;
}
