/** A tile and its neighbours count as a bell of one tile's width does: some thirty independent numbers. */
const BELL = [1, 4, 6, 4, 1];

/** A map of tiles under a bell of five by five, over as much of it as there is. @param map tilesY · tilesX, row by row */
export function smoothedTiles(map: Float64Array, tilesY: number, tilesX: number): Float64Array {
  const across = new Float64Array(map.length);
  const out = new Float64Array(map.length);
  for (let y = 0; y < tilesY; y++) bellAlong(map, across, { first: y * tilesX, count: tilesX, step: 1 });
  for (let x = 0; x < tilesX; x++) bellAlong(across, out, { first: x, count: tilesY, step: tilesX });
  return out;
}

interface TileLine {
  readonly first: number;
  readonly count: number;
  readonly step: number;
}

function bellAlong(from: Float64Array, out: Float64Array, { first, count, step }: TileLine): void {
  const reach = BELL.length >> 1;
  for (let at = 0; at < count; at++) {
    let sum = 0;
    let weights = 0;
    for (let off = Math.max(-reach, -at); off <= Math.min(reach, count - 1 - at); off++) {
      sum += BELL[off + reach]! * from[first + (at + off) * step]!;
      weights += BELL[off + reach]!;
    }
    out[first + at * step] = sum / weights;
  }
}

/** Sums over all within reach on lines of so many tiles, neighbours of which are a step apart. */
export function sumsAlong(map: Float64Array, reach: number, count: number, step: number): Float64Array {
  const before = new Float64Array(count + 1);
  const sums = new Float64Array(map.length);
  for (let line = 0; line < map.length / count; line++) {
    const first = step === 1 ? line * count : line;
    for (let k = 0; k < count; k++) before[k + 1] = before[k]! + map[first + k * step]!;
    for (let k = 0; k < count; k++)
      sums[first + k * step] = before[Math.min(count, k + reach + 1)]! - before[Math.max(0, k - reach)]!;
  }
  return sums;
}
