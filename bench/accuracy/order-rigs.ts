/**
 * Right frames of a simulator that was written apart (order_simulator.py) through a calibration: what is off, as a share (turns: degrees),
 * and over σ. `node bench/accuracy/order-rigs.ts <first seed> <count> [mode [target]]`; PYTHON names an interpreter with NumPy and SciPy.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../test/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { boundsOf } from '../../src/core/targets/shape.ts';
import { decodeNpy } from '../../src/formats/decode/array/npy.ts';
import type { Measured } from '../../src/core/rig/calibration.ts';

const script = fileURLToPath(new URL('order_simulator.py', import.meta.url));
const [first = '1', count = '10', ...kind] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'order-rigs-'));
const kernels = await loadKernels();
writeFileSync(join(folder, 'chart.json'), JSON.stringify(chartBars()));
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const made = spawnSync(process.env.PYTHON ?? 'python3', [script, folder, `${seed}`, '1', ...kind]);
  if (made.status !== 0)
    throw new Error(`The simulator needs NumPy and SciPy (PYTHON): ${made.stderr.toString()}`);
  const rig = JSON.parse(readFileSync(join(folder, `${seed}.json`), 'utf8')) as Rig;
  console.log(seed, rig.mode, rig.target, said(rig, readFileSync(join(folder, `${seed}.npy`))));
}
rmSync(folder, { recursive: true });

interface Rig {
  readonly mode: 'off-axis' | 'inline';
  readonly target: string;
  readonly period?: number;
  /** µm, in vacuum: as a person says, and as it is */
  readonly said_um: number;
  readonly wavelength: number;
  readonly pitch: number;
  readonly said_pitch: number;
  /** µm */
  readonly z: number;
  readonly said_z: number;
  readonly ratio: number;
  /** degrees */
  readonly rotation: number;
}

/** [x, y, width, height] of every bar, µm */
function chartBars(): number[][] {
  const far = { left_um: -Infinity, top_um: -Infinity, right_um: Infinity, bottom_um: Infinity };
  return findTarget('usaf-1951')!
    .model()
    .areas(far)
    .map(({ shape }) => {
      const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
      const [width, height] = [right_um - left_um, bottom_um - top_um];
      return [left_um + width / 2, top_um + height / 2, width, height];
    });
}

function said(rig: Rig, file: Buffer): string {
  const target = findTarget(rig.target)!;
  const z_mm = rig.said_z / 1000;
  const recipe = parseRecipe({
    ...{ holography_mode: rig.mode, wavelength_um: rig.said_um, pixel_pitch_um: rig.said_pitch, z_mm },
  });
  const range = { z_min_mm: 0.88 * z_mm, z_max_mm: 1.12 * z_mm };
  const certificate = target.described && { feature_size_um: rig.period };
  const hologram = decodeNpy(file);
  try {
    const { corrections, fit, warnings } = calibrate(
      kernels,
      { hologram, background: null },
      { target, recipe: { ...recipe, ...range }, ...(certificate && { certificate }) },
    );
    const { pixel_pitch_um, scale_anisotropy, z_mm: z } = corrections;
    // light is taken to be of the length that is said, and distances to be as much longer
    const told = (rig.z * rig.wavelength) / rig.said_um / 1000;
    const isOblong = warnings.some((text) => text.includes('diffracts'));
    return [
      `pitch ${off(pixel_pitch_um, rig.pitch)}, ratio ${off(scale_anisotropy, rig.ratio)}, z ${off(z, told)},`,
      `turn ${turnOff(fit.rotation_deg, rig)}${isOblong ? ', oblong' : ''}`,
    ].join(' ');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `REFUSED ${error.message}`;
  }
}

function off(found: Measured | null, truth: number): string {
  if (!found) return '-';
  return `${(found.value / truth - 1).toPrecision(2)} (${((found.value - truth) / found.sigma).toFixed(2)}σ)`;
}

/** Up to the turns by which a lattice looks the same. */
function turnOff(found: Measured | null, { rotation, target }: Rig): string {
  if (!found) return '-';
  const symmetry = /ronchi|micrometer/.test(target) ? 180 : target.startsWith('usaf') ? 360 : 90;
  const apart = found.value - rotation;
  const error = apart - symmetry * Math.round(apart / symmetry);
  return `${error.toPrecision(2)}° (${(error / found.sigma).toFixed(2)}σ)`;
}
