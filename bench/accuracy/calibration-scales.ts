/**
 * Scales by the second simulator of which a frame shows little: lines that leave it, two or three of them; and frames of
 * other things that are taken for such a scale, none of which may be accepted.
 * `node bench/accuracy/calibration-scales.ts <first seed> <count> <file> [wrong]` adds to a file of JSON lines the seeds that it
 * does not hold yet; `--table <file>` makes the table of right ones, and says how many wrong ones were accepted.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { alreadyIn, smallSetups } from './calibration-second-setups.ts';
import { markdownTable } from './markdown-table.ts';
import { wrongScenes } from './wrong-scenes.ts';
import type { TargetModel } from '../../src/core/targets/target-model.ts';
import type { Calibration } from '../../src/core/rig/calibration.ts';

/** µm to either side of a line's middle, and what one pixel and the distance are then. */
const SHOWN = [
  { what: 'lines that leave the view', half_um: 5000, close: false },
  { what: 'two or three lines that leave it', half_um: 5000, close: true },
  { what: 'two or three lines as drawn', half_um: 200, close: true },
] as const;
const CLOSE = { pitch_um: 1.3, z_um: 280 };
const GIVEN = ['part', 'temperature', 'tilt', 'wavelength'];
/** Quantities, how they are called in a budget, and beside errors over σ. */
const NAMES = [
  ['pitch', 'pixel_pitch_um'],
  ['z', 'z_mm'],
  ['turn', 'rotation_deg'],
] as const;

interface Row {
  readonly seed: number;
  readonly mode: string;
  readonly what: string;
  readonly said: string;
  readonly found?: number;
  /** errors over what is stated, and over what the frame alone leaves unknown */
  readonly off?: Readonly<Record<string, readonly [number, number]>>;
  /** share by which the pitch is off */
  readonly pitch?: number;
}

const [first = '1', count = '12', file = 'bench/out/scales.jsonl', how] = process.argv.slice(2);
if (first === '--table') table(count);
else await measure();

async function measure(): Promise<void> {
  const kernels = await loadKernels();
  const done = alreadyIn(file);
  for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
    if (done.has(seed)) continue;
    const modes = smallSetups.filter(({ target_id }) => target_id.startsWith('stage'));
    const { what, half_um, close } = SHOWN[Math.floor(seed / modes.length) % SHOWN.length]!;
    const setup = { ...modes[seed % modes.length]!, ...(close ? CLOSE : {}) };
    const { target, rig, recipe, withBackground, truth } = secondCase(setup, seed);
    const right = { what, model: target.model().withLines!(() => [-half_um, half_um]) };
    const shown = how === 'wrong' ? wrong(seed, setup.side_px * setup.pitch_um, right.model) : right;
    const row = { seed, mode: setup.mode, what: shown.what };
    const add = (more: Omit<Row, keyof typeof row>) => {
      console.log(JSON.stringify({ ...row, ...more }));
      appendFileSync(file, `${JSON.stringify({ ...row, ...more })}\n`);
    };
    const frames = record(shown.model, rig, withBackground && how !== 'wrong');
    try {
      const found = calibrate(kernels, frames, { target, recipe });
      const far = (truth.z * rig.wavelength_um) / recipe.wavelength_um / 1000;
      const pitch = found.corrections.pixel_pitch_um!.value / truth.pitch - 1;
      const truths = { pitch: truth.pitch, z: far, turn: truth.rotation };
      add({ said: found.quality, found: found.fit.features_found, off: offBy(found, truths), pitch });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      add({ said: error.message });
    }
  }
}

/** Another target, other scenes with the scale's period, the scale in another size, or nothing but light. */
function wrong(seed: number, view: number, scale: TargetModel): { what: string; model: TargetModel } {
  const chance = new Chance(seed + 70_000);
  const scenes = Object.keys(wrongScenes);
  const others = ['usaf-1951', 'distortion-grid-50um', 'distortion-grid-500um', 'ronchi-10', 'ronchi-50'];
  const all = ['another size', 'nothing', ...others, ...scenes];
  const what = all[seed % all.length]!;
  const [factor, half] = [chance.next() < 0.5 ? 1 / chance.between(1.08, 2) : chance.between(1.08, 2), 5000];
  if (what === 'another size') {
    const feature_size_um = 100 * factor;
    const other = findTarget('stage-micrometer-100um')!.model({ feature_size_um });
    return { what, model: other.withLines!(() => [-half, half]) };
  }
  if (what === 'nothing') return { what, model: { ...scale, areas: () => [] } };
  if (others.includes(what)) return { what, model: findTarget(what)!.model() };
  const { ground, areas } = wrongScenes[what]!({ chance, view, period: 100, isGrid: false });
  return { what, model: { ...scale, ground, areas: () => [...areas] } };
}

/** Over σ, and over that without what a frame cannot know: a ruling looks the same after half a turn. */
function offBy(
  { corrections, fit, budget }: Calibration,
  truths: Readonly<Record<'pitch' | 'z' | 'turn', number>>,
): Readonly<Record<string, readonly [number, number]>> {
  const values = { pitch: corrections.pixel_pitch_um, z: corrections.z_mm, turn: fit.rotation_deg };
  const each = NAMES.flatMap(([name, quantity]) => {
    const value = values[name];
    if (!value) return [];
    const whole = value.value - truths[name];
    const off = name === 'turn' ? whole - 180 * Math.round(whole / 180) : whole;
    const own = budget.filter((line) => line.quantity === quantity && !GIVEN.includes(line.source));
    return [[name, [off / value.sigma, off / Math.hypot(...own.map(({ u }) => u))]] as const];
  });
  return Object.fromEntries(each);
}

function table(name: string): void {
  const rows = readFileSync(name, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const own = rows.filter(({ what }) => SHOWN.some((one) => one.what === what));
  const accepted = (of: readonly Row[]) => of.filter(({ off }) => off !== undefined);
  console.log(
    `${accepted(rows).length - accepted(own).length} of ${rows.length - own.length} wrong ones accepted`,
  );
  const body = ['inline', 'off-axis'].flatMap((mode) =>
    SHOWN.map(({ what }) => {
      const all = own.filter((row) => row.mode === mode && row.what === what);
      const good = accepted(all);
      const pitches = good.map(({ pitch }) => Math.abs(pitch!)).sort((a, b) => a - b);
      const shares = NAMES.flatMap(([quantity]) => {
        const found = good.flatMap(({ off }) => (off![quantity] ? [off![quantity]] : []));
        return ([0, 1] as const).map((k) => {
          const within = found.filter((one) => Math.abs(one[k]) <= 2).length;
          const rms = Math.sqrt(found.reduce((sum, one) => sum + one[k] ** 2, 0) / found.length);
          return `${within}/${found.length}, ${rms.toFixed(2)}`;
        });
      });
      const median = pitches[pitches.length >> 1];
      const size =
        median === undefined ? '–' : `${(1e6 * median).toFixed(0)}, ${(1e6 * pitches.at(-1)!).toFixed(0)}`;
      return [`${mode}, ${what}`, `${good.length}/${all.length}`, size, ...shares];
    }),
  );
  const heads = NAMES.flatMap(([quantity]) => [`${quantity} within 2σ, RMS`, 'of the frame alone']);
  console.log(
    markdownTable(['a scale', 'accepted', 'pitch off by (millionths): median, worst', ...heads], body),
  );
}
