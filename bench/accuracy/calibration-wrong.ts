/**
 * Frames that don't show the target that is named, or don't show it well enough:
 * `node bench/accuracy/calibration-wrong.ts [--minutes n] [--state id] [--round n] [kind or named target …]`. Makes as many tries as
 * n minutes of CPU allow, spread over all kinds and rigs, and keeps what each came to, so that the next run goes on;
 * without `--minutes` it prints what there is. An accepted frame is a failure, unless it does show the target and what
 * was found of the rig is right. The exit code is 1 where there was one. Real frames are those of the folder of
 * recordings (LEITH_DATA). `--round`: simulated frames of that round alone, for ones that nothing was chosen on.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { Calibration } from '../../src/core/rig/calibration.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { Random } from '../../src/core/simulate/random.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { realTries } from './calibration-real-frames.ts';
import { earlier, measure, optionsFrom, stateText, Store } from './calibration-store.ts';
import { simulatedTries, type WrongTry } from './calibration-wrong-frames.ts';
import { isControl, isWrong, kindTable, targetTable, type WrongOutcome } from './calibration-wrong-tables.ts';

/** About 180 tries each, and some 400 of recordings. */
const ROUNDS = 8;

const argv = process.argv.slice(2);
const at = argv.indexOf('--round');
const round = at < 0 ? null : Number(argv.splice(at, 2)[1]);
const { minutes, state, words } = optionsFrom(argv, () => 'wrong');
const store = new Store<WrongOutcome>(state, 'wrong');
const drawn = round === null ? simulatedTries(ROUNDS) : simulatedTries(1, round);
const tries = shuffled([...drawn, ...(round === null ? await realTries() : [])]).filter(
  ({ kind, target_id }) =>
    words.length === 0 || words.some((word) => kind.includes(word) || target_id === word),
);
const kernels = await loadKernels();
await measure(tries, store, minutes, attempt);
const outcomes = tries.flatMap(({ key }) => store.get(key) ?? []);
if (outcomes.length === 0) {
  console.log('Nothing was measured: --minutes n does.');
} else {
  const wrong = outcomes.filter(isWrong);
  const seconds = outcomes.reduce((sum, { cpu }) => sum + cpu, 0);
  console.log(`${stateText(state)}, ${(seconds / 60).toFixed(0)} CPU minutes.\n`);
  console.log(`${kindTable(outcomes)}\n`);
  console.log(targetTable(outcomes));
  for (const [other, all] of earlier<WrongOutcome>('wrong', state)) {
    const own = all.filter(({ kind }) => !isControl(kind));
    const count = own.filter(isWrong).length;
    console.log(`\nState ${other}: ${own.length} tries without the controls, ${count} wrongly accepted.`);
  }
  for (const { key, answer } of wrong) console.log(`- ${key}: ${answer}`);
  process.exitCode = wrong.some(({ kind }) => !isControl(kind)) ? 1 : 0;
}

/** In an order that does not depend on anything, so that a short run has some of everything. */
function shuffled(tries: readonly WrongTry[]): WrongTry[] {
  const order = Random.from(1, 32);
  const placed = tries.map((one) => ({ one, at: order.uniform() }));
  return placed.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

function attempt({
  kind,
  target_id,
  recipe,
  certificate,
  make,
}: WrongTry): Omit<WrongOutcome, 'key' | 'cpu'> {
  const target = findTarget(target_id)!;
  const { frames, truth } = make(kernels);
  try {
    const result = calibrate(kernels, frames, { target, recipe, certificate });
    const { features_found: found, features_expected: expected } = result.fit;
    const right = truth !== null && agrees(result, truth);
    return {
      ...{ kind, target_id, answer: result.quality, right, explained: result.explained, found, expected },
      text: JSON.stringify([result.corrections, result.warnings, truth]),
    };
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const text = `${cause.code}: ${cause.message}`;
    const parts = /(\d+) of (\d+) expected parts/.exec(text);
    const share = /explains (\d+) %/.exec(text);
    return {
      ...{ kind, target_id, answer: 'refused', right: false, text },
      explained: share && Number(share[1]) / 100,
      found: parts && Number(parts[1]),
      expected: parts && Number(parts[2]),
    };
  }
}

/** Within four standard uncertainties, or close enough for any use. */
function agrees(
  { corrections: { pixel_pitch_um: pitch, z_mm: z } }: Calibration,
  spec: SimulationSpec,
): boolean {
  const off = Math.abs(pitch!.value - spec.pixel_pitch_um);
  if (off > Math.max(4 * pitch!.sigma, 0.002 * spec.pixel_pitch_um)) return false;
  const aperture = (spec.wavelength_um * spec.pupil_radius_cycles_per_px) / spec.pixel_pitch_um;
  const depth_mm = spec.wavelength_um / (aperture * aperture) / 1000;
  return z === null || Math.abs(z.value - spec.z_mm) <= Math.max(4 * z.sigma, 0.25 * depth_mm);
}
