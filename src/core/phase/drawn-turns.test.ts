import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { markDrawnTurns } from './drawn-turns.ts';
import { OPEN_TURNS } from './open-turns.ts';
import { LOW_MODULUS, unwrap } from './unwrap.ts';
import { unwrappingSettings } from './unwrapping-settings.ts';

const kernels = await loadKernels();
const SIDE = 48;
const TURN = 2 * Math.PI;
const inside = (i: number) => Math.hypot((i % SIDE) - 24, Math.floor(i / SIDE) - 22) < 11;

/** Standard normal numbers of a seed (mulberry32, Box–Muller). */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(TURN * uniform());
}

/** A disc with a step of phase around it, with noise: what is unwrapped, and what is marked. */
function disc(step: number, noise: number, seed: number, low: (i: number) => boolean = () => false) {
  using scope = kernels.scope();
  const plane = (value: (i: number) => number): RealPlane => {
    const real = scope.real(SIDE, SIDE);
    const samples = kernels.floats(real.ptr, SIDE * real.pitch);
    for (let i = 0; i < SIDE * SIDE; i++) samples[Math.floor(i / SIDE) * real.pitch + (i % SIDE)] = value(i);
    return real;
  };
  const draw = normal(seed);
  const wrapped = plane((i) => {
    const value = (inside(i) ? step : 0) + noise * draw();
    return value - TURN * Math.round(value / TURN);
  });
  const phase = scope.real(SIDE, SIDE);
  const mask = scope.bytes(SIDE * SIDE);
  unwrap(
    kernels,
    wrapped,
    plane((i) => (low(i) ? 0 : 1)),
    phase,
    mask,
  );
  const before = kernels.bytes(mask, SIDE * SIDE).slice();
  const marked = markDrawnTurns(kernels, { phase, sigma: plane(() => noise), mask }, unwrappingSettings);
  const values = kernels.floats(phase.ptr, SIDE * phase.pitch);
  const meanOf = (part: (i: number) => boolean) => {
    const chosen = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter(part);
    const sum = chosen.reduce((a, i) => a + values[Math.floor(i / SIDE) * phase.pitch + (i % SIDE)]!, 0);
    return sum / chosen.length;
  };
  const found = meanOf(inside) - meanOf((i) => !inside(i));
  const trusted = Array.from(marked).filter((_, i) => inside(i) && before[i] === 0);
  const share = trusted.filter(Boolean).length / trusted.length;
  return {
    marked,
    before,
    mask: kernels.bytes(mask, SIDE * SIDE).slice(),
    share,
    isOff: Math.abs(found - step) > 3,
  };
}

const seeds = Array.from({ length: 40 }, (_, k) => k + 1);

describe('turns that a draw from the stated uncertainty changes', () => {
  it('are marked wherever noise has put a part a turn off', () => {
    const frames = seeds.map((seed) => disc(3.05, 0.45, seed));
    const off = frames.filter(({ isOff }) => isOff);
    // else there is nothing to find
    expect(off.length).toBeGreaterThan(5);
    expect(off.filter(({ share }) => share > 0.9).length).toBeGreaterThanOrEqual(0.9 * off.length);
  });

  it('are none where noise decides nothing', () => {
    for (const { marked, before, mask } of [disc(2.9, 0.02, 1), disc(1.2, 0.2, 2)]) {
      expect(marked.some(Boolean)).toBe(false);
      expect(mask).toEqual(before);
    }
  });

  it('are the same when asked again, and leave other marks alone', () => {
    const isLow = (i: number) => i % SIDE < 3;
    const [one, other] = [disc(2.9, 0.45, 3, isLow), disc(2.9, 0.45, 3, isLow)];
    expect(one.marked).toEqual(other.marked);
    one.mask.forEach((mark, i) => {
      if (isLow(i)) expect(mark).toBe(LOW_MODULUS);
      else expect(mark).toBe(one.marked[i] ? OPEN_TURNS : one.before[i]);
    });
  });
});
