// Unwrapping where residues are dense: a least-squares surface takes the slopes off, what is left is smoothed until
// it has few residues and can be unwrapped, and the sum tells which multiple of 2π is nearest. The surface is the
// one whose differences are nearest to the wrapped ones: Ghiglia & Romero, J. Opt. Soc. Am. A 11, 107 (1994),
// doi:10.1364/JOSAA.11.000107; alone it is too flat where there is noise.

import { allocate, release } from './memory';
import { atan2_4, sincos4 } from './math';
import {
  allocatePlane,
  createGrid,
  fillRim,
  Grid,
  gridHalvings,
  planePitch,
  releaseGrid,
  releasePlane,
  solve,
} from './poisson';
import { LOW_MODULUS } from './unwrap';
import { BytePitch, BytesAt, Count, RealAt } from './types';

const TURN: f32 = <f32>6.283185307179586;
const PER_TURN: f32 = <f32>0.15915494309189535;

/**
 * Writes the least-squares surface to `surface` and the wrapped phase less it, wrapped and smoothed over 5×5 pixels
 * (binomial weights), to `rest`; rad, both of the pitch `outPitch`. Pixels of low modulus have no say in either.
 * `cycles`: multigrid cycles.
 */
export function fitSurface(
  wrapped: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  surface: RealAt,
  rest: RealAt,
  outPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  cycles: Count<i32>,
): void {
  const halvings = gridHalvings(rows, cols);
  const unit = 1 << halvings;
  const height = (rows + unit - 1) & -unit;
  const width = (cols + unit - 1) & -unit;
  const grid = createGrid(height, width, halvings);
  const left = allocatePlane(height, width);
  const weight = allocatePlane(height, width);
  mirror(wrapped, pitch, mask, left, weight, rows, cols, height, width);
  divergence(grid, left, weight);
  solve(grid, cycles);
  for (let row = 0; row < rows; row++) {
    const from = grid.u + <usize>row * grid.pitch;
    memory.copy(surface + <usize>row * outPitch, from, (<usize>cols) << 2);
  }
  smoothRest(grid, left, weight);
  for (let row = 0; row < rows; row++) {
    const from = left + <usize>row * grid.pitch;
    memory.copy(rest + <usize>row * outPitch, from, (<usize>cols) << 2);
  }
  releasePlane(weight, width);
  releasePlane(left, width);
  releaseGrid(grid);
}

/** Copies the phase and its weights (1 or 0) into larger planes, mirrored beyond the border so as not to bias the fit. */
function mirror(
  wrapped: usize,
  pitch: usize,
  mask: usize,
  phase: usize,
  weight: usize,
  rows: i32,
  cols: i32,
  height: i32,
  width: i32,
): void {
  const to = planePitch(width);
  for (let row = 0; row < height; row++) {
    const y = <usize>(row < rows ? row : 2 * rows - 1 - row);
    const target = <usize>row * to;
    for (let col = 0; col < width; col++) {
      const x = <usize>(col < cols ? col : 2 * cols - 1 - col);
      const at = target + ((<usize>col) << 2);
      store<f32>(phase + at, load<f32>(wrapped + y * pitch + (x << 2)));
      store<f32>(weight + at, load<u8>(mask + y * <usize>cols + x) & LOW_MODULUS ? 0 : 1);
    }
  }
  fillRim(phase, to, height, width);
  fillRim(weight, to, height, width);
}

/** grid.f ← for every pixel the sum of the weighted wrapped differences to its four neighbours. */
function divergence(grid: Grid, phase: usize, weight: usize): void {
  for (let row = 0; row < grid.rows; row++) {
    const start = <usize>row * grid.pitch;
    for (let at = start; at < start + ((<usize>grid.cols) << 2); at += 16) {
      const w = weight + at;
      const p = phase + at;
      const sides = f32x4.add(pull(p, w, -4), pull(p, w, 4));
      const ends = f32x4.add(pull(p, w, -grid.pitch), pull(p, w, grid.pitch));
      v128.store(grid.f + at, f32x4.mul(v128.load(w), f32x4.add(sides, ends)));
    }
  }
}

@inline
function pull(phase: usize, weight: usize, to: usize): v128 {
  const difference = f32x4.sub(v128.load(phase), v128.load(phase + to));
  return f32x4.mul(wrap4(difference), v128.load(weight + to));
}

@inline
function wrap4(phase: v128): v128 {
  const turns = f32x4.nearest(f32x4.mul(phase, f32x4.splat(PER_TURN)));
  return f32x4.sub(phase, f32x4.mul(turns, f32x4.splat(TURN)));
}

/** phase ← the argument of the smoothed weighted phasors of phase - u. The grid's planes serve as scratch. */
function smoothRest(grid: Grid, phase: usize, weight: usize): void {
  const pitch = grid.pitch;
  const pair = allocate(32);
  for (let row = 0; row < grid.rows; row++) {
    const start = <usize>row * pitch;
    for (let at = start; at < start + ((<usize>grid.cols) << 2); at += 16) {
      const rest = f32x4.sub(v128.load(phase + at), v128.load(grid.u + at));
      const turns = f32x4.mul(rest, f32x4.splat(PER_TURN));
      sincos4(f32x4.sub(turns, f32x4.nearest(turns)), pair);
      const w = v128.load(weight + at);
      v128.store(grid.u + at, f32x4.mul(w, v128.load(pair)));
      v128.store(grid.f + at, f32x4.mul(w, v128.load(pair, 16)));
    }
  }
  release(pair);
  smooth(grid.u, phase, pitch, grid.rows, grid.cols);
  smooth(phase, grid.u, pitch, grid.rows, grid.cols);
  smooth(grid.f, phase, pitch, grid.rows, grid.cols);
  smooth(phase, grid.f, pitch, grid.rows, grid.cols);
  for (let row = 0; row < grid.rows; row++) {
    const start = <usize>row * pitch;
    for (let at = start; at < start + ((<usize>grid.cols) << 2); at += 16)
      v128.store(phase + at, atan2_4(v128.load(grid.f + at), v128.load(grid.u + at)));
  }
}

/** to ← from ∗ [1 2 1; 2 4 2; 1 2 1] / 16, the border mirrored. */
function smooth(from: usize, to: usize, pitch: usize, rows: i32, cols: i32): void {
  fillRim(from, pitch, rows, cols);
  const quarter = f32x4.splat(0.25);
  for (let row = 0; row < rows; row++) {
    const start = <usize>row * pitch;
    for (let at = start; at < start + ((<usize>cols) << 2); at += 16) {
      const sides = f32x4.add(column121(from + at - 4, pitch), column121(from + at + 4, pitch));
      const centre = column121(from + at, pitch);
      const sum = f32x4.add(f32x4.add(centre, centre), sides);
      v128.store(to + at, f32x4.mul(f32x4.mul(sum, quarter), quarter));
    }
  }
}

@inline
function column121(at: usize, pitch: usize): v128 {
  const centre = v128.load(at);
  return f32x4.add(f32x4.add(centre, centre), f32x4.add(v128.load(at - pitch), v128.load(at + pitch)));
}

/**
 * turns ← the whole turns, as f32, that bring `wrapped` nearest to surface + rest, less those of the first pixel.
 * `surface` and `rest` have the pitch of `turns`, and `rest` may be `turns`.
 */
export function turnsToSurface(
  wrapped: RealAt,
  pitch: BytePitch,
  surface: RealAt,
  rest: RealAt,
  turns: RealAt,
  outPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  const first = f32x4.splat(nearest((load<f32>(surface) + load<f32>(rest) - load<f32>(wrapped)) * PER_TURN));
  for (let row = 0; row < rows; row++) {
    for (let at: usize = 0; at < (<usize>cols) << 2; at += 16) {
      const sum = f32x4.add(v128.load(surface + at), v128.load(rest + at));
      const difference = f32x4.sub(sum, v128.load(wrapped + at));
      const n = f32x4.nearest(f32x4.mul(difference, f32x4.splat(PER_TURN)));
      v128.store(turns + at, f32x4.sub(n, first));
    }
    wrapped += pitch;
    surface += outPitch;
    rest += outPitch;
    turns += outPitch;
  }
}
