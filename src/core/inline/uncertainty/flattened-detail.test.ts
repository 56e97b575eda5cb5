import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { flattenedDetail } from './flattened-detail.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 200;
const TILES = 40;
const SPREAD = 0.004;

/** What holds back noise, and along one row of tiles what holds back a line. */
function forceWith(line: number): Float32Array {
  const normal = normalSource(Random.from(5), kernels.wasm);
  const force = Float32Array.from({ length: SIDE * SIDE }, () => SPREAD * normal());
  for (let x = 0; x < SIDE; x += 1) force[102 * SIDE + x]! += line;
  return force;
}
const marked = (line: number, sample: Uint8Array) =>
  flattenedDetail(kernels, forceWith(line), { rows: SIDE, cols: SIDE }, { tiles: TILES, sample });
const inRow = (values: Float64Array) => values.subarray(20 * TILES, 21 * TILES);

/** 1 for one tile in the middle of that row. */
const body = () => Uint8Array.from({ length: TILES * TILES }, (_, t) => (t === 20 * TILES + 20 ? 1 : 0));
const counted = (values: Float64Array) => values.filter((one) => one > 0).length;

it('tells tiles that a line was flattened in which leads to the sample, by what pixels see of it', () => {
  const marks = marked(5 * SPREAD, body());
  expect(counted(inRow(marks))).toBe(TILES);
  // the largest of five, each with its noise
  const mean = inRow(marks).reduce((sum, one) => sum + Math.sqrt(one), 0) / TILES;
  expect(mean * (2 / Math.PI)).toBeGreaterThan(5 * SPREAD);
  expect(mean * (2 / Math.PI)).toBeLessThan(7 * SPREAD);
  // what chance makes counts only where it touches those
  expect(counted(marks)).toBeLessThan(1.3 * TILES);
});

it('says nothing of a line that leads to no sample, nor where nothing tells chance', () => {
  expect(counted(marked(5 * SPREAD, new Uint8Array(TILES * TILES)))).toBe(0);
  expect(counted(marked(5 * SPREAD, new Uint8Array(TILES * TILES).fill(1)))).toBe(0);
});

it('marks one of 20 tiles of a sample by chance', () => {
  const half = Uint8Array.from({ length: TILES * TILES }, (_, t) => (t < (TILES * TILES) / 2 ? 1 : 0));
  const byChance = counted(marked(0, half).subarray(0, half.length / 2)) / (half.length / 2);
  expect(byChance).toBeGreaterThan(0.03);
  expect(byChance).toBeLessThan(0.07);
});
