import { describe, expect, it } from 'vitest';
import { someOf } from '../../../../test/brief-form.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { Chance } from '../../../../test/second-simulator/chance.ts';
import { lensTerms } from '../model/disturbances.ts';
import { changeByOrders, type Linear, type SeenOrders } from './order-change.ts';
import type { FoundOrder } from './order-waves.ts';

const ALONG = { count: 136, step: 1, pixels: 136 };
const RADIUS = 0.135;
const USUAL = { radius: RADIUS, width: (0.05 * RADIUS * 0.02) / 68, copies: 0.0047 };
/** rad over half the frame by a cycle per pixel */
const PER = Math.PI * 136;

/** How large each thing is over what it usually is. */
interface Sizes {
  readonly lens: number;
  readonly scatter: number;
  readonly alike: number;
  /** rad by which a rim moves the outermost orders, which their amplitudes do not show */
  readonly rim?: number;
}

/** Orders of a lattice of 25 pixels, all of whose waves a lens passes, the outer ones cut by its rim. */
function drawn(chance: Chance, isRuling: boolean, { lens, scatter, alike, rim = 0 }: Sizes): SeenOrders {
  const size = lens * USUAL.width;
  const terms = lensTerms.map(() => size * chance.normal());
  const light = [chance.normal(), chance.normal()] as const;
  const shells = new Map<number, number>();
  const found: FoundOrder[] = [];
  for (const n of [-3, -1, 0, 1, 3]) {
    for (const m of isRuling ? [0] : [-3, -1, 0, 1, 3]) {
      const f = [n / 25, m / 25] as const;
      const aside = Math.hypot(...f);
      if (aside > 0.13) continue;
      const shell = n * n + m * m;
      const noise = 0.004;
      const cut = aside > 0.1 ? 0.02 : 0;
      if (!shells.has(shell)) shells.set(shell, alike * Math.hypot(USUAL.copies, cut) * chance.normal());
      const own = Math.hypot(scatter * noise, scatter * USUAL.copies, cut);
      const slope = (axis: 0 | 1) => {
        const h = 1e-5;
        const at = (step: number) =>
          f.map((v, k) => (v + (k === axis ? step : 0)) / RADIUS) as [number, number];
        const of = lensTerms.reduce((sum, { of: w }, k) => sum + terms[k]! * (w(...at(h)) - w(...at(-h))), 0);
        const moved = aside > 0.125 ? rim : 0;
        const shared = aside > 0 ? ((shells.get(shell)! + moved) * f[axis]) / aside : 0;
        return (PER * of) / (2 * h) + light[axis] + shared + own * chance.normal();
      };
      const rises = Math.hypot(noise, USUAL.copies, cut);
      const amplitude = [rises * chance.normal(), rises * chance.normal()] as const;
      found.push({ f, shell, amplitude, phase: [slope(0), slope(1)], noise, angle: 0, angleNoise: 0 });
    }
  }
  return { isRuling, found, across: ALONG, down: ALONG, usual: USUAL };
}

const READINGS = {
  scale: [0.5, 0, 0, 0.5],
  ratio: [1, 0, 0, -1],
  turn: [0, 0.5, -0.5, 0],
} satisfies Record<string, Linear>;

describe.each(
  someOf([
    ['as usual', { lens: 0.5, scatter: 0.5, alike: 1 }],
    ['a good lens', { lens: 0.125, scatter: 0.5, alike: 1 }],
    ['the outermost beside a rim', { lens: 0.125, scatter: 0.5, alike: 1, rim: 0.3 }],
  ]),
)('%s: what orders say is off by about as much as they say', (_, sizes) => {
  it.each([
    ['lattice', false, ['scale', 'ratio', 'turn']],
    ['ruling', true, ['scale', 'turn']],
  ] as const)('%s', async (_name, isRuling, names) => {
    const { wasm } = await loadKernels();
    const chance = new Chance(7);
    const ratios = Array.from({ length: 40 }, () => {
      const { linear, variance } = changeByOrders(drawn(chance, isRuling, sizes), wasm)!;
      return names.map((name) => {
        const slope: Linear = READINGS[name];
        const error = slope.reduce((sum, v, k) => sum + v * linear[k]!, 0);
        return error / Math.sqrt(variance(slope).all);
      });
    });
    names.forEach((_reading, k) => {
      const rms = Math.hypot(...ratios.map((own) => own[k]!)) / Math.sqrt(ratios.length);
      expect(rms).toBeGreaterThan(0.6);
      expect(rms).toBeLessThan(1.4);
    });
  });
});

it('lets orders that a rim draws opposite ways along both axes say little, though their amplitudes show nothing', async () => {
  const { wasm } = await loadKernels();
  const chance = new Chance(11);
  const ratios = Array.from({ length: 10 }, () => {
    const seen = drawn(chance, false, { lens: 0.125, scatter: 0.5, alike: 1 });
    const found = seen.found.map((one): FoundOrder => {
      const [x, y] = one.f;
      if (one.shell !== 9) return one;
      const drawnBy = ((Math.abs(x) > Math.abs(y) ? -0.19 : 0.19) * Math.sign(x + y)) as number;
      const phase = [one.phase[0] + (x === 0 ? 0 : drawnBy), one.phase[1] + (y === 0 ? 0 : drawnBy)] as const;
      return { ...one, phase };
    });
    const { linear, variance } = changeByOrders({ ...seen, found }, wasm)!;
    return [linear[0] - linear[3], Math.sqrt(variance(READINGS.ratio).all)] as const;
  });
  // 0.19 rad of them alone would make it 0.007
  for (const [ratio, sigma] of ratios) {
    expect(Math.abs(ratio)).toBeLessThan(0.0012);
    expect(Math.abs(ratio)).toBeLessThan(3 * sigma);
  }
});
