// Per-pixel standard deviation of the phase.

/**
 * sigma[y, x] = min(cap, √(variance(y, x) / 2) / modulus[y, x]): the phase noise of a complex number with noise
 * variance E|n|² and modulus |u| ≫ noise. The variance is a coarse map (f64, mapRows × mapCols), sampled bilinearly
 * at map coordinates (originY + y · stepY, originX + x · stepX), clamped at its edges; a second term
 * `extra(y, x)`, a map of the same shape, adds phase variance that does not depend on the modulus (rad²). The result
 * is multiplied by noisierX[x] · noisierY[y] (f32 tables), where the frame was faded at its edges.
 */
export function phaseSigma(
  modulus: usize,
  modulusPitch: i32,
  rows: i32,
  cols: i32,
  variance: usize,
  extra: usize,
  noisierX: usize,
  noisierY: usize,
  mapRows: i32,
  mapCols: i32,
  originY: f64,
  stepY: f64,
  originX: f64,
  stepX: f64,
  cap: f32,
  out: usize,
  outPitch: i32,
): void {
  for (let y = 0; y < rows; y++) {
    const my = max<f64>(0, min<f64>(<f64>(mapRows - 1), originY + <f64>y * stepY));
    const j = min(<i32>my, max(0, mapRows - 2));
    const fy = my - <f64>j;
    const below = mapRows > 1 ? <usize>mapCols * 8 : 0;
    for (let x = 0; x < cols; x++) {
      const mx = max<f64>(0, min<f64>(<f64>(mapCols - 1), originX + <f64>x * stepX));
      const i = min(<i32>mx, max(0, mapCols - 2));
      const fx = mx - <f64>i;
      const right: usize = mapCols > 1 ? 8 : 0;
      const corner = <usize>(j * mapCols + i) * 8;
      const fieldVariance = bilinear(variance + corner, right, below, fx, fy);
      const phaseVariance = bilinear(extra + corner, right, below, fx, fy);
      const a = <f64>load<f32>(modulus + ((<usize>(y * modulusPitch + x)) << 2));
      const plain = <f32>Math.sqrt(fieldVariance / (2 * a * a + 1e-30) + phaseVariance);
      const sigma = plain * load<f32>(noisierX + ((<usize>x) << 2)) * load<f32>(noisierY + ((<usize>y) << 2));
      store<f32>(out + ((<usize>(y * outPitch + x)) << 2), min<f32>(cap, sigma));
    }
  }
}

@inline function bilinear(corner: usize, right: usize, below: usize, fx: f64, fy: f64): f64 {
  const top = load<f64>(corner) * (1 - fx) + load<f64>(corner + right) * fx;
  const bottom = load<f64>(corner + below) * (1 - fx) + load<f64>(corner + below + right) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Sets the samples of a plane whose byte in `mask` (rows · cols, contiguous) is not 0. */
export function setWhereMarked(plane: usize, pitch: i32, rows: i32, cols: i32, mask: usize, value: f32): void {
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if (load<u8>(mask + <usize>(y * cols + x)) == 0) continue;
      store<f32>(plane + ((<usize>(y * pitch + x)) << 2), value);
    }
  }
}

/** Median of a plane of non-negative floats, from a histogram of their upper bits and one of the lower bits within that class. */
export function medianOfPlane(plane: usize, pitch: i32, rows: i32, cols: i32): f64 {
  const counts = heap.alloc(65_536 * 4);
  let rank = (rows * cols) >> 1;
  memory.fill(counts, 0, 65_536 * 4);
  for (let y = 0; y < rows; y++) {
    const row = plane + ((<usize>(y * pitch)) << 2);
    for (let x = 0; x < cols; x++) countUp(counts, load<u16>(row + ((<usize>x) << 2), 2));
  }
  let high: u32 = 0;
  while (rank >= load<i32>(counts + (<usize>high << 2))) {
    rank -= load<i32>(counts + (<usize>high << 2));
    high++;
  }
  memory.fill(counts, 0, 65_536 * 4);
  for (let y = 0; y < rows; y++) {
    const row = plane + ((<usize>(y * pitch)) << 2);
    for (let x = 0; x < cols; x++) {
      const bits = load<u32>(row + ((<usize>x) << 2));
      if (bits >> 16 == high) countUp(counts, <u16>bits);
    }
  }
  let low: u32 = 0;
  while (rank >= load<i32>(counts + (<usize>low << 2))) {
    rank -= load<i32>(counts + (<usize>low << 2));
    low++;
  }
  heap.free(counts);
  return <f64>reinterpret<f32>((high << 16) | low);
}

@inline function countUp(counts: usize, key: u16): void {
  const at = counts + (<usize>key << 2);
  store<i32>(at, load<i32>(at) + 1);
}
