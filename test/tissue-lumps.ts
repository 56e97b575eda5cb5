import { normalSource } from '../src/core/simulate/normal.ts';
import { Random } from '../src/core/simulate/random.ts';

/** Where lumps lie, in half sides of a frame from its middle, how wide they are, and how many. */
const [REACH, WIDTH, COUNT] = [1.4, 0.13, 300];

/**
 * Tissue that fills a frame: lumps of either sign, in and about it.
 * @param rms rad
 * @returns rad, at a place from −1 to 1 each way
 */
export function tissueLumps(
  seed: number,
  rms: number,
  wasm: Parameters<typeof normalSource>[1],
): (x: number, y: number) => number {
  const random = Random.from(seed);
  const normal = normalSource(random, wasm);
  const lumps = Array.from({ length: COUNT }, () => ({
    x: REACH * (2 * random.uniform() - 1),
    y: REACH * (2 * random.uniform() - 1),
    high: normal(),
  }));
  const amplitude = rms * Math.sqrt((4 * REACH * REACH) / (Math.PI * WIDTH * WIDTH * COUNT));
  return (x, y) =>
    lumps.reduce((sum, lump) => {
      const far = ((x - lump.x) ** 2 + (y - lump.y) ** 2) / (WIDTH * WIDTH);
      return far > 20 ? sum : sum + amplitude * lump.high * Math.exp(-far / 2);
    }, 0);
}
