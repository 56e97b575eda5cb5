/**
 * Where tile `t` of `tiles` begins and ends (exclusive) along a side of `count` samples: equal shares of the side, at
 * least one sample each. Every grid over the same frame is cut at the same places, whatever its sampling.
 */
export function tileBounds(t: number, tiles: number, count: number): { from: number; to: number } {
  const from = Math.min(count - 1, Math.floor((t * count) / tiles));
  return { from, to: Math.max(from + 1, Math.floor(((t + 1) * count) / tiles)) };
}

/** Mean squares of values along a side, over each of `tiles` equal shares of it. */
export function meanSquares(values: Float32Array, tiles: number): number[] {
  return Array.from({ length: tiles }, (_, t) => {
    const { from, to } = tileBounds(t, tiles, values.length);
    return values.subarray(from, to).reduce((sum, v) => sum + v * v, 0) / (to - from);
  });
}
