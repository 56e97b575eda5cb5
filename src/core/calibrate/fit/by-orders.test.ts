import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { evenLight } from '../model/light.ts';
import { pitchOf } from '../model/state.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { carriedField } from '../prepare/carried-field.ts';
import { byOrders, isMisread, type Placed } from './by-orders.ts';
import type { FinalFit } from './final-fit.ts';
import { fitSettings } from './fit-settings.ts';
import type { OffCentre } from './off-centre.ts';

const SIDE = 120;
const CARRIER = { x: 0.22, y: 0.2 };
/** pixels per period of steps that are 10 µm apart */
const PERIOD = 24;
const ORDERS = [-3, -1, 0, 1, 3];

/** A frame of a square lattice's orders, each turned by `extra` rad beside where its frequency has it. */
function frameOf(
  kernels: Kernels,
  scope: Scope,
  period: number,
  extra: (fx: number, fy: number, x: number, y: number) => number,
  noise: number,
) {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const middle = (SIDE - 1) / 2;
  let mean = 0;
  for (let row = 0; row < SIDE; row += 1) {
    for (let col = 0; col < SIDE; col += 1) {
      const [x, y] = [col - middle, row - middle];
      // even, of this standard deviation
      let value = 500 + noise * Math.sqrt(12) * (random() - 0.5);
      for (const n of ORDERS) {
        for (const m of ORDERS) {
          const [fx, fy] = [n / period, m / period];
          if (Math.hypot(fx, fy) > 0.135) continue;
          const size = (n === 0 ? 1 : 0.4 / Math.abs(n)) * (m === 0 ? 1 : 0.4 / Math.abs(m));
          const turns = CARRIER.x * col + CARRIER.y * row + fx * x + fy * y;
          value += 100 * size * Math.cos(2 * Math.PI * turns + n * m + extra(fx, fy, x, y));
        }
      }
      values[row * plane.pitch + col] = value;
      mean += value / SIDE ** 2;
    }
  }
  return { plane, mean, crop: null as never, minimum: 0, maximum: 0, fractionAtMaximum: 0 };
}

/** Where a fit would have it whose pitch is off by 0.1 %, and where its orders have it. */
async function placed(
  extra: Parameters<typeof frameOf>[3],
  period = PERIOD,
  noise = 0,
  aside?: OffCentre['aside'],
): Promise<Placed | null> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const image = frameOf(kernels, scope, period, extra, noise);
  const scale = (period / 10) * 1.001;
  const middle = (SIDE - 1) / 2;
  const place: TargetToFrame = [scale, 0, middle, 0, scale, middle];
  const fit = { state: { places: [place] }, light: evenLight(2, 2) };
  const model = findTarget('step-grating-100nm')!.model();
  const offCentre = aside && { aside };
  const final = { fit, subject: { kernels, model }, offCentre } as unknown as FinalFit;
  const prepared = { carried: carriedField(kernels, image, CARRIER), removed: null } as unknown as Prepared;
  return byOrders(final, prepared, false, fitSettings);
}

async function found(extra: Parameters<typeof frameOf>[3]): Promise<number> {
  return pitchOf((await placed(extra))!.place) / (10 / PERIOD) - 1;
}

it('a lattice lies where its orders have it, but for what the end of what passes takes of the outermost', async () => {
  expect(Math.abs(await found(() => 0))).toBeLessThan(1.5e-4);
});

it('phases of orders, and light that all of them share, move nothing', async () => {
  const own = (fx: number, fy: number, x: number, y: number) =>
    40 * (fx * fx - 2 * fy * fy) + 2 * ((x * x) / 3600 + (x * y) / 4000);
  expect(Math.abs(await found(own))).toBeLessThan(1.5e-4);
});

it('a lens in light that bends moves orders by its own slopes, which those farther out tell', async () => {
  const radius = 0.14;
  // spherical aberration of 0.04 waves, and light that moves along it by 4 % of its radius at the frame's edge
  const bent = (fx: number, fy: number, x: number, y: number) => {
    const [bend, size] = [(0.04 * radius) / 60, 2 * Math.PI * 0.04 * Math.sqrt(5)];
    const square = ((fx + bend * x) ** 2 + (fy + bend * y) ** 2) / radius ** 2;
    return size * (6 * square * square - 6 * square + 1);
  };
  const inner = 1 / PERIOD / radius;
  const slope = (2 * Math.PI * 0.04 * Math.sqrt(5) * (24 * inner ** 3 - 12 * inner)) / radius;
  const unmended = ((slope * (0.04 * radius)) / 60 / (2 * Math.PI)) * PERIOD;
  expect(Math.abs(unmended)).toBeGreaterThan(2e-3);
  expect(Math.abs(await found(bent))).toBeLessThan(Math.abs(unmended) / 4);
});

it('behind a lens whose disc is known, what lies beyond it is not asked', async () => {
  const pitch = async (aside?: OffCentre['aside']) =>
    pitchOf((await placed(() => 0, PERIOD, 20, aside))!.place) / (10 / PERIOD);
  const all = await pitch();
  const whole = await pitch([0.003, -0.002, 0.004, 0.135]);
  expect(Math.abs(whole - all)).toBeLessThan(5e-6);
  // of such a disc the first orders alone
  expect(Math.abs((await pitch([0, 0, 0, 0.045])) - all)).toBeGreaterThan(2e-5);
});

it('a frame that holds too few periods keeps no orders apart, and tells nothing by them', async () => {
  expect(await placed(() => 0, 32)).toBeNull();
  expect(await placed(() => 0, 28)).not.toBeNull();
});

it('orders whose slopes are lost in noise tell nothing', async () => {
  // the strongest four, a hundredth apart: 0.091 and 0.116 rad
  expect(await placed(() => 0, PERIOD, 125)).not.toBeNull();
  expect(await placed(() => 0, PERIOD, 155)).toBeNull();
});

it('takes phases that make a part oblong beyond doubt behind a lens for misread', () => {
  const { evidence } = fitSettings;
  const read = (value: number) => isMisread({ oblong: { value, sigma: 0.1 } }, evidence);
  // of 20 nm steps 0.785 ± 0.093 with a distance 2.2 times too long; of six lattices with the right one 0.9 σ at most
  expect([read(0.31), read(-0.31), read(0.29), read(-0.29)]).toEqual([true, true, false, false]);
});
