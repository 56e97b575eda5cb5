import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { markOpenTurns } from './open-turns.ts';
import { unwrap } from './unwrap.ts';
import { unwrappingSettings } from './unwrapping-settings.ts';

const kernels = await loadKernels();
const SIDE = 96;

describe('a plate whose step is little more than a quarter turn from a whole one', () => {
  // its edges lie anywhere between samples, and the field on the chord between the two levels
  const plate = (step: number) => {
    const edge = (at: number) => 1 / (1 + Math.exp(-3 * at));
    const along = (x: number, y: number) => 0.98 * x + 0.2 * y;
    const across = (x: number, y: number) => 0.98 * y - 0.2 * x;
    const field = (x: number, y: number) => {
      const w = edge(20 - Math.abs(along(x, y) - 55)) * edge(18 - Math.abs(across(x, y) - 30));
      return [1 - w + w * Math.cos(step), w * Math.sin(step)] as const;
    };
    using scope = kernels.scope();
    const plane = (value: (re: number, im: number) => number): RealPlane => {
      const real = scope.real(SIDE, SIDE);
      const samples = kernels.floats(real.ptr, SIDE * real.pitch);
      for (let y = 0; y < SIDE; y++)
        for (let x = 0; x < SIDE; x++) samples[y * real.pitch + x] = value(...field(x, y));
      return real;
    };
    const [modulus, wrapped] = [plane(Math.hypot), plane((re, im) => Math.atan2(im, re))];
    const [phase, mask] = [scope.real(SIDE, SIDE), scope.bytes(SIDE * SIDE)];
    unwrap(kernels, wrapped, modulus, phase, mask);
    return markOpenTurns(kernels, { wrapped, modulus, phase, mask }, { x: 3, y: 3 }, unwrappingSettings);
  };

  it('is open, though it is dark enough between samples only', () => {
    const found = plate(4.5);
    expect(found.regions).toHaveLength(1);
    expect(found.regions[0]!.size).toBeGreaterThan(1000);
  });

  it('is known where the step is less', () => {
    expect(plate(2 * Math.PI - 1.45).regions).toHaveLength(0);
  });
});
