import { describe, expect, it } from 'vitest';
import { rippledBy, shellsOf } from './order-shells.ts';
import type { FoundOrder } from './order-waves.ts';

const SIDE = 136;
const FRAME = { across: { pixels: SIDE }, down: { pixels: SIDE } };

function orderOf(aside: number, shell: number, amplitude = 0, noise = 0.004): FoundOrder {
  return { f: [aside, 0], shell, amplitude: [amplitude, 0], phase: [0, 0], noise, angle: 0, angleNoise: 0 };
}

/**
 * What is left of a wave whose frequency rises by `bend` from one pixel to the next, behind a rim that lies `inside` of its frequency in the middle of the
 * frame: the sum over all frequencies that pass. Slopes of its amplitude, as a share, and of its phase over half the frame.
 */
function behindRim(inside: number, bend: number) {
  const count = 4000;
  const widest = 0.25;
  const step = (inside + widest) / count;
  const looks = Array.from({ length: SIDE / 4 }, (_, k) => (8 * k + 4) / SIDE - 1);
  const left = looks.map((u) => {
    const x = (u * SIDE) / 2;
    let [re, im] = [0, 0];
    for (let k = 0; k < count; k += 1) {
      const q = -widest + (k + 0.5) * step;
      // a window keeps the far end from making a ripple of its own
      const share = Math.min(1, (q + widest) / (widest / 2));
      const angle = (-Math.PI * (q - bend * x) ** 2) / bend;
      re += share * Math.cos(angle);
      im += share * Math.sin(angle);
    }
    return { u, re, im };
  });
  let [re, im, reU, imU, square] = [0, 0, 0, 0, 0];
  for (const at of left) {
    re += at.re;
    im += at.im;
    reU += at.u * at.re;
    imU += at.u * at.im;
    square += at.u * at.u;
  }
  const norm = ((re * re + im * im) / left.length) * square;
  return { amplitude: (reU * re + imU * im) / norm, phase: (imU * re - reU * im) / norm };
}

const rms = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

describe('what a rim takes of an outer order', () => {
  it.each([0.004, 0.008, 0.016, 0.032])(
    'turns one that lies %f cycles per pixel further in by about as much',
    (apart) => {
      const both: [seen: number, said: number][] = [];
      for (const bend of [2e-5, 3e-5, 5e-5, 8e-5])
        for (const inside of [-0.002, 0, 0.002, 0.004]) {
          const { amplitude } = behindRim(inside, bend);
          const found = [orderOf(0.12, 2, amplitude, 0), orderOf(0.12 - apart, 1)];
          const shells = shellsOf({ found, usual: { copies: 0 } });
          const said = Math.sqrt(rippledBy(shells, { found, ...FRAME }).get(1)!);
          both.push([behindRim(inside + apart, bend).phase, said]);
        }
      const ratio = rms(both.map(([seen]) => seen)) / rms(both.map(([, said]) => said));
      expect(ratio).toBeGreaterThan(0.4);
      expect(ratio).toBeLessThan(2);
    },
  );
});

describe('shells of orders', () => {
  const found = [orderOf(0.04, 1), orderOf(-0.04, 1), orderOf(0.12, 9, 0.3), orderOf(-0.12, 9, -0.3)];
  const shells = shellsOf({ found, usual: { copies: 0.003 } });

  it('have by how much their amplitudes are not the light’s, beyond noise and copies', () => {
    expect(shells.get(1)).toBe(0);
    expect(shells.get(9)).toBeCloseTo(0.3 ** 2 / 2 - 0.004 ** 2 - 0.003 ** 2, 12);
  });

  it('have nothing of those further in, and of those further out the less the farther they lie', () => {
    const all = rippledBy(shells, { found, ...FRAME });
    expect(all.get(9)).toBe(shells.get(9));
    const turns = 2 * Math.PI * 68 * 0.08;
    expect(Math.sqrt(all.get(1)! / shells.get(9)!)).toBeCloseTo(1.5 / turns ** 2, 12);
    const near = [orderOf(0.119, 1), orderOf(0.12, 9)];
    expect(rippledBy(shells, { found: near, ...FRAME }).get(1)).toBeCloseTo(shells.get(9)! / 4, 12);
  });
});
