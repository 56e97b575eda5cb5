/**
 * Calibration before a simulator that shares nothing with the product's own but the dimensions of the targets: errors
 * over stated uncertainties, a rig a line.
 * `node bench/accuracy/calibration-second.ts <first seed> <count> [<part>/<parts> [<file>]]` adds them to a file of JSON
 * lines, `node bench/accuracy/calibration-second.ts --table <file> …` makes a table of such files.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { markdownTable } from './markdown-table.ts';
import type { Measured } from '../../src/core/rig/calibration.ts';

const [first = '1', count = '28', part = '0/1', ...files] = process.argv.slice(2);
const [file] = files;

if (first === '--table') console.log(tableOf([count, part, ...files].filter((name) => name.endsWith('l'))));
else await measure();

async function measure(): Promise<void> {
  const [own, parts] = part.split('/').map(Number) as [number, number];
  const kernels = await loadKernels();

  for (let k = 0; k < Number(count); k += 1) {
    if (k % parts !== own) continue;
    const seed = Number(first) + k;
    const setup = secondSetups[k % secondSetups.length]!;
    const { target, rig, recipe, withBackground, truth } = secondCase(setup, seed);
    const frames = record(target.model(), rig, withBackground);
    const began = performance.now();
    const name = `${seed} ${setup.mode} ${setup.target_id}`;
    try {
      const found = calibrate(kernels, frames, { target, recipe });
      const { pixel_pitch_um, scale_anisotropy, z_mm } = found.corrections;
      const degrees = target.model().lattices.length > 0 ? found.fit.rotation_deg : null;
      const off = {
        pitch: shareOff(pixel_pitch_um, truth.pitch),
        ratio: shareOff(scale_anisotropy, truth.ratio),
        z: z_mm && shareOff({ value: 1000 * z_mm.value, sigma: 1000 * z_mm.sigma }, truth.z),
        turn: degrees && turnOff(degrees, truth.rotation, setup.target_id),
      };
      const seconds = Math.round((performance.now() - began) / 1000);
      say(name, `${seconds} s ${found.quality} ${JSON.stringify(off)}`, {
        setup,
        seed,
        off,
        quality: found.quality,
        budget: found.budget,
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      say(name, `${error.code} ${error.message}`, { setup, seed, refused: error.message });
    }
  }
}

function say(name: string, text: string, row: object): void {
  console.log(`${name}: ${text}`);
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
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

interface Row {
  readonly setup: { readonly mode: string };
  readonly off?: Readonly<Record<string, readonly [number, number] | null>>;
}

/** Of each mode: how many rigs were accepted, and of each quantity how many values lie within 2σ, and how far off they are. */
function tableOf(names: readonly string[]): string {
  const lines = names.flatMap((name) => readFileSync(name, 'utf8').trim().split('\n'));
  const rows = lines.map((line) => JSON.parse(line) as Row);
  const body = ['inline', 'off-axis'].flatMap((mode) => {
    const own = rows.filter(({ setup }) => setup.mode === mode);
    const accepted = own.filter(({ off }) => off !== undefined);
    return ['pitch', 'ratio', 'z', 'turn'].map((name) => {
      const found = accepted.flatMap(({ off }) => (off![name] ? [off![name]] : []));
      const within = found.filter(([, sigmas]) => Math.abs(sigmas) <= 2).length;
      const errors = found.map(([error]) => Math.abs(error)).sort((a, b) => a - b);
      const square = found.reduce((sum, [, sigmas]) => sum + sigmas * sigmas, 0) / found.length;
      const middle = digits(errors[errors.length >> 1]!);
      const cells = [mode, `${accepted.length}/${own.length}`, name, `${within}/${found.length}`];
      return [...cells, middle, digits(errors.at(-1)!), Math.sqrt(square).toFixed(2)];
    });
  });
  const head = ['mode', 'accepted', 'quantity', 'within 2σ', 'error, median', 'worst', 'RMS over σ'];
  return markdownTable(
    head,
    body.map((cells) => cells.map(String)),
  );
}
