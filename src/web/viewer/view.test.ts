import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitView, panView, toCanvas, toMap, zoomView } from './view.ts';

const map = { width: 1920, height: 1080 };
const canvas = { width: 800, height: 700 };
const place = fc.record({
  x: fc.double({ min: 0, max: 800, noNaN: true }),
  y: fc.double({ min: 0, max: 700, noNaN: true }),
});

it('shows the whole map in the middle to begin with', () => {
  const view = fitView(map, canvas);
  const corner = toCanvas(view, canvas, { x: 0, y: 0 });
  const opposite = toCanvas(view, canvas, { x: 1920, y: 1080 });
  expect(corner.x).toBeGreaterThanOrEqual(0);
  expect(opposite.x).toBeLessThanOrEqual(800);
  expect(corner.x + opposite.x).toBeCloseTo(800, 9);
  expect(corner.y + opposite.y).toBeCloseTo(700, 9);
});

it('keeps what lies under the pointer there while it zooms', () => {
  fc.assert(
    fc.property(place, fc.double({ min: 1.01, max: 3, noNaN: true }), (at, factor) => {
      const view = { x: 900, y: 500, scale: 2 };
      const before = toMap(view, canvas, at);
      const after = toMap(zoomView(view, map, canvas, factor, at), canvas, at);
      expect(after.x).toBeCloseTo(before.x, 6);
      expect(after.y).toBeCloseTo(before.y, 6);
    }),
    { seed: 1 },
  );
});

it('never loses the map, however far one moves or zooms', () => {
  let view = panView(fitView(map, canvas), map, 1e6, -1e6);
  expect(view).toMatchObject({ x: 0, y: 1080 });
  for (let i = 0; i < 200; i++) view = zoomView(view, map, canvas, 0.5, { x: 3, y: 4 });
  expect(view.scale).toBeGreaterThan(0.05);
  for (let i = 0; i < 200; i++) view = zoomView(view, map, canvas, 2, { x: 3, y: 4 });
  expect(view.scale).toBe(64);
});
