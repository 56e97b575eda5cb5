/**
 * What a calibration finds against the simulated rig: `node bench/accuracy/calibration.ts [--minutes n] [--state id] [--full]
 * [target …]`. Pitch wrong by up to 3 %, distance by up to 10 %, any turn, stretched by up to 1 % and sheared by up to
 * 10 mrad where the target shows it, aberrated off-axis by several rad, uneven light, dust, shot noise, off the middle of
 * the view, the part itself anywhere within its maker's tolerance. Makes as many rigs as n minutes of CPU allow, the same
 * number of each, and keeps what each came to, so that the next run goes on; without `--minutes` it prints what there is.
 * `--full` takes the frames of `calibration-rigs.ts` as large as they are, else they are smaller, so that there can be many.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { depthOfField, readingsOf, residualAberration, type Reading } from './calibration-readings.ts';
import { rigOf, shrunk, tellable, withRange, type Setup } from './calibration-rigs.ts';
import { coverageTable, outcomeTable, type RigOutcome } from './calibration-tables.ts';
import { digestOf, measure, optionsFrom, stateText, Store } from './calibration-store.ts';

/** px: a side of a smaller frame */
const SMALL = { inline: 192, 'off-axis': 256 };
const RIGS = 120;
/** Rigs with lower seeds were looked at while the fit and its uncertainties were made. */
const FIRST_SEED = 4001;

const nameOf = (given: readonly string[]) => (given.includes('--full') ? 'rigs-full' : 'rigs');
const { minutes, state, words } = optionsFrom(process.argv.slice(2), nameOf);
const full = words.includes('--full');
const names = words.filter((word) => !word.startsWith('--'));
const chosen = tellable
  .filter(({ target_id }) => names.length === 0 || names.includes(target_id))
  .map((setup) => (full ? setup : shrunk(setup, SMALL)));
const store = new Store<RigOutcome>(state, nameOf(words));
const tries = Array.from({ length: RIGS }, (_, k) =>
  chosen.map((setup) => tryOf(setup, FIRST_SEED + k)),
).flat();
const kernels = await loadKernels();
await measure(tries, store, minutes, attempt);

const outcomes = chosen.map((setup) => {
  const own = tries.filter((one) => one.setup === setup);
  return { setup, rigs: own.flatMap(({ key }) => store.get(key) ?? []) };
});
if (outcomes.every(({ rigs }) => rigs.length === 0)) {
  console.log(`Nothing was measured: --minutes n does.`);
} else {
  const seconds = outcomes.flatMap(({ rigs }) => rigs).reduce((sum, { cpu }) => sum + cpu, 0);
  console.log(
    `${stateText(state)}, in ${(seconds / 60).toFixed(0)} CPU minutes. Of errors the median, the 95 % and the worst.\n`,
  );
  console.log(outcomeTable(outcomes));
  console.log(`\n${coverageTable(outcomes)}`);
}

/** A rig that was changed since is another one. */
function tryOf(setup: Setup, seed: number) {
  const { target_id, mode, side_px } = setup;
  const { input, recipe } = rigOf(setup, seed);
  const given = withRange(recipe);
  const key = [target_id, mode, side_px, seed, digestOf([input, given])].join(' | ');
  return { key, setup, seed };
}

function attempt({ setup, seed }: { setup: Setup; seed: number }): Omit<RigOutcome, 'key' | 'cpu'> {
  const { input, recipe, target, withBackground, certificate, size } = rigOf(setup, seed);
  const { hologram, background, spec } = simulate(kernels, input);
  const frames = { hologram, background: withBackground ? background : null };
  try {
    const result = calibrate(kernels, frames, { target, certificate, recipe: withRange(recipe) });
    const { features_found, features_expected } = result.fit;
    return {
      ...{ refusal: null, quality: result.quality, explained: result.explained, size },
      ...{ found: features_found / features_expected, readings: readingsOf(result, spec).map(short) },
      ...{ aberration_rad: residualAberration(result, spec), depth_mm: depthOfField(spec) },
      aberration_sigma_rad: result.corrections.phase_aberration?.sigma_rad ?? null,
      electrons: spec.photoelectrons,
    };
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    return { refusal: `${cause.code}: ${cause.message}`, size } as Omit<RigOutcome, 'key' | 'cpu'>;
  }
}

function short(reading: Reading): Reading {
  const digits = (value: number) => Number(value.toPrecision(9));
  return {
    ...reading,
    value: digits(reading.value),
    sigma: digits(reading.sigma),
    truth: digits(reading.truth),
  };
}
