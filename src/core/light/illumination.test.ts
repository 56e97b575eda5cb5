import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { Chance } from '../../../test/second-simulator/chance.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase } from '../../../test/second-simulator/rigs.ts';
import { estimateLight } from './illumination.ts';
import { lightSettings } from './light-settings.ts';
import { lightTiles } from './light-tiles.ts';

const [SIDE, TILES] = [192, 16];

/** The degree that is found of a light whose tiles hold samples: they scatter as much as the light varies. */
async function degreeOf(light: (x: number) => number): Promise<number> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  const chance = new Chance(1);
  const samples = Array.from({ length: TILES * TILES }, () => 0.05 * chance.normal());
  for (let row = 0; row < SIDE; row += 1)
    for (let col = 0; col < SIDE; col += 1) {
      const tile = Math.floor((row * TILES) / SIDE) * TILES + Math.floor((col * TILES) / SIDE);
      values[row * plane.pitch + col] = 1000 * (1 + light((2 * col) / (SIDE - 1) - 1) + samples[tile]!);
    }
  return estimateLight(kernels, plane, lightSettings.fit)!.degree;
}

it('finds how far the light of a beam and a lens bends, and no light in samples', async () => {
  expect(await degreeOf(() => 0)).toBe(0);
  // of Legendre, with a standard deviation of 0.05
  expect(await degreeOf((x) => 0.05 * Math.sqrt(5) * (1.5 * x * x - 0.5))).toBe(2);
  expect(await degreeOf((x) => 0.05 * Math.sqrt(7) * (2.5 * x ** 3 - 1.5 * x))).toBe(3);
});

it('of a light that bends by more than samples scatter finds as much of it as there is', async () => {
  expect(await degreeOf((x) => 0.2 * Math.sqrt(7) * (2.5 * x ** 3 - 1.5 * x))).toBe(3);
});

/** Of a ruling a millimetre and a half before the sensor, its lines nearly along the rows of tiles, which are narrower than these. */
async function degreeBehindLines(known: 'foretold' | null, seed = 46033): Promise<number> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const setup = { target_id: 'ronchi-10', mode: 'inline', pitch_um: 3.45, z_um: 1500, side_px: 184 } as const;
  const { target, rig } = secondCase(setup, seed);
  const { height: rows, width: cols, samples } = record(target.model(), rig, false).hologram;
  const plane = scope.real(rows, cols);
  const values = kernels.floats(plane.ptr, rows * plane.pitch);
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) values[row * plane.pitch + col] = samples[row * cols + col]!;
  return estimateLight(kernels, plane, lightSettings.fit, known)!.degree;
}

it('follows no lines of a target where it takes the light that foretells parts left out best', async () => {
  expect(await degreeBehindLines(null)).toBe(6);
  expect(await degreeBehindLines('foretold')).toBe(0);
  // within half a degree of the rows: the rest of a row says of a part of it what lines make of both
  expect(await degreeBehindLines('foretold', 60117)).toBe(0);
});

/** Mean of a frame over that of its estimated light, of which so many tiles in a hundred are brighter by half. */
async function overLight(bright: number): Promise<number> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  const chance = new Chance(2);
  const tiles = Array.from({ length: TILES * TILES }, () => (chance.next() < bright / 100 ? 1500 : 1000));
  let sum = 0;
  for (let row = 0; row < SIDE; row += 1)
    for (let col = 0; col < SIDE; col += 1) {
      const tile = Math.floor((row * TILES) / SIDE) * TILES + Math.floor((col * TILES) / SIDE);
      values[row * plane.pitch + col] = tiles[tile]!;
      sum += tiles[tile]!;
    }
  const { atTiles } = estimateLight(kernels, plane, lightSettings.fit)!;
  const light = atTiles.reduce((all, one) => all + one, 0) / atTiles.length;
  return sum / SIDE / SIDE / light;
}

it('finds no less light than the frame has, as a sample gives none, but for what light is known to', async () => {
  expect(await overLight(10)).toBeCloseTo(1, 3);
  // what a sample outside of the frame sends into it
  const little = await overLight(2);
  expect(little).toBeGreaterThan(1.005);
  expect(little).toBeLessThan(1.02);
});

it('follows parasitic fringes of three waves along the frame into its corners, and Gaussian beams', async () => {
  const kernels = await loadKernels();
  const lights = [
    (x: number, y: number) =>
      (1 - 0.075 * (x * x + y * y)) * (1 + 0.03 * Math.cos(Math.PI * (1.9 * x - 1.2 * y) + 3)),
    (x: number, y: number) => Math.exp(-0.7 * ((x - 0.4) ** 2 + (y + 0.3) ** 2)),
    (x: number, y: number) => Math.exp(-1.1 * ((x - 0.4) ** 2 + (y + 0.3) ** 2)),
  ];
  for (const light of lights) {
    using scope = kernels.scope();
    const plane = scope.real(SIDE, SIDE);
    const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
    const chance = new Chance(3);
    const along = (k: number) => (2 * k) / (SIDE - 1) - 1;
    for (let row = 0; row < SIDE; row += 1)
      for (let col = 0; col < SIDE; col += 1)
        values[row * plane.pitch + col] = 5000 * light(along(col), along(row)) * (1 + 0.02 * chance.normal());
    const { atTiles } = estimateLight(kernels, plane, lightSettings.fit)!;
    const { value } = lightTiles(kernels, plane, lightSettings.fit.tiles);
    expect(Math.max(...atTiles.map((v, t) => Math.abs(v / value[t]! - 1)))).toBeLessThan(0.03);
  }
});
