import { expect, test } from 'vitest';
import { EarlyRows } from './early-rows.ts';

const SIZE = { rows: 19, cols: 3 };
/** more than the values: a header stands before them */
const HEADER = 40;

/** Files whose values are their own place, and who asked for what of them. */
function files() {
  const asked: string[] = [];
  const values = Float32Array.from({ length: SIZE.rows * SIZE.cols }, (_, i) => i);
  return {
    asked,
    size: (path: string) => {
      asked.push(`size of ${path}`);
      return Promise.resolve(HEADER + values.byteLength);
    },
    part: (path: string, from: number, length: number) => {
      asked.push(`${path} ${from} ${length}`);
      return Promise.resolve(values.buffer.slice(from - HEADER, from - HEADER + length));
    },
  };
}

test('fetches the rows around the pointer, as they lie in the file', async () => {
  const made = files();
  let told = 0;
  const rows = new EarlyRows(made, () => told++);
  expect(rows.at('phase', SIZE, 2, 17)).toBeNull();
  rows.want(['phase'], SIZE, 17);
  await rows.rest();
  expect(rows.at('phase', SIZE, 2, 17)).toBe(17 * 3 + 2);
  // the last block is as long as the map is
  expect(made.asked).toEqual(['size of data/phase.tif', `data/phase.tif ${HEADER + 16 * 12} 36`]);
  rows.want(['phase'], SIZE, 18);
  await rows.rest();
  expect(made.asked).toHaveLength(2);
  expect(told).toBe(1);
});

test('of places that a hand has left meanwhile none is fetched', async () => {
  const made = files();
  const rows = new EarlyRows(made, () => undefined);
  rows.want(['phase', 'phase_uncertainty'], SIZE, 0);
  rows.want(['phase', 'phase_uncertainty'], SIZE, 9);
  rows.want(['phase', 'phase_uncertainty'], SIZE, 18);
  await rows.rest();
  expect(rows.at('phase_uncertainty', SIZE, 0, 0)).toBe(0);
  expect(rows.at('phase', SIZE, 0, 9)).toBeNull();
  expect(rows.at('phase', SIZE, 0, 18)).toBe(54);
});

test('a part that does not come leaves a gap and holds nothing up', async () => {
  const made = files();
  const rows = new EarlyRows({ ...made, part: () => Promise.reject(new Error('away')) }, () => undefined);
  rows.want(['phase'], SIZE, 0);
  await rows.rest();
  expect(rows.at('phase', SIZE, 0, 0)).toBeNull();
});
