/**
 * What a lens does to the scale of a lattice whose orders lie equally far out, in light that bends, of rigs of the second simulator
 * beside what was found of them: `node bench/accuracy/calibration-second-rulings.ts <file of calibration-second> …`. What an aberration
 * does to all of them alike is what another distance does, and in light that bends a distance is a scale: a sample is seen with that
 * scale as the lattice is, of a ruling along its lines' normal.
 */
import { readFileSync } from 'node:fs';
import type { SecondRig } from '../../test/second-simulator/record.ts';
import { secondCase, type SecondSetup } from '../../test/second-simulator/rigs.ts';
import { markdownTable } from './markdown-table.ts';

/** cycles per µm, and directions from the lattice's own axis: 50 line pairs per mm, and squares of half of 3 µm along their diagonals */
const ORDERS: Readonly<Record<string, { readonly f: number; readonly along: readonly number[] }>> = {
  'ronchi-50': { f: 0.05, along: [0, Math.PI] },
  'chessboard-grating-3um': { f: Math.SQRT2 / 3, along: [1, 3, 5, 7].map((k) => (k * Math.PI) / 4) },
};
/** cycles per µm, over which a slope is taken */
const STEP = 1e-5;

interface Row {
  readonly setup: SecondSetup;
  readonly seed: number;
  readonly off?: { readonly pitch: readonly [number, number] };
  readonly own?: { readonly pitch: readonly [number, number] };
}

/** Waves of Zernike's terms as the simulator has them. */
function lensWaves(fx: number, fy: number, { radius, waves }: NonNullable<SecondRig['lens']>): number {
  const rho = Math.hypot(fx, fy) / radius;
  const theta = Math.atan2(fy, fx);
  const term = (n: number, m: number) => {
    if (n === 4) return Math.sqrt(5) * (6 * rho ** 4 - 6 * rho ** 2 + 1);
    const radial = n === 3 && Math.abs(m) === 1 ? 3 * rho ** 3 - 2 * rho : rho ** n;
    return Math.sqrt(2 * (n + 1)) * radial * (m < 0 ? Math.sin(-m * theta) : Math.cos(m * theta));
  };
  return waves.reduce((sum, [n, m, weight]) => sum + weight * term(n, m), 0);
}

/** By what share the pitch is another one than in a perfect lens, by the distance that the lens adds in the mean of the orders. */
function lensInBentLight(
  { lens, lying, wavelength_um, curvature_per_um, z_um }: SecondRig,
  { f: order, along: directions }: (typeof ORDERS)[string],
): number {
  const slopes = directions.map((direction) => {
    const angle = lying.rotation_rad + direction;
    const at = (f: number) => lensWaves(f * Math.cos(angle), f * Math.sin(angle), lens!);
    return (at(order + STEP) - at(order - STEP)) / (2 * STEP);
  });
  // a distance z turns a wave by −½ λ z f² cycles
  const mean = slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length;
  const added = -mean / (wavelength_um * order);
  return (1 + curvature_per_um * z_um) / (1 + curvature_per_um * (z_um + added)) - 1;
}

const percent = (share: number) => (100 * share).toFixed(4);

const rows = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Row)
  .filter(({ setup, off }) => off && setup.mode === 'off-axis' && setup.target_id in ORDERS);
const body = rows.map(({ setup, seed, off, own }) => {
  const [error] = off!.pitch;
  const lens = lensInBentLight(secondCase(setup, seed).rig, ORDERS[setup.target_id]!);
  return [
    `${setup.target_id} ${seed}`,
    percent(error),
    own!.pitch[1].toFixed(2),
    percent(lens),
    percent(error - lens),
  ];
});
const head = ['rig', 'pitch off by (%)', 'over σ', 'of that the lens in bent light', 'left'];
console.log(markdownTable(head, body));
