import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fromPlane, type Wave } from '../simulate/wave.ts';
import { demodulate, nativeGrid, unfade } from './demodulate.ts';
import { lowPass } from './low-pass.ts';
import { settleEdges, settlingOf } from './settle-edges.ts';
import { upsample } from './upsample.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [WIDTH, HEIGHT] = [200, 190];
const CARRIER = { x: 0.21, y: 0.23 };
const FILTER = { passRadius: 0.1, stopRadius: 0.115, taper: 15 };
const BEAM = { re: 5e3, im: 0 };

/** How far fields of a phase that is cut by one edge are from it, by rows from that edge on: native, narrower, on the camera's grid. */
function offBy(isFirst: boolean, alongRows: boolean) {
  using scope = kernels.scope();
  const count = alongRows ? HEIGHT : WIDTH;
  const phase = (at: number) => {
    const inset = isFirst ? at : count - 1 - at;
    return 1.5 * Math.exp(-((inset - 2) ** 2) / (2 * 18 ** 2));
  };
  const frame = frameOf(WIDTH, HEIGHT, (x, y) => {
    const carrier = 2 * Math.PI * (CARRIER.x * x + CARRIER.y * y);
    return 3e4 + 1e4 * Math.cos(carrier + phase(alongRows ? y : x));
  });
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
  const field = demodulate(kernels, scope, image, CARRIER, FILTER, grid);
  unfade(kernels, field, image.plane, FILTER);
  settleEdges(kernels, field, settlingOf(kernels, grid, image.plane, FILTER));
  const narrow = lowPass(kernels, scope, field, image.plane, { passRadius: 0.085, stopRadius: 0.095 }, BEAM);
  const full = upsample(kernels, scope, narrow, HEIGHT, WIDTH, BEAM);
  const along = ({ re, im, rows, cols }: Wave, step: number) => {
    const off = Array.from({ length: alongRows ? rows : cols }, (_, k) => {
      const i = alongRows ? k * cols + (cols >> 1) : (rows >> 1) * cols + k;
      return Math.hypot(
        re[i]! / BEAM.re - Math.cos(phase(k * step)),
        im[i]! / BEAM.re - Math.sin(phase(k * step)),
      );
    });
    return isFirst ? off : off.reverse();
  };
  const native = (of: typeof field) =>
    along(fromPlane(kernels, of.plane, of.rows, of.cols), alongRows ? of.stepY : of.stepX);
  return {
    native: native(field),
    narrow: native(narrow),
    full: along(fromPlane(kernels, full, HEIGHT, WIDTH), 1),
  };
}

describe('a sample that an edge cuts', () => {
  it.each([
    { edge: 'upper', isFirst: true, alongRows: true },
    { edge: 'lower', isFirst: false, alongRows: true },
    { edge: 'left', isFirst: true, alongRows: false },
    { edge: 'right', isFirst: false, alongRows: false },
  ])('comes back whole at the $edge one, and rings little at the other', ({ isFirst, alongRows }) => {
    const { native, narrow, full } = offBy(isFirst, alongRows);
    expect(native.length).toBeGreaterThan(60);
    for (const off of [native, narrow, full]) expect(Math.max(...off)).toBeLessThan(0.08);
    expect(Math.max(...full.slice(12, -12))).toBeLessThan(0.01);
    expect(Math.max(...full.slice(-12))).toBeLessThan(0.06);
  });
});
