import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { fallAcross, heldAlike, inCommon, standsOut } from './in-common.ts';

const kernels = await loadKernels();
const STRIPS = 16;
const LINES = 400;

/** What strips have in common of these values at each line, with noise of 1. */
function found(value: (line: number, strip: number) => number) {
  const normal = normalSource(Random.from(3), kernels.wasm);
  const strips = Array.from({ length: STRIPS }, (_, strip) =>
    Float64Array.from({ length: LINES }, (_, line) => value(line, strip) + normal()),
  );
  return inCommon(kernels, strips, 3);
}

const bend = (line: number) => 1e-6 * (line - 100) ** 3;
const wave = (line: number) => 15 * Math.sin(line / 7);

it('takes chance for chance, a smooth series for none, and a few strips with a sample for no more', () => {
  const chance = standsOut(found(bend));
  expect(chance).toBeGreaterThan(0.5);
  expect(chance).toBeLessThan(2);
  expect(standsOut(found((line, strip) => (strip < 5 ? wave(line) : bend(line))))).toBeLessThan(2.5);
});

it('finds what is in common where it is, and nowhere else', () => {
  const some = found((line) => (line > 150 && line < 250 ? wave(line) : bend(line)));
  expect(standsOut(some, 160, 240)).toBeGreaterThan(100);
  expect(standsOut(some, 0, 140)).toBeLessThan(2);
  expect(standsOut(some, 260, 400)).toBeLessThan(2);
});

it('tells what lies level from what falls by some lines', () => {
  const level = fallAcross(found(wave), 1, 4);
  expect(Math.abs(level.share)).toBeLessThan(3 * level.chance);
  const falls = fallAcross(
    found((line, strip) => wave(line - (2 * strip) / STRIPS)),
    1,
    4,
  );
  expect(Math.abs(falls.share)).toBeGreaterThan(1.8);
  expect(Math.abs(falls.share)).toBeLessThan(2.2);
  expect(falls.chance).toBeLessThan(0.1);
});

it('tells what all strips hold alike from what a third of them holds less of', () => {
  const alike = heldAlike(found(wave), 1, 4);
  expect(Math.abs(alike.share)).toBeLessThan(3 * alike.chance);
  const gaps = heldAlike(
    found((line, strip) => (strip % 3 === 0 ? 0.8 : 1) * wave(line)),
    1,
    4,
  );
  expect(gaps.share).toBeLessThan(-10 * gaps.chance);
  // a sample in a few strips that is nothing like it
  const some = heldAlike(
    found((line, strip) => wave(line) + (strip < 5 ? 10 * Math.cos(line / 5) : 0)),
    1,
    4,
  );
  expect(Math.abs(some.share)).toBeLessThan(3 * some.chance);
});
