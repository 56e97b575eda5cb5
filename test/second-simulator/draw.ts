import type { Material } from '../../src/core/targets/material.ts';
import type { Box, Shape } from '../../src/core/targets/shape.ts';
import type { TargetModel } from '../../src/core/targets/target-model.ts';
import { emptyGrid, type Grid } from './grid.ts';

/** Where a grid's cells lie on the target: turned about the middle of the view, in µm. */
export interface Lying {
  readonly rotation_rad: number;
  /** the target's origin, from the middle of the grid */
  readonly x_um: number;
  readonly y_um: number;
}

/** Sub-samples along a side of a cell, by which what it lets through is counted. */
const FINER = 4;

/**
 * What a target lets through, cell by cell: points are counted that lie in its parts. Nothing is shared with the
 * painter of the product but the dimensions of the parts themselves.
 * @param bias_um by how much every edge of a part lies outside of where it is drawn
 */
export function drawTarget(
  model: TargetModel,
  size: readonly [rows: number, cols: number],
  [hx, hy]: readonly [number, number],
  lying: Lying,
  wavelength_um: number,
  bias_um: number,
): Grid {
  const [rows, cols] = size;
  const grid = emptyGrid(rows, cols);
  const ground = model.ground.kind === 'opaque' ? 0 : 1;
  grid.re.fill(ground);
  const [c, s] = [Math.cos(lying.rotation_rad), Math.sin(lying.rotation_rad)];
  const reach = Math.hypot(cols * hx, rows * hy) / 2 + Math.hypot(lying.x_um, lying.y_um);
  const window = { left_um: -reach, right_um: reach, top_um: -reach, bottom_um: reach };
  const share = 1 / (FINER * FINER);
  const diagonal = Math.hypot(hx, hy) / 2;
  const toGrid = (x: number, y: number) => [c * x - s * y + lying.x_um, s * x + c * y + lying.y_um] as const;
  for (const { shape, cuts, material } of model.areas(window)) {
    const own = depthOf(shape, bias_um);
    const holes = (cuts ?? []).map((cut) => depthOf(cut, -bias_um));
    const depth: Depth = (x, y) => holes.reduce((least, hole) => Math.min(least, -hole(x, y)), own(x, y));
    const [re, im] = waveOf(material, wavelength_um);
    const { first, last } = rowsAndCols(boxOf(shape, bias_um, window), toGrid, size, [hx, hy]);
    for (let row = first[0]; row <= last[0]; row += 1) {
      const across = colsOfBand(shape, (row + 0.5 - rows / 2) * hy - lying.y_um, c, s, bias_um + diagonal);
      const from = Math.max(first[1], Math.floor((across[0] + lying.x_um) / hx + cols / 2) - 1);
      const to = Math.min(last[1], Math.ceil((across[1] + lying.x_um) / hx + cols / 2) + 1);
      for (let col = from; col <= to; col += 1) {
        const [u, v] = [(col + 0.5 - cols / 2) * hx - lying.x_um, (row + 0.5 - rows / 2) * hy - lying.y_um];
        const middle = depth(c * u + s * v, c * v - s * u);
        if (middle < -diagonal) continue;
        let covered = middle > diagonal ? 1 : 0;
        for (let k = 0; covered < 1 && k < FINER * FINER; k += 1) {
          const du = u + (((k % FINER) + 0.5) / FINER - 0.5) * hx;
          const dv = v + ((Math.floor(k / FINER) + 0.5) / FINER - 0.5) * hy;
          if (depth(c * du + s * dv, c * dv - s * du) > 0) covered += share;
        }
        grid.re[row * cols + col]! += covered * (re - ground);
        grid.im[row * cols + col]! += covered * im;
      }
    }
  }
  return grid;
}

/** How far inside of a shape a point lies, µm; below 0 outside, and there no farther from it than this. */
type Depth = (x: number, y: number) => number;

function depthOf(shape: Shape, grown: number): Depth {
  if (shape.kind === 'circle') {
    const { x_um, y_um } = shape.centre;
    return (x, y) => shape.radius_um + grown - Math.hypot(x - x_um, y - y_um);
  }
  if (shape.kind === 'band') {
    const { centre, across, width_um } = shape;
    const half = width_um / 2 + grown;
    return (x, y) => half - Math.abs((x - centre.x_um) * across.x_um + (y - centre.y_um) * across.y_um);
  }
  const { vertices } = shape;
  const edges = vertices.map((p, k) => {
    const q = vertices[(k + 1) % vertices.length]!;
    const length = Math.hypot(q.x_um - p.x_um, q.y_um - p.y_um);
    const [nx, ny] = [(q.y_um - p.y_um) / length, (p.x_um - q.x_um) / length];
    return { nx, ny, at: nx * p.x_um + ny * p.y_um };
  });
  const middle = {
    x: vertices.reduce((sum, { x_um }) => sum + x_um, 0) / vertices.length,
    y: vertices.reduce((sum, { y_um }) => sum + y_um, 0) / vertices.length,
  };
  // convex: the middle lies on the inner side of every edge
  const facing = edges.map(({ nx, ny, at }) => {
    const sign = nx * middle.x + ny * middle.y > at ? -1 : 1;
    return { nx: sign * nx, ny: sign * ny, at: sign * at + grown };
  });
  return (x, y) => facing.reduce((least, { nx, ny, at }) => Math.min(least, at - nx * x - ny * y), Infinity);
}

/** Between which places along a row a band can lie, µm: every place for other shapes. */
function colsOfBand(
  shape: Shape,
  v: number,
  c: number,
  s: number,
  around: number,
): readonly [number, number] {
  if (shape.kind !== 'band') return [-Infinity, Infinity];
  const { centre, across, width_um } = shape;
  // across · (c u + s v, c v − s u) = a u + b v
  const [a, b] = [across.x_um * c - across.y_um * s, across.x_um * s + across.y_um * c];
  if (Math.abs(a) < 1e-6) return [-Infinity, Infinity];
  const middle = (across.x_um * centre.x_um + across.y_um * centre.y_um - b * v) / a;
  const half = (width_um / 2 + around) / Math.abs(a);
  return [middle - half, middle + half];
}

function waveOf(material: Material, wavelength_um: number): readonly [number, number] {
  const turn = (2 * Math.PI) / wavelength_um;
  if (material.kind === 'opaque') return [0, 0];
  if (material.kind === 'clear') return [1, 0];
  if (material.kind === 'raised') {
    const angle = -2 * turn * material.height_um;
    return [Math.cos(angle), Math.sin(angle)];
  }
  if (material.profile === 'ball') throw new RangeError('a ball is no thin object');
  const angle = turn * (material.refractive_index - material.medium_index) * material.height_um;
  return [Math.cos(angle), Math.sin(angle)];
}

function boxOf(shape: Shape, grown: number, window: Box): Box {
  if (shape.kind === 'band') return window;
  const points =
    shape.kind === 'polygon'
      ? shape.vertices
      : [-1, 1].map((side) => ({
          x_um: shape.centre.x_um + side * shape.radius_um,
          y_um: shape.centre.y_um + side * shape.radius_um,
        }));
  const [x, y] = [points.map(({ x_um }) => x_um), points.map(({ y_um }) => y_um)];
  const by = Math.abs(grown);
  return {
    ...{ left_um: Math.min(...x) - by, right_um: Math.max(...x) + by },
    ...{ top_um: Math.min(...y) - by, bottom_um: Math.max(...y) + by },
  };
}

function rowsAndCols(
  { left_um, right_um, top_um, bottom_um }: Box,
  toGrid: (x: number, y: number) => readonly [number, number],
  [rows, cols]: readonly [number, number],
  [hx, hy]: readonly [number, number],
) {
  const corners = [left_um, right_um].flatMap((x) => [top_um, bottom_um].map((y) => toGrid(x, y)));
  const across = corners.map(([x]) => x / hx + cols / 2);
  const down = corners.map(([, y]) => y / hy + rows / 2);
  const clamp = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(value)));
  const isOut = Math.max(...across) < 0 || Math.min(...across) > cols || Math.max(...down) < 0;
  if (isOut || Math.min(...down) > rows) return { first: [0, 0], last: [-1, -1] } as const;
  return {
    first: [clamp(Math.min(...down), rows), clamp(Math.min(...across), cols)],
    last: [clamp(Math.max(...down), rows), clamp(Math.max(...across), cols)],
  } as const;
}
