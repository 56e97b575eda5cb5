import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../../test/frame-of.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { demodulate, nativeGrid, unfade } from '../../demodulate/demodulate.ts';
import { upsample } from '../../demodulate/upsample.ts';
import { loadCameraImage } from '../../field/camera.ts';
import { floatsIn, floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { fromPlane } from '../../simulate/wave.ts';
import { phaseSigma, UNIFORM_SIGMA } from '../../uncertainty/phase-sigma.ts';
import {
  edgeNoise,
  filterSpread,
  edgeRinging,
  sidesOf,
  structureAtEdges,
  type FadeUndone,
} from './edge-noise.ts';

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

/** The modulus along x of fringes that are the same all over, as a background frame's field has it. */
function lightAlong(): Float64Array {
  using scope = kernels.scope();
  const fringes = (x: number, y: number) => Math.cos(2 * Math.PI * (CARRIER.x * x + CARRIER.y * y));
  const frame = frameOf(WIDTH, HEIGHT, (x, y) => 2000 + 1000 * fringes(x, y));
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
  const field = demodulate(kernels, scope, image, CARRIER, FILTER, grid);
  unfade(kernels, field, image.plane, FILTER);
  const { re, im } = fromPlane(kernels, field.plane, field.rows, field.cols);
  const from = (field.rows >> 1) * field.cols;
  return Float64Array.from({ length: field.cols }, (_, x) => Math.hypot(re[from + x]!, im[from + x]!));
}

/** Root mean square of demodulated noise by its place along x, and what is said of it. */
function noiseAlong(undone: FadeUndone) {
  const native = undone !== 'camera';
  const light = undone === 'divided' ? lightAlong() : null;
  const normal = normalSource(Random.from(774_000), kernels.wasm);
  const squares: number[] = [];
  let said: Float32Array = new Float32Array();
  let count = 0;
  for (let k = 0; k < FRAMES; k++) {
    using scope = kernels.scope();
    const frame = frameOf(WIDTH, HEIGHT, () => 2000 + 100 * normal());
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
    const field = demodulate(kernels, scope, image, CARRIER, FILTER, grid);
    unfade(kernels, field, image.plane, FILTER);
    const coarse = { ...field.plane, rows: field.rows, cols: field.cols };
    const output = native ? coarse : upsample(kernels, scope, field, HEIGHT, WIDTH, { re: 0, im: 0 });
    const { re, im } = fromPlane(kernels, output, output.rows, output.cols);
    said = edgeNoise(
      kernels,
      sidesOf(field, image.plane, output, native).x,
      FILTER,
      filterSpread(kernels, FILTER),
      undone,
    );
    for (let y = APART; y < output.rows - APART; y++)
      for (let x = 0; x < output.cols; x++) {
        const i = y * output.cols + x;
        squares[x] = (squares[x] ?? 0) + (re[i]! ** 2 + im[i]! ** 2) / (light?.[x] ?? 1) ** 2;
      }
    count = (output.rows - 2 * APART) * FRAMES;
  }
  const rms = squares.map((sum) => Math.sqrt(sum / count));
  const middle = Math.sqrt(squares.slice(20, -20).reduce((a, b) => a + b, 0) / (squares.length - 40) / count);
  return { measured: rms.map((value) => value / middle), said };
}

describe('noise at the edges', () => {
  it('is what demodulated noise scatters by, on the native grid', () => {
    const { measured, said } = noiseAlong('native');
    expect(said[0]).toBeGreaterThan(1.5);
    measured.forEach((value, x) => expect(value / said[x]!, `column ${x}`).toSatisfy(about(0.06)));
  });

  it('is what it scatters by where it was divided by a background frame’s light, which faded alike', () => {
    const { measured, said } = noiseAlong('divided');
    expect(said[0]).toBeGreaterThan(10);
    measured
      .slice(1, -1)
      .forEach((value, x) => expect(value / said[x + 1]!, `column ${x + 1}`).toSatisfy(about(0.06)));
    // of the light next to nothing is left in the outermost
    expect(measured[0]! / said[0]!).toSatisfy(about(0.5));
  });

  it('is what it scatters by on the camera’s, but for the outermost pixels, where it is less', () => {
    const { measured, said } = noiseAlong('camera');
    measured
      .slice(3, -6)
      .forEach((value, x) => expect(value / said[x + 3]!, `column ${x + 3}`).toSatisfy(about(0.06)));
    expect(measured[0]! / said[0]!).toBeLessThan(1);
    expect(measured[1]! / said[1]!).toBeLessThan(1);
  });
});

/** What the fade leaves of waves within the filter by its place along x, root mean square, and what is said of it. */
function ringingAlong() {
  const random = Random.from(774_001);
  const carrier = CARRIER;
  const squares: number[] = [];
  let said: Float32Array = new Float32Array();
  for (let k = 0; k < FRAMES; k++) {
    using scope = kernels.scope();
    // a wave along x of a frequency within the filter on fringes, so weak that its square is nothing
    const frequency = FILTER.passRadius * ((2 * (k + 0.5)) / FRAMES - 1);
    const turn = 2 * Math.PI * random.uniform();
    const phaseOf = (x: number, y: number) => 2 * Math.PI * (carrier.x * x + carrier.y * y);
    const waveOf = (x: number) => 2 * Math.PI * frequency * x + turn;
    const frame = frameOf(
      ...([WIDTH, HEIGHT] as const),
      (x, y) => 3e4 + 1e4 * (Math.cos(phaseOf(x, y)) + WAVE * Math.cos(phaseOf(x, y) + waveOf(x))),
    );
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
    const field = demodulate(kernels, scope, image, carrier, FILTER, grid);
    unfade(kernels, field, image.plane, FILTER);
    const { re, im } = fromPlane(kernels, field.plane, field.rows, field.cols);
    said = edgeRinging(kernels, sidesOf(field, image.plane, field, true).x, FILTER, 'native');
    const row = (field.rows >> 1) * field.cols;
    const even = 5e3;
    for (let x = 0; x < field.cols; x++) {
      const angle = waveOf(x * field.stepX);
      // the fade is undone to a tenth: what is even comes out as less beyond that
      const [u, v] = [
        re[row + x]! / even - WAVE * Math.cos(angle),
        im[row + x]! / even - WAVE * Math.sin(angle),
      ];
      squares[x] = (squares[x] ?? 0) + ((u - 1) ** 2 + v ** 2) / WAVE ** 2 / FRAMES;
    }
  }
  return { measured: squares.map(Math.sqrt), said };
}

describe('ringing at the edges', () => {
  it('is what is left of waves that the filter passes, where the fade is undone wholly', () => {
    const { measured, said } = ringingAlong();
    expect(said[3]).toBeGreaterThan(0.1);
    expect(said[Math.round(said.length / 2)]).toBeLessThan(0.03);
    // the outermost samples lie where the fade is undone only in part
    const shown = [...said.keys()].filter((x) => said[x]! > 0.04 && x > 2 && x < said.length - 3);
    expect(shown.length).toBeGreaterThan(6);
    for (const x of shown) expect(measured[x]! / said[x]!, `column ${x}`).toSatisfy(about(0.25));
  });

  it('leaves no phase on the camera’s grid where less than a tenth of the light comes back', () => {
    const side = { count: WIDTH, full: WIDTH, native: 64, samples: WIDTH, step: 1 };
    const said = edgeRinging(kernels, side, FILTER, 'camera');
    // ½ − ½ cos(π (p + ½) / 15) is 0.003 at the first pixel, 0.024 at the second
    expect([...said.keys()].filter((x) => said[x] === Infinity)).toEqual([0, WIDTH - 1]);
    using scope = kernels.scope();
    const [modulus, out] = [scope.real(2, WIDTH), scope.real(2, WIDTH)];
    kernels.floats(modulus.ptr, 2 * modulus.pitch).fill(1);
    const ringing = { places: 1, power: new Float64Array(1), byX: said, byY: new Float32Array(2) };
    const even = { noisierX: new Float32Array(WIDTH).fill(1), noisierY: new Float32Array(2).fill(1) };
    const [fieldVariance, extraPhaseVariance] = [Float64Array.of(2e-4), new Float64Array(1)];
    phaseSigma(kernels, modulus, { tiles: 1, fieldVariance, extraPhaseVariance, ...even, ringing }, out);
    const sigma = kernels.floats(out.ptr, WIDTH);
    expect(sigma[0]).toBeCloseTo(UNIFORM_SIGMA, 5);
    expect(sigma[1]).toBeCloseTo(0.01, 4);
  });

  it('asks for structure at the edges, and for what differs within a place', () => {
    using scope = kernels.scope();
    const all = { from: 0, to: 64 };
    const plane = scope.complex(64, 64);
    const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
    for (let y = 0; y < 64; y++)
      for (let x = 0; x < 64; x++)
        values[y * floatsPerRow(plane) + inRow(x)] = y < 2 ? 0.1 : y < 8 ? (x % 2 === 0 ? 1.5 : 0.5) : 1;
    const of = (beam: { re: number; im: number } | null) =>
      structureAtEdges(kernels, { plane, rows: 64, cols: 64 }, { x: all, y: { from: 2, to: 64 } }, beam);
    const { places, power } = of(null);
    expect(places).toBe(8);
    power.forEach((value, t) => expect(value, `place ${t}`).toBeCloseTo(t < 8 ? 0.25 : 0, 5));
    // about a beam that is turned by a right angle, 1 more for each
    const isAtEdge = (t: number) => [0, 7].includes(t % 8) || [0, 7].includes(Math.floor(t / 8));
    of({ re: 0, im: 1 }).power.forEach((value, t) =>
      expect(value, `place ${t}`).toBeCloseTo(isAtEdge(t) ? (t < 8 ? 2.25 : 2) : 0, 5),
    );
  });
});

const about = (share: number) => (ratio: number) => Math.abs(ratio - 1) < share;
