/**
 * Frames that don't show the target that is named, or don't show it well enough: `node bench/accuracy/calibration-wrong.ts
 * [--minutes n] [--state id] [kind …]`. Makes as many tries as n minutes of CPU allow, spread over all kinds and rigs, and
 * keeps what each came to, so that the next run goes on; without `--minutes` it prints what there is. An accepted frame
 * is a failure, unless it does show the target and what was found of the rig is right. The exit code is 1 where there
 * was one. Real frames are those of the folder of recordings (LEITH_DATA).
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { Calibration } from '../../src/core/calibrate/calibration.ts';
import { Problem } from '../../src/core/problem.ts';
import { Random } from '../../src/core/simulate/random.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { realTries } from './calibration-real-frames.ts';
import { measure, optionsFrom, stateText, Store, type Kept } from './calibration-store.ts';
import { simulatedTries, type WrongTry } from './calibration-wrong-frames.ts';
import { markdownTable } from './markdown-table.ts';

/** About 180 tries each, and some 400 of recordings. */
const ROUNDS = 8;

interface Outcome extends Kept {
  readonly kind: string;
  readonly target_id: string;
  readonly answer: 'refused' | 'good' | 'needs_review';
  /** an accepted frame does show the target, and what was found is right */
  readonly right: boolean;
  /** as far as the judge came */
  readonly explained: number | null;
  readonly found: number | null;
  readonly expected: number | null;
  readonly text: string;
}

const { minutes, state, words } = optionsFrom(process.argv.slice(2), () => 'wrong');
const store = new Store<Outcome>(state, 'wrong');
const tries = shuffled([...simulatedTries(ROUNDS), ...(await realTries())]).filter(
  ({ kind }) => words.length === 0 || words.some((word) => kind.includes(word)),
);
const kernels = await loadKernels();
await measure(tries, store, minutes, attempt);
print(tries.flatMap(({ key }) => store.get(key) ?? []));

/** In an order that does not depend on anything, so that a short run has some of everything. */
function shuffled(tries: readonly WrongTry[]): WrongTry[] {
  const order = Random.from(1, 32);
  const placed = tries.map((one) => ({ one, at: order.uniform() }));
  return placed.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

function attempt({ kind, target_id, recipe, certificate, make }: WrongTry): Omit<Outcome, 'key' | 'cpu'> {
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

function print(outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) {
    console.log(`Nothing was measured: --minutes n does.`);
    return;
  }
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const isControl = (kind: string) => kind.endsWith('control');
  const wrong = outcomes.filter((one) => one.answer !== 'refused' && !one.right);
  const row = (kind: string, own: readonly Outcome[]) => {
    const count = (test: (one: Outcome) => boolean) => String(own.filter(test).length);
    return [
      ...[kind, String(own.length), count(({ answer }) => answer === 'refused')],
      count(({ answer, right }) => answer !== 'refused' && right),
      count(({ answer, right }) => answer === 'needs_review' && !right),
      count(({ answer, right }) => answer === 'good' && !right),
      ...[spread(own, ({ explained }) => explained), spread(own, foundShare)],
    ];
  };
  const others = outcomes.filter(({ kind }) => !isControl(kind));
  const head = [
    ...[
      'the frame shows',
      'tried',
      'refused',
      'accepted, rightly',
      'wrongly, for review',
      'wrongly, as good',
    ],
    ...['explained: 50 / 90 / 100 % are below', 'parts found: 50 / 90 / 100 % are below'],
  ];
  const rows = kinds
    .sort((a, b) => Number(isControl(b)) - Number(isControl(a)))
    .map((kind) =>
      row(
        kind,
        outcomes.filter((one) => one.kind === kind),
      ),
    );
  const seconds = outcomes.reduce((sum, { cpu }) => sum + cpu, 0);
  console.log(
    `${stateText(state)}: ${outcomes.length} tries, ${others.length} without the controls, in ${(seconds / 60).toFixed(0)} CPU minutes. Share explained and parts found are of the tries that came to be judged, how many in brackets.\n`,
  );
  console.log(markdownTable(head, [...rows, row('all but the controls', others)]));
  for (const { key, answer } of wrong) console.log(`- ${key}: ${answer}`);
  process.exitCode = wrong.some(({ kind }) => !isControl(kind)) ? 1 : 0;
}

function foundShare({ found, expected }: Outcome): number | null {
  return found === null || !expected ? null : found / expected;
}

function spread(own: readonly Outcome[], value: (one: Outcome) => number | null): string {
  const values = own.flatMap((one) => value(one) ?? []).sort((a, b) => a - b);
  if (values.length === 0) return '–';
  const at = (share: number) =>
    values[Math.min(values.length - 1, Math.floor(share * values.length))]!.toFixed(2);
  return `${at(0.5)} / ${at(0.9)} / ${at(1)} (${values.length})`;
}
