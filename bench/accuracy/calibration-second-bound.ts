/**
 * How well anybody could know the pitch of the second simulator's off-axis rigs by one frame (and its background frame,
 * where there is one): the bound of Cramér and Rao with what is known before the frame (van Trees, Detection, Estimation
 * and Modulation Theory I, 2.4.3), at each rig's own values. Known beforehand is the simulator itself: every kind of thing that
 * it gets wrong, how large each may be, and what is said to a calibration of pitch and distance. Where its copies lie is
 * taken for told as well, so the bound is too low if anything.
 * `node bench/accuracy/calibration-second-bound.ts <first seed> <count> <file>` adds rigs to a file of JSON lines;
 * `… --table <file of these> <file of calibration-second>` sets beside it how far pitches were off.
 */
import { appendFileSync } from 'node:fs';
import { solveSymmetric } from '../../src/core/fit/solve.ts';
import type { TargetModel } from '../../src/core/targets/target-model.ts';
import type { Grid } from '../../test/second-simulator/grid.ts';
import { arriving, collected, varianceOf, type SecondRig } from '../../test/second-simulator/record.ts';
import { secondCase } from '../../test/second-simulator/rigs.ts';
import { boundTable, type Bound } from './calibration-second-bound-table.ts';
import { unknownsOf, type Unknown } from './calibration-second-unknowns.ts';
import { alreadyIn, smallSetups } from './calibration-second-setups.ts';

/** Along a side of a pixel: a wave of this band needs no more. */
const CELLS = 2;

const [first = '1', count = '28', file = 'bench/out/bound.jsonl'] = process.argv.slice(2);

if (first === '--table') console.log(boundTable(count, file));
else measure();

function measure(): void {
  const done = alreadyIn(file);
  for (let k = 0; k < Number(count); k += 1) {
    const seed = Number(first) + k;
    const setup = smallSetups[seed % smallSetups.length]!;
    if (done.has(seed) || setup.mode === 'inline' || setup.target_id.startsWith('pinhole')) continue;
    const row = { seed, target_id: setup.target_id, ...boundOf(seed) };
    console.log(JSON.stringify(row));
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
}

/** Shares of the pitch, one σ: as it is, and were light's bend told, the lens, or both. */
function boundOf(seed: number): Omit<Bound, 'seed' | 'target_id'> {
  const { rig, target, withBackground } = secondCase(smallSetups[seed % smallSetups.length]!, seed);
  const model = target.model();
  const unknowns = unknownsOf(rig, model.determines.includes('anisotropy'));
  const frames = [model, ...(withBackground ? [null] : [])];
  const known = informationOf(rig, unknowns, frames);
  const isBend = ({ name }: Unknown) => name === 'larger';
  const isLens = ({ name }: Unknown) => name.startsWith('lens');
  return {
    all: sigma(unknowns, known, () => false),
    bend: sigma(unknowns, known, isBend),
    lens: sigma(unknowns, known, isLens),
    both: sigma(unknowns, known, (one) => isBend(one) || isLens(one)),
  };
}

/** Fisher's information of all unknowns, each in units of what is known of it beforehand. */
function informationOf(
  rig: SecondRig,
  unknowns: readonly Unknown[],
  frames: readonly (TargetModel | null)[],
): Float64Array {
  const size = unknowns.length;
  const matrix = new Float64Array(size * size);
  for (const model of frames) {
    const here = arriving(model, rig, CELLS);
    const variance = varianceOf(collected(here, rig, CELLS));
    const slopes = unknowns.map((unknown) => slopeOf(unknown, rig, model, here));
    slopes.forEach((a, k) => {
      for (let l = 0; l <= k; l += 1) {
        const b = slopes[l]!;
        let sum = 0;
        for (let i = 0; i < a.length; i += 1) sum += (a[i]! * b[i]!) / variance[i]!;
        matrix[k * size + l]! += sum;
        if (l < k) matrix[l * size + k]! += sum;
      }
    });
  }
  return matrix;
}

function slopeOf(
  { change, step, isOfSensor }: Unknown,
  rig: SecondRig,
  model: TargetModel | null,
  here: Grid,
): Float64Array {
  const at = (by: number) => {
    const other = change(rig, by);
    return collected(isOfSensor ? here : arriving(model, other, CELLS), other, CELLS);
  };
  const [before, after] = [at(-step), at(step)];
  return after.map((value, i) => (value - before[i]!) / (2 * step));
}

/** Of the pitch of the plane wave that makes the same frame, pitch over (1 + larger). */
function sigma(
  unknowns: readonly Unknown[],
  information: Float64Array,
  isTold: (one: Unknown) => boolean,
): number {
  const open = unknowns.flatMap((one, k) => (isTold(one) ? [] : [k]));
  const size = open.length;
  const matrix = Float64Array.from({ length: size * size }, (_, i) => {
    const [k, l] = [open[Math.floor(i / size)]!, open[i % size]!];
    return information[k * unknowns.length + l]! + (k === l && unknowns[k]!.isKnown ? 1 : 0);
  });
  const slope = Float64Array.from(open, (k) => unknowns[k]!.ofPitch);
  const scale = Float64Array.from(slope, (_, k) => 1 / Math.sqrt(matrix[k * size + k]!));
  const scaled = matrix.map((value, i) => value * scale[Math.floor(i / size)]! * scale[i % size]!);
  const right = slope.map((value, k) => value * scale[k]!);
  const found = solveSymmetric(scaled, right)!;
  return Number(Math.sqrt(found.reduce((sum, value, k) => sum + value * right[k]!, 0)).toPrecision(3));
}
