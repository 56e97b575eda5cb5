// @module-tag further/others
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { roughness } from '../src/web/viewer/roughness.ts';
import type { ShownMap } from '../src/web/viewer/shown-map.ts';

const script = fileURLToPath(new URL('gwyddion-roughness.py', import.meta.url));
const [ROWS, COLS] = [45, 70];

/** Sa, Sq, Sz as Gwyddion has them; null: it is not here. */
function byGwyddion(values: Float32Array): number[] | null {
  const input = [ROWS, COLS, ...values].join(' ');
  const { status, stdout } = spawnSync('python3', [script], { input, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(' ').map(Number) : null;
}

const present = byGwyddion(new Float32Array(ROWS * COLS)) !== null;
if (!present) console.log('skipped: roughness beside Gwyddion needs its library (Debian: libgwyddion20)');

/** Numbers without pattern, the same each time. */
function noise(): () => number {
  let seed = 7;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
}

const surfaces: Readonly<Record<string, (x: number, y: number) => number>> = {
  'noise on a slope': (
    (random) => (x, y) =>
      12 * random() + 3 * x - 0.8 * y + 100
  )(noise()),
  'a wave askew': (x, y) => 5 * Math.sin(0.31 * x + 0.17 * y) - 0.02 * x,
  'a step, which no plane takes away': (x, y) => (x + 0.3 * y > 40 ? 30 : 0),
  'one peak': (x, y) => 40 * Math.exp(-((x - 20) ** 2 + (y - 30) ** 2) / 30),
};

describe.runIf(present)('roughness beside Gwyddion', () => {
  it.each(Object.entries(surfaces))('is the same for %s', (_, height) => {
    const values = Float32Array.from({ length: ROWS * COLS }, (_, i) =>
      height(i % COLS, Math.floor(i / COLS)),
    );
    const map = { values, cols: COLS, rows: ROWS } as ShownMap;
    const { sa, sq, sz } = roughness(map, { x: 0, y: 0, width: COLS, height: ROWS })!;
    const theirs = byGwyddion(values)!;
    [sa, sq, sz].forEach((own, i) => expect(own / theirs[i]!).toBeCloseTo(1, 9));
  });
});
