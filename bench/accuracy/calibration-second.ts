/**
 * Calibration before a simulator that shares nothing with the product's own but the dimensions of the targets: errors
 * over stated uncertainties, a rig a line.
 * `node bench/accuracy/calibration-second.ts <first seed> <count> <file> [<seconds> [<mode> [right | large]]]` adds those to a file of JSON
 * lines that it does not hold yet, and stops after so many seconds; right: of rigs with nothing wrong but noise; large: of frames of 640 pixels a side; `… --table <file> …` makes a table of such files,
 * `… --lines <file> …` one of what each line of a budget is worth, `… --within <file> …` one of pitches within 0.05 %,
 * `… --drawn <file> …` one of what lies within 2σ where part, wavelength and the like are drawn as their lines say.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase, type SecondSetup } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { alreadyIn, largeSetups, nothingWrong, smallSetups } from './calibration-second-setups.ts';
import { drawnTable, secondTable, withinTable, withoutEach } from './calibration-second-table.ts';
import type { BudgetLine, Calibration, Measured } from '../../src/core/rig/calibration.ts';

const [first = '1', count = '28', file = 'bench/out/second.jsonl', ...more] = process.argv.slice(2);

/** What nothing about a rig can hide in: those of the part, of its temperature, of how it lies and of the wavelength. */
const GIVEN = new Set(['part', 'temperature', 'tilt', 'wavelength']);

if (first === '--table') console.log(secondTable([count, file, ...more].filter((name) => existsSync(name))));
else if (first === '--lines') console.log(withoutEach([count, file, ...more].filter(existsSync), GIVEN));
else if (first === '--drawn') console.log(drawnTable([count, file, ...more].filter(existsSync), GIVEN));
else if (first === '--within') console.log(withinTable([count, file, ...more].filter(existsSync)));
else await measure();

async function measure(): Promise<void> {
  const kernels = await loadKernels();
  const done = alreadyIn(file);
  const until = performance.now() + 1000 * Number(more[0] ?? Infinity);
  for (let k = 0; k < Number(count) && performance.now() < until; k += 1) {
    const seed = Number(first) + k;
    if (done.has(seed)) continue;
    const setups = more[2] === 'large' ? largeSetups : smallSetups;
    const setup = setups[seed % setups.length]!;
    if (more[1] !== undefined && more[1] !== 'all' && setup.mode !== more[1]) continue;
    const { target, rig: own, recipe, withBackground, truth: asIs } = secondCase(setup, seed);
    const isRight = more[2] === 'right';
    const rig = isRight ? { ...own, ...nothingWrong(own) } : own;
    const truth = isRight ? { ...asIs, pitch: setup.pitch_um, z: setup.z_um } : asIs;
    const frames = record(target.model(), rig, withBackground);
    const began = process.cpuUsage();
    const row = { setup, seed };
    try {
      const found = calibrate(kernels, frames, { target, recipe });
      const seconds = process.cpuUsage(began).user / 1e6;
      // light is taken to be of the length that is said, and distances to be as much longer; a hole to be as large
      const larger = isHole(setup) ? 1 + (2 * rig.bias_um) / target.entry.feature_size_um! : 1;
      const z = (truth.z * rig.wavelength_um) / recipe.wavelength_um;
      const told = { ...truth, pitch: truth.pitch / larger, z: z / larger ** 2 };
      const alone = ownSigmas(found);
      const off = offBy(found, truth, setup.target_id);
      say({
        ...row,
        seconds,
        quality: found.quality,
        off,
        own: offBy(alone, told, setup.target_id),
        budget: found.budget,
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      say({ ...row, refused: error.message });
    }
  }
}

/** Edges that lie off make a hole larger than it is said to be; what has two of them keeps its middle. */
function isHole({ target_id }: SecondSetup): boolean {
  return target_id.startsWith('pinhole');
}

/** The same with what the frame itself leaves unknown. */
function ownSigmas(found: Calibration): Calibration {
  const { corrections, budget } = found;
  const own = (name: string, measured: Measured | null) =>
    measured && { ...measured, sigma: rootOf(budget.filter((line) => line.quantity === name)) };
  return {
    ...found,
    corrections: {
      ...corrections,
      pixel_pitch_um: own('pixel_pitch_um', corrections.pixel_pitch_um),
      scale_anisotropy: own('scale_anisotropy', corrections.scale_anisotropy),
      z_mm: own('z_mm', corrections.z_mm),
    },
  };
}

function rootOf(lines: readonly BudgetLine[]): number {
  return Math.sqrt(lines.reduce((sum, { source, u }) => (GIVEN.has(source) ? sum : sum + u * u), 0));
}

type Truth = ReturnType<typeof secondCase>['truth'];

function offBy({ corrections, fit }: Calibration, truth: Truth, target_id: string) {
  const { pixel_pitch_um, scale_anisotropy, z_mm } = corrections;
  const isTurned = !/usaf|pinhole/.test(target_id);
  return {
    pitch: shareOff(pixel_pitch_um, truth.pitch),
    ratio: shareOff(scale_anisotropy, truth.ratio),
    z: z_mm && shareOff({ value: 1000 * z_mm.value, sigma: 1000 * z_mm.sigma }, truth.z),
    turn: isTurned && fit.rotation_deg ? turnOff(fit.rotation_deg, truth.rotation, target_id) : null,
  };
}

type Said = { readonly setup: SecondSetup; readonly seed: number } & Readonly<Record<string, unknown>>;

function say(row: Said): void {
  const { setup, seed, ...said } = row;
  console.log(seed, setup.mode, setup.target_id, JSON.stringify({ ...said, budget: undefined }));
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** The error as a share, and over σ. */
function shareOff(found: Measured | null, truth: number): readonly [number, number] | null {
  return found && [digits(found.value / truth - 1), digits((found.value - truth) / found.sigma)];
}

/** Degrees, up to the turns by which a lattice looks the same; and over σ. */
function turnOff({ value, sigma }: Measured, truth: number, target_id: string): readonly [number, number] {
  const symmetry = target_id.startsWith('ronchi') || target_id.endsWith('lines') ? 180 : 90;
  const off = value - truth - symmetry * Math.round((value - truth) / symmetry);
  return [digits(off), digits(off / sigma)];
}

function digits(value: number): number {
  return Number(value.toPrecision(3));
}
