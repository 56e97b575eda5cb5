import { spreadMarks } from '../../field/spread-marks.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import { unevenBeside, type SampleFree } from './sample-free.ts';
import type { UncertaintySettings } from './uncertainty-settings.ts';
import { widestDiscs } from './widest-disc.ts';

/** Pixels from one sample of the mask to the next. */
const MASK_STEP = 4;

/** px along x and along y */
interface Across {
  readonly x: number;
  readonly y: number;
}

/** What a sample's parts are measured by. */
interface Measures {
  /** px along x and y, half of a wave of phase that is hardly recorded */
  readonly widest: Across;
  /** px, √(λz) to each frame */
  readonly waves: readonly number[];
  /** λ that the retrieval ended with, of its constraints: by so much total variation pulls at a rim */
  readonly pull: number;
  /** 1 for tiles that no light fell on; null: there are none */
  readonly dark?: Uint8Array | null;
  /** of each part, in place of `openError`: see `coupledErrors` */
  readonly errors?: Float64Array | null;
}

/** What differs clearly from the beam, and which parts of it leave their phase open. */
export interface OpenParts {
  /**
   * rad per tile: what the phase of its part is open by as that both absorbs and delays light; less and less beside it, and 0 half a
   * fringe away, √(λz) / 2
   */
  readonly mixed: Float64Array;
  /** per tile, of its part: twice Σ (1 − |x|) |x − |x|| / Σ |x − 1|², 0 of what only delays light or only absorbs it, 1 of what does both alike */
  readonly doesBoth: Float64Array;
  /** 1 for each number of {@link SampleFree.parts} that is open by more than σ is stated for */
  readonly isMixed: Uint8Array;
  /** 1 for tiles of parts that leave the frame where they are wider than `widest`, within {@link UncertaintySettings.cutReach} of that */
  readonly cut: Uint8Array;
  /** 1 where a pixel differs clearly from the beam */
  readonly structure: Uint8Array;
}

/**
 * Part by part what phase and absorption leave open of each other, and which parts leave the frame where they are wider than
 * half a wave of the phase that is hardly recorded: no rim there says how far their phase is from the beam's.
 *
 * A frame records 2 (â cos χ + φ̂ sin χ) of the absorption a and the phase φ, χ = πλz f² (Guigay, Optik 49, 121 (1977)). What
 * one gains by sin χ and the other loses by cos χ is not recorded: constraints divide it. They have it right where a part only
 * delays light, |x| = 1, or only absorbs it, and are off by about what is there of both, Σ (1 − |x|) |x − |x|| / √(N Σ |x − 1|²),
 * |x − |x|| being how far x is from what absorbs alike and does not delay (of weak phases |Im x|, which is nothing at half a wave),
 * over sin χ of the broadest wave in the part, of which half fits into the widest disc of what is clearly its own. Only the light
 * that a part takes away as a whole is recorded, not where: what is missing within √(λz) of it, where nothing is, is as well the
 * part's own, Σ (1 − |x|) / N times the share of its structure that delays, Σ |x − |x||² / Σ |x − 1|².
 *
 * And light is known only as well as |x| is 1 beside all parts: as much too bright or too dark is as well the part's phase. A retrieval takes what
 * is too bright for that, as no sample amplifies.
 *
 * Several frames record what one does not, the more their χ differ (see {@link toldApart}). There the constraints only pull: the total
 * variation of a disc of diameter d at its rim, which is λ · 4/d of each pixel of it, and over what the frames tell of it that is what the part
 * is off by, if it is less.
 * @param field 1 where nothing is in the beam
 * @param spread rad, of the phase beside the sample
 */
export function openParts(
  kernels: Kernels,
  field: ComplexPlane,
  free: SampleFree,
  spread: number,
  { widest, waves, pull, dark = null, errors = null }: Measures,
  { evidence, openError, mostMixed, ownShare, cutReach }: UncertaintySettings,
): OpenParts {
  const { count } = free;
  const [wave, { rows, cols }] = [Math.max(...waves), field];
  const least = Math.max(evidence.phase, evidence.clear * spread);
  const found = inParts(kernels, field, free, least);
  const { both, delay, all, pixels, lost, holds, structure, squares, partOf } = found;
  const { nearest, far } = nearestParts(free, holds, wave);
  const beside = new Float64Array(count + 1);
  lost.forEach((sum, t) => (beside[nearest[t]!]! += sum));
  // what rings faintly from one thing to the next makes no broad one of them
  const own = all.map((sum, part) => (ownShare * ownShare * sum) / pixels[part]!);
  const marks = structure.map((mark, at) => (mark && squares[at]! > own[partOf[at]!]! ? 1 : 0));
  const discs = widestDiscs({ rows, cols, marks }, (at) => partOf[at]!, count);
  const light = unevenBeside(free);
  const openBy = both.map((sum, part) => {
    // what lies beside all parts is no sample: what it is off is seen there
    if (part === 0 || pixels[part] === 0) return 0;
    const acrossWave = wave / (2 * discs[part]!);
    const chi = Math.min(Math.PI / 2, Math.PI * acrossWave * acrossWave);
    const own = sum / Math.sqrt(pixels[part]! * all[part]!);
    const around = Math.max(0, beside[part]!) / pixels[part]!;
    const unseen = Math.sqrt(around * around + light * light) * (delay[part]! / all[part]!);
    const open = ((errors?.[part] ?? openError) * (own + unseen)) / kernels.wasm.sin(chi);
    const told = toldApart(kernels, waves, discs[part]!);
    return told > 0 ? Math.min(open, (4 * pull) / discs[part]! / told) : open;
  });
  const isMixed = Uint8Array.from(openBy, (rad) => (rad > mostMixed ? 1 : 0));
  const mixed = withGaps(free, holds, openBy, discs).map((rad, t) =>
    Math.max(rad, openBy[nearest[t]!]! * Math.max(0, 1 - (2 * far[t]!) / wave)),
  );
  const alike = both.map((sum, part) => (all[part]! > 0 ? Math.min(1, (2 * sum) / all[part]!) : 0));
  const doesBoth = Float64Array.from(free.parts, (part) => alike[part]!);
  return { mixed, doesBoth, isMixed, cut: cutParts(free, widest, dark, cutReach), structure };
}

/**
 * What frames record of what the mean of them does not: the lesser eigenvalue of the mean over frames of (cos χ, sin χ) and its transpose, χ of a
 * wave of which half fits into `disc`. 0 of a single frame, ½ at most.
 * @param waves px, √(λz) to each frame
 */
export function toldApart({ wasm }: Pick<Kernels, 'wasm'>, waves: readonly number[], disc: number): number {
  let [real, imaginary] = [0, 0];
  for (const wave of waves) {
    const across = wave / (2 * disc);
    const chi = Math.PI * across * across;
    real += wasm.cos(2 * chi) / waves.length;
    imaginary += wasm.sin(2 * chi) / waves.length;
  }
  return waves.length > 1 ? (1 - Math.sqrt(real * real + imaginary * imaginary)) / 2 : 0;
}

/**
 * What differs clearly from the beam, and by what: sums over each part, and of the rest the light that is missing in each tile.
 * @param least how far x is from 1 where it differs clearly
 */
function inParts(kernels: Kernels, field: ComplexPlane, { parts, tiles, count }: SampleFree, least: number) {
  const { rows, cols } = field;
  const [both, delay, all, pixels] = [0, 1, 2, 3].map(() => new Float64Array(count + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const lost = new Float64Array(parts.length);
  const structure = new Uint8Array(rows * cols);
  const holds = new Uint8Array(parts.length);
  const partOf = new Int32Array(rows * cols);
  const squares = new Float32Array(rows * cols);
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  forTilePixels(field, tiles, (y, x, t) => {
    const part = parts[t]!;
    partOf[y * cols + x] = part;
    const at = y * pitch + inRow(x);
    const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
    const square = (re - 1) * (re - 1) + im * im;
    const modulus = Math.sqrt(re * re + im * im);
    if (square <= least * least) {
      lost[t]! += 1 - modulus;
      return;
    }
    structure[y * cols + x] = 1;
    squares[y * cols + x] = square;
    holds[t] = 1;
    pixels[part]! += 1;
    all[part]! += square;
    const delays = Math.sqrt((re - modulus) * (re - modulus) + im * im);
    delay[part]! += delays * delays;
    both[part]! += Math.max(0, 1 - modulus) * delays;
  });
  return { both, delay, all, pixels, lost, holds, structure, squares, partOf };
}

/** Of each tile the part whose structure is nearest, 0 where none lies within `reach` px, and how far that is; from tile to tile, so not to the pixel. */
function nearestParts({ parts, tiles, side }: SampleFree, holds: Uint8Array, reach: number) {
  const nearest = parts.map((part, t) => holds[t]! * part);
  const far = Float64Array.from(nearest, (part) => (part > 0 ? 0 : Infinity));
  const diagonal = Math.sqrt(side.x * side.x + side.y * side.y);
  const steps = [
    [-1, 0, side.x],
    [-1, -1, diagonal],
    [0, -1, side.y],
    [1, -1, diagonal],
  ] as const;
  const visit = (t: number, towards: 1 | -1) => {
    const x = t % tiles;
    for (const [dx, dy, step] of steps) {
      const from = t + towards * (dx + dy * tiles);
      const [column, away] = [x + towards * dx, (far[from] ?? Infinity) + step];
      if (column < 0 || column >= tiles || !(away < far[t]!) || away > reach) continue;
      far[t] = away;
      nearest[t] = nearest[from]!;
    }
  };
  for (let t = 0; t < far.length; t += 1) visit(t, 1);
  for (let t = far.length - 1; t >= 0; t -= 1) visit(t, -1);
  return { nearest, far };
}

/**
 * What each tile is open by: that of its part where structure is, and along rows and columns between two such tiles of one part that
 * lie no farther apart than the part is wide. The phase that is not recorded is as broad as a part, and the field may well be the
 * beam's in the middle of it.
 */
function withGaps(
  { parts, tiles, side }: SampleFree,
  holds: Uint8Array,
  openBy: Float64Array,
  discs: Float64Array,
): Float64Array {
  const open = Float64Array.from(parts, (part, t) => holds[t]! * openBy[part]!);
  const fill = (first: number, stride: number, step: number) => {
    let last = -1;
    for (let k = 0; k < tiles; k += 1) {
      const t = first + k * stride;
      if (!holds[t]) continue;
      const part = parts[t]!;
      const isGap = last >= 0 && parts[first + last * stride] === part && (k - last) * step <= discs[part]!;
      for (let between = isGap ? last + 1 : k; between < k; between += 1)
        open[first + between * stride] = Math.max(open[first + between * stride]!, openBy[part]!);
      last = k;
    }
  };
  for (let line = 0; line < tiles; line += 1) {
    fill(line * tiles, 1, side.x);
    fill(line, tiles, side.y);
  }
  return open;
}

/**
 * 1 for each tile of a part that holds all of a disc of `widest` across about a place on the frame's edge, as far as the frame goes, where it
 * lies within `farthest` times `widest` of such a place: farther away its own rims say what its phase is, as those of any part.
 * @param dark 1 for tiles that no light fell on: they are beyond the frame; null: there are none
 */
function cutParts(
  { tiles, side, sample, parts }: SampleFree,
  widest: Across,
  dark: Uint8Array | null,
  farthest: number,
): Uint8Array {
  const cut = new Uint8Array(parts.length);
  const across = { x: widest.x / side.x, y: widest.y / side.y };
  const reach = { x: farthest * across.x, y: farthest * across.y };
  const isFull = (x: number, y: number) => {
    let full = true;
    tilesWithin({ x, y }, { x: across.x / 2, y: across.y / 2 }, tiles, (t) => {
      if (!sample[t] && !dark?.[t]) full = false;
    });
    return full;
  };
  const isBeyond = (x: number, y: number) =>
    x < 0 || y < 0 || x >= tiles || y >= tiles || dark?.[y * tiles + x] === 1;
  for (let y = 0; y < tiles; y += 1)
    for (let x = 0; x < tiles; x += 1) {
      const at = y * tiles + x;
      if (!sample[at] || dark?.[at]) continue;
      const isEdge = isBeyond(x - 1, y) || isBeyond(x + 1, y) || isBeyond(x, y - 1) || isBeyond(x, y + 1);
      if (!isEdge || !isFull(x, y)) continue;
      tilesWithin({ x, y }, reach, tiles, (t) => {
        if (parts[t] === parts[at]) cut[t] = 1;
      });
    }
  return cut;
}

/** Visits the tiles of an ellipse about one of them, as far as the frame goes; half axes in tiles. */
function tilesWithin(about: Across, half: Across, tiles: number, visit: (tile: number) => void): void {
  for (let v = Math.max(0, Math.ceil(about.y - half.y)); v <= Math.min(tiles - 1, about.y + half.y); v += 1) {
    const down = (v - about.y) / half.y;
    const reach = half.x * Math.sqrt(Math.max(0, 1 - down * down));
    const last = Math.min(tiles - 1, about.x + reach);
    for (let u = Math.max(0, Math.ceil(about.x - reach)); u <= last; u += 1) visit(v * tiles + u);
  }
}

/**
 * Marks the structure of parts that are open, and what lies within `fringe` of it (px along x and y), the width of a first fringe.
 * @param isOpen of a tile
 */
export function aroundParts(
  frame: { readonly rows: number; readonly cols: number },
  { tiles }: SampleFree,
  { structure }: OpenParts,
  isOpen: (tile: number) => boolean,
  fringe: Across,
): Uint8Array {
  const { rows, cols } = frame;
  const [down, across] = [Math.ceil(rows / MASK_STEP), Math.ceil(cols / MASK_STEP)];
  const marks = new Uint8Array(down * across);
  forTilePixels(frame, tiles, (y, x, t) => {
    if (structure[y * cols + x] && isOpen(t))
      marks[Math.floor(y / MASK_STEP) * across + Math.floor(x / MASK_STEP)] = 1;
  });
  const wide = spreadMarks(marks, down, across, Math.ceil(fringe.x / MASK_STEP), 1);
  const grown = spreadMarks(wide, across, down, Math.ceil(fringe.y / MASK_STEP), across);
  const mask = new Uint8Array(rows * cols);
  for (let y = 0; y < rows; y += 1) {
    const row = Math.floor(y / MASK_STEP) * across;
    for (let x = 0; x < cols; x += 1) mask[y * cols + x] = grown[row + Math.floor(x / MASK_STEP)]!;
  }
  return mask;
}
