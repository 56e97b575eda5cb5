/**
 * Calibration before a simulator that shares nothing with the product's own but the dimensions of the targets: errors
 * over stated uncertainties. `node bench/accuracy/calibration-second.ts <first seed> <count> [<part>/<parts>]`
 */
import { appendFileSync } from 'node:fs';
import { loadKernels } from '../../test/load-kernels.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import type { Measured } from '../../src/core/rig/calibration.ts';

const [first = '1', count = '32', part = '0/1', file] = process.argv.slice(2);
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
  const symmetry = target_id.startsWith('ronchi') || target_id.startsWith('step') ? 180 : 90;
  const off = value - truth - symmetry * Math.round((value - truth) / symmetry);
  return [digits(off), digits(off / sigma)];
}

function digits(value: number): number {
  return Number(value.toPrecision(3));
}
