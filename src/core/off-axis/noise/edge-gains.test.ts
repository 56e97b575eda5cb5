import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../../test/frame-of.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { demodulate, nativeGrid, unfade } from '../../demodulate/demodulate.ts';
import { settleEdges, settlingOf } from '../../demodulate/settle-edges.ts';
import { upsample } from '../../demodulate/upsample.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { fromPlane } from '../../simulate/wave.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { edgeGains, rawGains, type EdgeGains } from './edge-gains.ts';
import { filterSpread, sidesOf } from './edge-noise.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [WIDTH, HEIGHT] = [150, 129];
const FRAMES = 60;
const FILTER = { passRadius: 0.1, stopRadius: 0.115, taper: 15 };
/** Samples off the corners, so that one edge alone counts. */
const APART = 10;
/** Amplitude of a wave beside an even one's. */
const WAVE = 0.1;
const CARRIER = { x: 0.21, y: 0.13 };
const EVEN = 5e3;

/** A frame's field on either grid, and what is said of it along x. */
function fieldOf(of: (x: number, y: number) => number, native: boolean, beam = EVEN) {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, frameOf(WIDTH, HEIGHT, of), 'hologram');
  const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
  const field = demodulate(kernels, scope, image, CARRIER, FILTER, grid);
  unfade(kernels, field, image.plane, FILTER);
  settleEdges(kernels, field, settlingOf(kernels, grid, image.plane, FILTER));
  const coarse = { ...field.plane, rows: field.rows, cols: field.cols };
  const output = native ? coarse : upsample(kernels, scope, field, HEIGHT, WIDTH, { re: beam, im: 0 });
  const side = sidesOf(field, image.plane, output, native).x;
  const said = edgeGains(
    kernels,
    side,
    FILTER,
    rawGains(kernels, side, FILTER, filterSpread(kernels, FILTER)),
  );
  return { wave: fromPlane(kernels, output, output.rows, output.cols), ...output, step: side.step, said };
}

const rms = (squares: readonly number[], count: number) => squares.map((sum) => Math.sqrt(sum / count));

/** Root mean square of demodulated noise by its place along x, and what is said of it. */
function noiseAlong(native: boolean) {
  const normal = normalSource(Random.from(774_000), kernels.wasm);
  const squares: number[] = [];
  let said: EdgeGains | null = null;
  let count = 0;
  for (let k = 0; k < FRAMES; k++) {
    const { wave, rows, cols, said: same } = fieldOf(() => 2000 + 100 * normal(), native, 0);
    for (let y = APART; y < rows - APART; y++)
      for (let x = 0; x < cols; x++) {
        const i = y * cols + x;
        squares[x] = (squares[x] ?? 0) + wave.re[i]! ** 2 + wave.im[i]! ** 2;
      }
    count = (rows - 2 * APART) * FRAMES;
    said = same;
  }
  const middle = squares.slice(20, -20).reduce((a, b) => a + b, 0) / (squares.length - 40) / count;
  return { measured: rms(squares, count * middle), said: said!.noise };
}

/** What waves within the filter are off by, where each differs by 1 from one native sample to the next, and what is said of it. */
function ringingAlong(native: boolean) {
  const random = Random.from(774_001);
  const squares: number[] = [];
  let said: EdgeGains | null = null;
  const step = fieldOf(() => 1, true).step;
  for (let k = 0; k < FRAMES; k++) {
    // a wave along x of a frequency within the filter on fringes, so weak that its square is nothing
    const frequency = FILTER.passRadius * ((2 * (k + 0.5)) / FRAMES - 1);
    const turn = 2 * Math.PI * random.uniform();
    const phaseOf = (x: number, y: number) => 2 * Math.PI * (CARRIER.x * x + CARRIER.y * y);
    const waveOf = (x: number) => 2 * Math.PI * frequency * x + turn;
    const light = (x: number, y: number) =>
      3e4 + 1e4 * (Math.cos(phaseOf(x, y)) + WAVE * Math.cos(phaseOf(x, y) + waveOf(x)));
    const { wave, rows, cols, step: out, said: same } = fieldOf(light, native);
    const row = (rows >> 1) * cols;
    const slope = 2 * WAVE * Math.sin(Math.PI * frequency * step);
    for (let x = 0; x < cols; x++) {
      const angle = waveOf(x * out);
      const re = wave.re[row + x]! / EVEN - 1 - WAVE * Math.cos(angle);
      const im = wave.im[row + x]! / EVEN - WAVE * Math.sin(angle);
      squares[x] = (squares[x] ?? 0) + (re * re + im * im) / (slope * slope);
    }
    said = same;
  }
  return { measured: rms(squares, FRAMES), said: said!.ringing };
}

const about = (share: number) => (ratio: number) => Math.abs(ratio - 1) < share;

describe('gains at the edges', () => {
  it.each([
    { grid: 'the native', native: true },
    { grid: 'the camera’s', native: false },
  ])('say what noise scatters by on $grid grid, up to the edges', ({ native }) => {
    const { measured, said } = noiseAlong(native);
    expect(said[0]).toBeGreaterThan(2);
    measured.forEach((value, x) => expect(value / said[x]!, `column ${x}`).toSatisfy(about(0.15)));
  });

  it.each([
    { grid: 'the native', native: true },
    { grid: 'the camera’s', native: false },
  ])('say what waves that the filter passes are off by on $grid grid, up to the edges', ({ native }) => {
    const { measured, said } = ringingAlong(native);
    expect(said[0]).toBeGreaterThan(1);
    expect(said[said.length >> 1]).toBeLessThan(0.03);
    const shown = [...said.keys()].filter((x) => said[x]! > 0.1);
    expect(shown.length).toBeGreaterThan(6);
    for (const x of shown) expect(measured[x]! / said[x]!, `column ${x}`).toSatisfy(about(0.4));
  });
});
