// How smooth a wrapped phase is at each pixel, the measure of Herráez et al., Appl. Opt. 41, 7437 (2002),
// doi:10.1364/AO.41.007437.

const PI: f32 = <f32>3.141592653589793;

/**
 * 1 / √(sum of the squared second differences along both axes and both diagonals); the border copies what is next
 * to it. Planes too small for four second differences in a row get 1 throughout.
 */
export function fillReliability(wrapped: usize, out: usize, pitch: usize, rows: i32, cols: i32): void {
  const last = cols - 5;
  if (rows < 3 || last < 1) {
    for (let i: usize = 0; i < <usize>rows * pitch; i += 4) store<f32>(out + i, 1);
    return;
  }
  for (let row = 1; row < rows - 1; row++) {
    const from = wrapped + <usize>row * pitch;
    const to = out + <usize>row * pitch;
    for (let col = 1; col < last + 4; col += 4) {
      // The last four may overlap the ones before.
      const at = (<usize>min(col, last)) << 2;
      v128.store(to + at, reliability4(from + at, pitch));
    }
    store<f32>(to, load<f32>(to, 4));
    const end = to + ((<usize>cols) << 2);
    store<f32>(end - 4, load<f32>(end - 8));
  }
  memory.copy(out, out + pitch, pitch);
  memory.copy(out + <usize>(rows - 1) * pitch, out + <usize>(rows - 2) * pitch, pitch);
}

@inline
function reliability4(at: usize, pitch: usize): v128 {
  const centre = v128.load(at);
  const up = at - pitch;
  const down = at + pitch;
  let sum = squaredBend(v128.load(at - 4), centre, v128.load(at, 4));
  sum = f32x4.add(sum, squaredBend(v128.load(up), centre, v128.load(down)));
  sum = f32x4.add(sum, squaredBend(v128.load(up - 4), centre, v128.load(down, 4)));
  sum = f32x4.add(sum, squaredBend(v128.load(up, 4), centre, v128.load(down - 4)));
  return f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(sum, f32x4.splat(<f32>1e-6))));
}

@inline
function squaredBend(before: v128, centre: v128, after: v128): v128 {
  const bend = f32x4.sub(wrap4(f32x4.sub(before, centre)), wrap4(f32x4.sub(centre, after)));
  return f32x4.mul(bend, bend);
}

@inline
function wrap4(d: v128): v128 {
  const turn = f32x4.splat(<f32>6.283185307179586);
  const up = v128.and(f32x4.lt(d, f32x4.splat(-PI)), turn);
  return f32x4.sub(f32x4.add(d, up), v128.and(f32x4.gt(d, f32x4.splat(PI)), turn));
}

/** Reliability (1/rad) that every pixel of a smooth tile reaches: second differences of at most 1 rad. */
const SMOOTH: f32 = 1;

/**
 * A tile across an edge that the phase jumps over may hold no residue itself, but joins what lies on both sides for
 * good, and pushes the cut that belongs on the edge into its smooth neighbours.
 */
export function isSmooth(reliability: usize, pitch: usize, height: i32, width: i32): bool {
  let least: f32 = Infinity;
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) least = min(least, load<f32>(reliability + ((<usize>col) << 2)));
    reliability += pitch;
  }
  return least >= SMOOTH;
}
