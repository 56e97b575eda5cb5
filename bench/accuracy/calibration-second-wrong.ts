/**
 * Frames of the second simulator that do not show what is named: another target, the target in another size, or nothing
 * but light. None may be accepted.
 * `node bench/accuracy/calibration-second-wrong.ts <first seed> <count> [<file> [<seconds> [lens]]]` prints a line each and
 * adds it to a file that does not hold it yet, for so many seconds; lens: in-line rigs have one too, which may distort.
 */
import { appendFileSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { targets } from '../../src/core/targets/catalogue.ts';
import { alreadyIn, smallSetups } from './calibration-second-setups.ts';
import { throughLens } from './other-kinds.ts';
import type { TargetModel } from '../../src/core/targets/target-model.ts';

const [first = '1', count = '30', file, seconds = 'Infinity', lens] = process.argv.slice(2);
const done = alreadyIn(file);
const until = performance.now() + 1000 * Number(seconds);
const kernels = await loadKernels();
const kinds = ['another target', 'another size', 'nothing'] as const;

for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  if (done.has(seed)) continue;
  if (performance.now() > until) break;
  const chance = new Chance(seed + 50_000);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.next() * from.length)]!;
  const kind = kinds[seed % kinds.length]!;
  const setup = pick(smallSetups);
  const { target, rig, recipe: told, withBackground } = secondCase(setup, seed);
  const recipe = lens === 'lens' ? throughLens(told) : told;
  const named =
    kind === 'another target'
      ? pick(
          // a lattice that a user describes may be any of them
          targets.filter(
            ({ entry, described }) =>
              !described &&
              entry.target_id !== setup.target_id &&
              entry.applicable_modes.includes(setup.mode),
          ),
        )
      : target;
  // what is sold as one size and is another: from 7 to 25 % larger or smaller
  const factor =
    kind === 'another size' ? 1 + (chance.next() < 0.5 ? -1 : 1) * chance.between(0.08, 0.25) : 1;
  const { feature_size_um } = target.entry;
  const model =
    kind === 'nothing' ? empty(target.model()) : target.model({ feature_size_um: factor * feature_size_um });
  const frames = record(model, rig, withBackground && kind !== 'nothing');
  const name = `${seed} ${kind}: ${setup.mode} ${setup.target_id} as ${named.entry.target_id}`;
  const said = outcome(() => calibrate(kernels, frames, { target: named, recipe }).quality);
  console.log(`${name}: ${said}`);
  if (file)
    appendFileSync(file, `${JSON.stringify({ seed, kind, setup, named: named.entry.target_id, said })}\n`);
}

function empty(model: TargetModel): TargetModel {
  return { ...model, ground: { kind: 'clear' }, areas: () => [] };
}

function outcome(act: () => string): string {
  try {
    return `ACCEPTED ${act()}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.code} ${error.message}`;
  }
}
