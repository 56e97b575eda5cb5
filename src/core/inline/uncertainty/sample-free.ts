import { tileBounds } from '../../field/tile-bounds.ts';
import { medianInPlace } from '../../fit/median.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { frameTiles } from '../optics/frame-tiles.ts';
import { uncertaintySettings, type UncertaintySettings } from './uncertainty-settings.ts';

/** A frame in tiles × tiles equal shares, row by row: what of each is free of sample, and its phase there. */
export interface SampleFree {
  readonly tiles: number;
  /** pixels of a tile along x and along y */
  readonly side: { readonly x: number; readonly y: number };
  /** 1 where there is sample */
  readonly sample: Uint8Array;
  /** 0 where neither a tile nor one beside it holds sample, else the number of the connected part of the sample */
  readonly parts: Int32Array;
  readonly count: number;
  /** |x| of the median tile: what the sample leaves of the beam where it covers most of the frame */
  readonly beam: number;
  /** |x| and phase (rad) of a tile's mean */
  readonly modulus: Float64Array;
  readonly phase: Float64Array;
  /** rad²: mean square within a tile about 0 and about the tile's own mean, and mean product of neighbours about that */
  readonly square: Float64Array;
  readonly within: Float64Array;
  readonly beside: Float64Array;
}

/**
 * Which parts of a retrieved field hold no sample: those near the beam, and what departs from it as smoothly as clouds do,
 * which nobody can tell from one. Tiles beside a sample do not count, as it reaches into them.
 * @param field 1 where nothing is in the beam
 * @param spread rad, of the phase beside the sample
 */
export function sampleFree(
  kernels: Kernels,
  field: ComplexPlane,
  spread: number,
  settings: UncertaintySettings = uncertaintySettings,
): SampleFree {
  const { rows, cols } = field;
  const tiles = frameTiles(field);
  const means = tileMeans(kernels, field, tiles);
  const { re, im } = means;
  const modulus = re.map((a, t) => Math.sqrt(a * a + im[t]! * im[t]!));
  const beam = medianInPlace(modulus.slice());
  const least = Math.max(settings.evidence.phase, settings.evidence.clear * spread);
  const phase = re.map((a, t) => kernels.wasm.atan2(im[t]!, a));
  const far = Uint8Array.from(phase, (p, t) =>
    Math.abs(p) > settings.evidence.clear * spread || Math.abs(modulus[t]! - beam) > least ? 1 : 0,
  );
  leaveClouds(far, tiles, means, spread, settings.leastCloud, (level) =>
    phase.map((p) => Math.abs(p) / (level * settings.evidence.clear * spread)),
  );
  const { labels, count } = labelTiles(withNeighbours(far, tiles), tiles);
  return {
    ...{
      tiles,
      side: { x: cols / tiles, y: rows / tiles },
      sample: far,
      parts: labels,
      count,
      beam,
      modulus,
      phase,
    },
    within: means.square,
    beside: means.product,
    square: means.square.map((v, t) => phase[t]! * phase[t]! + v),
  };
}

/** By how much |x| of tiles is off 1 beside all parts, root mean square; 0 where there are none. */
export function unevenBeside({ parts, modulus }: SampleFree): number {
  let [squares, count] = [0, 0];
  parts.forEach((part, t) => {
    if (part > 0) return;
    squares += (1 - modulus[t]!) * (1 - modulus[t]!);
    count += 1;
  });
  return count > 0 ? Math.sqrt(squares / count) : 0;
}

interface TileMeans {
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** of what is at right angles to the beam, about the tile's mean: its square, and that of a pixel and the one right of it */
  readonly square: Float64Array;
  readonly product: Float64Array;
}

function tileMeans(kernels: Kernels, field: ComplexPlane, tiles: number): TileMeans {
  const { rows, cols } = field;
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  const [re, im, square, product] = [0, 1, 2, 3].map(() => new Float64Array(tiles * tiles)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const across = Array.from({ length: tiles }, (_, i) => tileBounds(i, tiles, cols));
  for (let j = 0; j < tiles; j += 1) {
    const down = tileBounds(j, tiles, rows);
    across.forEach(({ from, to }, i) => {
      let [a, b, bb, steps] = [0, 0, 0, 0];
      for (let y = down.from; y < down.to; y += 1) {
        let before = 0;
        for (let x = from; x < to; x += 1) {
          const at = y * pitch + inRow(x);
          const v = samples[at + TO_IMAGINARY]!;
          a += samples[at]!;
          b += v;
          bb += v * v;
          if (x > from) steps += (v - before) * (v - before);
          before = v;
        }
      }
      const height = down.to - down.from;
      const count = height * (to - from);
      const t = j * tiles + i;
      const mean = b / count;
      re[t] = a / count;
      im[t] = mean;
      square[t] = Math.max(0, bb / count - mean * mean);
      product[t] = square[t]! - steps / Math.max(1, 2 * (count - height));
    });
  }
  return { re, im, square, product };
}

/**
 * Takes the marks off parts whose rims are no steeper than `steep` from tile to tile. A cloud may reach from rim to rim of a sample in
 * it: what rises above it is judged by its own rim, at levels that double.
 */
function leaveClouds(
  far: Uint8Array,
  tiles: number,
  means: TileMeans,
  steep: number,
  leastTiles: number,
  overLevel: (level: number) => Float64Array,
): void {
  const marked = far.slice();
  leaveSmooth(far, tiles, means, steep, leastTiles);
  for (let level = 2; ; level *= 2) {
    const over = overLevel(level);
    const core = marked.map((mark, t) => (mark && !far[t] && over[t]! > 1 ? 1 : 0));
    if (!core.includes(1)) return;
    leaveSmooth(core, tiles, means, steep, 1);
    core.forEach((mark, t) => (far[t]! |= mark));
  }
}

function leaveSmooth(
  far: Uint8Array,
  tiles: number,
  { re, im }: TileMeans,
  steep: number,
  leastTiles: number,
): void {
  const { labels, count } = labelTiles(far, tiles);
  const rims: number[][] = Array.from({ length: count + 1 }, () => []);
  const sizes = new Int32Array(count + 1);
  for (const one of labels) sizes[one]! += 1;
  forPairs(tiles, (t, u) => {
    if (labels[t] === labels[u]) return;
    // parts do not touch, so that one of the two is none
    const [a, b] = [re[t]! - re[u]!, im[t]! - im[u]!];
    const step = Math.sqrt(a * a + b * b);
    rims[Math.max(labels[t]!, labels[u]!)]!.push(step);
  });
  const isCloud = rims.map(
    (steps, one) =>
      steps.length > 0 && sizes[one]! >= leastTiles && medianInPlace(Float64Array.from(steps)) < steep,
  );
  labels.forEach((one, t) => {
    if (one > 0 && isCloud[one]) far[t] = 0;
  });
}

/**
 * Numbers the connected parts of what is marked, from 1.
 * @param beside tiles that hang together with one; itself may be among them
 */
export function labelTiles(
  marks: Uint8Array,
  tiles: number,
  beside: (t: number, tiles: number) => readonly number[] = neighbours,
): { readonly labels: Int32Array; readonly count: number } {
  const labels = new Int32Array(marks.length);
  let count = 0;
  const open: number[] = [];
  for (let start = 0; start < marks.length; start += 1) {
    if (!marks[start] || labels[start]) continue;
    labels[start] = count += 1;
    open.push(start);
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      for (const u of beside(t, tiles)) {
        if (!marks[u] || labels[u]) continue;
        labels[u] = count;
        open.push(u);
      }
    }
  }
  return { labels, count };
}

function withNeighbours(marks: Uint8Array, tiles: number): Uint8Array {
  return marks.map((mark, t) => (mark || neighbours(t, tiles).some((u) => marks[u]) ? 1 : 0));
}

function neighbours(t: number, tiles: number): number[] {
  const x = t % tiles;
  return [t - tiles, t + tiles, x > 0 ? t - 1 : -1, x < tiles - 1 ? t + 1 : -1].filter(
    (u) => u >= 0 && u < tiles * tiles,
  );
}

/** Every two tiles that lie beside each other, once. */
function forPairs(tiles: number, visit: (t: number, u: number) => void): void {
  for (let t = 0; t < tiles * tiles; t += 1) {
    if (t % tiles < tiles - 1) visit(t, t + 1);
    if (t + tiles < tiles * tiles) visit(t, t + tiles);
  }
}
