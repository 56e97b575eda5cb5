// The discrete Poisson equation with free (Neumann) borders, Σ over the neighbours q of p of (u_p - u_q) = f_p, by
// multigrid: Brandt, Math. Comp. 31, 333 (1977), doi:10.1090/S0025-5718-1977-0431719-X. Time is proportional to
// the number of pixels, any size will do, and the fixed number of cycles gives the same bits everywhere.

import { allocate, release } from './memory';

/** Unused floats left and right of a plane: groups of four may run over, and the border has a copy beyond itself. */
const LEFT: usize = 4;
const RIGHT: usize = 16;
/** The shorter side of the coarsest grid is at least this long and less than twice as long. */
const COARSEST: i32 = 8;

/** One grid: the unknown and the right-hand side, f32, with a rim. */
@unmanaged
export class Grid {
  rows: i32;
  cols: i32;
  /** bytes */
  pitch: usize;
  /** addresses of the first pixel inside the rim */
  u: usize;
  f: usize;
  coarser: Grid | null;
}

/** How often a grid of this size is halved; both its sides have to be a multiple of two to this power. */
export function gridHalvings(rows: i32, cols: i32): i32 {
  let halvings = 0;
  while (min(rows, cols) >> (halvings + 1) >= COARSEST) halvings++;
  return halvings;
}

@inline
export function planePitch(cols: i32): usize {
  return (LEFT + ((<usize>cols + 3) & ~3) + RIGHT) << 2;
}

/** A plane with a rim; returns the address of its first pixel. */
export function allocatePlane(rows: i32, cols: i32): usize {
  const pitch = planePitch(cols);
  return allocate(<usize>(rows + 2) * pitch) + pitch + (LEFT << 2);
}

export function releasePlane(plane: usize, cols: i32): void {
  release(plane - planePitch(cols) - (LEFT << 2));
}

export function createGrid(rows: i32, cols: i32, halvings: i32): Grid {
  const grid = changetype<Grid>(allocate(offsetof<Grid>()));
  grid.rows = rows;
  grid.cols = cols;
  grid.pitch = planePitch(cols);
  grid.u = allocatePlane(rows, cols);
  grid.f = allocatePlane(rows, cols);
  grid.coarser = halvings ? createGrid(rows >> 1, cols >> 1, halvings - 1) : null;
  return grid;
}

export function releaseGrid(grid: Grid): void {
  const coarser = grid.coarser;
  if (coarser) releaseGrid(coarser);
  releasePlane(grid.f, grid.cols);
  releasePlane(grid.u, grid.cols);
  release(changetype<usize>(grid));
}

/** Copies the border of a plane into its rim, which makes the difference across the border zero. */
export function fillRim(plane: usize, pitch: usize, rows: i32, cols: i32): void {
  const last = ((<usize>cols) << 2) - 4;
  let at = plane;
  for (let row = 0; row < rows; row++) {
    store<f32>(at - 4, load<f32>(at));
    store<f32>(at + last + 4, load<f32>(at + last));
    at += pitch;
  }
  memory.copy(plane - pitch - 4, plane - 4, last + 12);
  memory.copy(at - 4, at - pitch - 4, last + 12);
}

/** Solves for `u` from `f`, whose sum should be zero, by a full multigrid start and `cycles` V-cycles. */
export function solve(grid: Grid, cycles: i32): void {
  startFromCoarser(grid);
  for (let i = 0; i < cycles; i++) cycle(grid);
}

function startFromCoarser(grid: Grid): void {
  clear(grid);
  const coarser = grid.coarser;
  if (!coarser) {
    relaxCoarsest(grid);
    return;
  }
  restrictResidual(grid, coarser);
  startFromCoarser(coarser);
  correct(grid, coarser);
  cycle(grid);
}

function cycle(grid: Grid): void {
  const coarser = grid.coarser;
  if (!coarser) {
    relaxCoarsest(grid);
    return;
  }
  relax(grid, 1);
  relax(grid, 1);
  restrictResidual(grid, coarser);
  clear(coarser);
  cycle(coarser);
  correct(grid, coarser);
  relax(grid, 1);
}

function clear(grid: Grid): void {
  const top = grid.u - grid.pitch - (LEFT << 2);
  memory.fill(top, 0, <usize>(grid.rows + 2) * grid.pitch);
}

/** Successive over-relaxation; the sweeps it needs go with the length of the longer side. */
function relaxCoarsest(grid: Grid): void {
  const longest = max(grid.rows, grid.cols);
  const factor = <f32>(2 / (1 + NativeMath.sin(3.141592653589793 / <f64>longest)));
  for (let i = 0; i < 8 * longest; i++) relax(grid, factor);
}

/** One sweep over the red and one over the black pixels of the chequerboard. */
function relax(grid: Grid, factor: f32): void {
  for (let colour = 0; colour < 2; colour++) {
    const step = f32x4.splat(factor * <f32>0.25);
    for (let row = 0; row < grid.rows; row++) {
      const even = (row + colour) & 1 ? i32x4(0, -1, 0, -1) : i32x4(-1, 0, -1, 0);
      let at = grid.u + <usize>row * grid.pitch;
      const end = at + ((<usize>grid.cols) << 2);
      const toRight = grid.f - grid.u;
      for (; at < end; at += 16) {
        const residual = residual4(at, at + toRight, grid.pitch);
        v128.store(at, f32x4.add(v128.load(at), v128.and(f32x4.mul(step, residual), even)));
      }
    }
    fillRim(grid.u, grid.pitch, grid.rows, grid.cols);
  }
}

@inline
function residual4(u: usize, f: usize, pitch: usize): v128 {
  const sides = f32x4.add(v128.load(u - 4), v128.load(u, 4));
  const ends = f32x4.add(v128.load(u - pitch), v128.load(u + pitch));
  const centre = f32x4.mul(v128.load(u), f32x4.splat(4));
  return f32x4.add(v128.load(f), f32x4.sub(f32x4.add(sides, ends), centre));
}

/** coarser.f ← the residuals of `grid`, added up by fours. */
function restrictResidual(grid: Grid, coarser: Grid): void {
  const toRight = grid.f - grid.u;
  for (let row = 0; row < coarser.rows; row++) {
    let from = grid.u + <usize>(2 * row) * grid.pitch;
    let to = coarser.f + <usize>row * coarser.pitch;
    const end = to + ((<usize>coarser.cols) << 2);
    for (; to < end; to += 16) {
      const first = addRows(from, toRight, grid.pitch);
      const second = addRows(from + 16, toRight, grid.pitch);
      const evens = v128.shuffle<f32>(first, second, 0, 2, 4, 6);
      const odds = v128.shuffle<f32>(first, second, 1, 3, 5, 7);
      v128.store(to, f32x4.add(evens, odds));
      from += 32;
    }
  }
}

@inline
function addRows(at: usize, toRight: usize, pitch: usize): v128 {
  return f32x4.add(residual4(at, at + toRight, pitch), residual4(at + pitch, at + pitch + toRight, pitch));
}

/** Adds the coarser unknown to the finer one, interpolated linearly between the pixels' centres. */
function correct(grid: Grid, coarser: Grid): void {
  for (let row = 0; row < grid.rows; row++) {
    let near = coarser.u + <usize>(row >> 1) * coarser.pitch;
    const toFar = row & 1 ? coarser.pitch : -coarser.pitch;
    let to = grid.u + <usize>row * grid.pitch;
    const end = near + ((<usize>coarser.cols) << 2);
    for (; near < end; near += 16) {
      const centre = mix(v128.load(near), v128.load(near + toFar));
      const left = mix(centre, mix(v128.load(near - 4), v128.load(near + toFar - 4)));
      const right = mix(centre, mix(v128.load(near + 4), v128.load(near + toFar + 4)));
      const first = v128.shuffle<f32>(left, right, 0, 4, 1, 5);
      const second = v128.shuffle<f32>(left, right, 2, 6, 3, 7);
      v128.store(to, f32x4.add(v128.load(to), first));
      v128.store(to, f32x4.add(v128.load(to, 16), second), 16);
      to += 32;
    }
  }
  fillRim(grid.u, grid.pitch, grid.rows, grid.cols);
}

@inline
function mix(near: v128, far: v128): v128 {
  return f32x4.add(f32x4.mul(near, f32x4.splat(0.75)), f32x4.mul(far, f32x4.splat(0.25)));
}
