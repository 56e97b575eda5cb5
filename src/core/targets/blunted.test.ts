import { expect, it } from 'vitest';
import { blunted } from './blunted.ts';
import { findTarget } from './catalogue.ts';
import { polygonArea, squareWindow, type Polygon } from './shape.ts';

const { shape } = findTarget('hex-nut-m1.6')!.model().areas(squareWindow(4000))[0]!;
const hexagon = shape as Polygon;
const flat = 3110 / 2;
const corner = 3110 / Math.sqrt(3);

it('takes off a hexagon’s corners what lies beyond a circle, and nothing of its faces', () => {
  const radius = corner - 70;
  const { vertices } = blunted(hexagon, 70) as Polygon;
  for (const { x_um, y_um } of vertices) expect(Math.hypot(x_um, y_um)).toBeCloseTo(radius, 9);
  const reach = (k: number) =>
    Math.max(...vertices.map(({ x_um, y_um }) => x_um * Math.cos(k) + y_um * Math.sin(k)));
  for (let n = 0; n < 6; n += 1) expect(reach((n * Math.PI) / 3 + Math.PI / 6)).toBeCloseTo(flat, 6);
  // six triangles on the faces, and six sectors between them
  const face = Math.acos(flat / radius);
  const area = 6 * (flat * flat * Math.tan(face) + radius * radius * (Math.PI / 6 - face));
  expect(polygonArea(vertices) / area).toBeCloseTo(1, 4);
});

it.each([0, -20])('leaves sharp corners what they are (%d µm)', (depth) => {
  expect(blunted(hexagon, depth)).toBe(hexagon);
});

it('takes off no more than a face leaves', () => {
  const { vertices } = blunted(hexagon, 1000) as Polygon;
  for (const { x_um, y_um } of vertices) expect(Math.hypot(x_um, y_um)).toBeCloseTo(flat, 6);
});
