import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Noise of a field on a grid of tiles that covers the camera frame, row by row. */
export interface NoiseMap {
  readonly tiles: number;
  /** E|n|² of the field, in units of its background's intensity */
  readonly fieldVariance: Float64Array;
  /** phase variance that does not depend on the sample, rad²: that of the background frame */
  readonly extraPhaseVariance: Float64Array;
  /** what of it neighbours share, as a doubt about the surface that was taken out: no reason to doubt turns; absent: nothing */
  readonly shared?: Float64Array;
  /** what changes within a tile; absent or null: nothing */
  readonly finer?: FinerNoise | null;
  /** camera pixels from one sample of the output to the next, and of the frame, where its samples are not the camera's; absent: they are */
  readonly coarser?: {
    readonly stepX: number;
    readonly stepY: number;
    readonly rows: number;
    readonly cols: number;
  };
  /** how much noisier each column and row of the output is, because the frame was faded at its edges; 1 inside */
  readonly noisierX: Float32Array;
  readonly noisierY: Float32Array;
  /** structure of the sample that rings there; absent or null: none */
  readonly ringing?: Ringing | null | undefined;
}

/** What undoing the fade at a frame's edges leaves of the sample's structure. */
export interface Ringing {
  /** E|u − ū|² of a field whose background has intensity 1, on a square grid of places over the frame */
  readonly places: number;
  readonly power: Float64Array;
  /** what each column and row of the output has of structure of power 1, to the root; 0 inside, infinite where no phase is left */
  readonly byX: Float32Array;
  readonly byY: Float32Array;
}

/** Noise on a finer grid over the same frame, beside that of the map. */
export interface FinerNoise {
  readonly tiles: number;
  /** rad² */
  readonly phaseVariance: Float64Array;
  /** E|n|² of the field, in units of its background's intensity */
  readonly fieldVariance: Float64Array;
}

/** Standard deviation of a phase that is uniform over the circle: π/√3. No phase is less certain. */
export const UNIFORM_SIGMA = Math.PI / Math.sqrt(3);

/**
 * One standard deviation of the phase per pixel (rad): √(E|n|² / 2) / |u|, the phase noise of a phasor much longer
 * than its noise (Opt. Lett. 43, 4993 (2018), for off-axis holograms).
 * @param modulus |u| relative to the background
 */
export function phaseSigma(kernels: Kernels, modulus: RealPlane, noise: NoiseMap, out: RealPlane): void {
  const { tiles, fieldVariance, extraPhaseVariance } = noise.finer ? onFinerGrid(noise, noise.finer) : noise;
  using scratch = kernels.scope();
  const variance = scratch.doubles(tiles * tiles);
  const extra = scratch.doubles(tiles * tiles);
  kernels.doubles(variance, tiles * tiles).set(fieldVariance);
  kernels.doubles(extra, tiles * tiles).set(extraPhaseVariance);
  const noisierX = scratch.floats(modulus.cols + 4);
  const noisierY = scratch.floats(modulus.rows);
  kernels.floats(noisierX, modulus.cols).set(noise.noisierX);
  kernels.floats(noisierY, modulus.rows).set(noise.noisierY);
  const { rows, cols, stepX, stepY } = noise.coarser ?? { ...modulus, stepX: 1, stepY: 1 };
  const [perRow, perCol] = [tiles / rows, tiles / cols];
  // the first sample lies in the middle of the first pixel
  const places = {
    ...{ originY: 0.5 * perRow - 0.5, stepY: perRow * stepY },
    ...{ originX: 0.5 * perCol - 0.5, stepX: perCol * stepX },
  };
  const map = { mapRows: tiles, mapCols: tiles, ...places, cap: UNIFORM_SIGMA };
  kernels.wasm.phaseSigma(modulus, variance, extra, noisierX, noisierY, out, map);
  if (noise.ringing) addRinging(kernels, modulus, noise.ringing, out);
}

/** Less than this of the structure is nothing beside what any field scatters. */
const LEAST_RINGING = 0.01;

function addRinging(
  kernels: Kernels,
  modulus: RealPlane,
  { places, power, byX, byY }: Ringing,
  out: RealPlane,
): void {
  const { rows, cols } = modulus;
  const field = kernels.floats(modulus.ptr, rows * modulus.pitch);
  const sigma = kernels.floats(out.ptr, rows * out.pitch);
  const columns = Int32Array.from({ length: cols }, (_, x) => Math.floor(((x + 0.5) * places) / cols));
  const everywhere = Int32Array.from(byX.keys());
  const atEdge = everywhere.filter((x) => byX[x]! > LEAST_RINGING);
  for (let y = 0; y < rows; y++) {
    const down = byY[y]!;
    const row = {
      field: field.subarray(y * modulus.pitch, y * modulus.pitch + cols),
      sigma: sigma.subarray(y * out.pitch, y * out.pitch + cols),
      power: power.subarray(places * Math.floor(((y + 0.5) * places) / rows)),
    };
    addToRow(row, columns, down > LEAST_RINGING ? everywhere : atEdge, down, byX);
  }
}

interface RingingRow {
  readonly field: Float32Array;
  /** changed */
  readonly sigma: Float32Array;
  /** of its places */
  readonly power: Float64Array;
}

function addToRow(
  { field, sigma, power }: RingingRow,
  places: Int32Array,
  columns: Int32Array,
  down: number,
  byX: Float32Array,
): void {
  for (let k = 0; k < columns.length; k++) {
    const x = columns[k]!;
    const across = byX[x]!;
    const own = power[places[x]!]!;
    // nothing rings within a frame
    if (own === 0 && across + down < Infinity) continue;
    const a = field[x]!;
    const s = sigma[x]!;
    const added = (0.5 * own * (down * down + across * across)) / (a * a + 1e-30);
    const all = Math.sqrt(s * s + added);
    sigma[x] = across + down < Infinity && all < UNIFORM_SIGMA ? all : UNIFORM_SIGMA;
  }
}

/** Both maps on the finer grid, with what is known on that alone. */
function onFinerGrid(
  noise: NoiseMap,
  { tiles, phaseVariance, fieldVariance }: FinerNoise,
): Pick<NoiseMap, 'tiles' | 'fieldVariance' | 'extraPhaseVariance'> {
  const added = (map: Float64Array, more: Float64Array) => sumOfMaps(refined(map, noise.tiles, tiles), more);
  return {
    tiles,
    fieldVariance: added(noise.fieldVariance, fieldVariance),
    extraPhaseVariance: added(noise.extraPhaseVariance, phaseVariance),
  };
}

export function scaled(map: Float64Array, by: number): Float64Array {
  const out = new Float64Array(map.length);
  for (let t = 0; t < out.length; t++) out[t] = by * map[t]!;
  return out;
}

/** Of maps of one shape, added one after the other. */
export function sumOfMaps(first: Float64Array, ...others: readonly Float64Array[]): Float64Array {
  const sum = first.slice();
  for (const other of others) addMap(sum, other);
  return sum;
}

function addMap(sum: Float64Array, other: Float64Array): void {
  for (let t = 0; t < sum.length; t++) sum[t]! += other[t]!;
}

/** A square map at the middles of more tiles, on straight lines between its own, as the kernel draws them. */
export function refined(map: Float64Array, from: number, to: number): Float64Array {
  const [firsts, shares] = [new Int32Array(to), new Float64Array(to)];
  for (let k = 0; k < to; k++) {
    const at = Math.max(0, Math.min(from - 1, ((k + 0.5) / to) * from - 0.5));
    firsts[k] = Math.min(Math.floor(at), Math.max(0, from - 2));
    shares[k] = at - firsts[k]!;
  }
  const across = Array.from({ length: from }, (_, j) =>
    betweenColumns(map.subarray(j * from, (j + 1) * from), firsts, shares),
  );
  const out = new Float64Array(to * to);
  for (let y = 0; y < to; y++) {
    const first = firsts[y]!;
    const [above, below] = [across[first]!, across[Math.min(first + 1, from - 1)]!];
    betweenRows(above, below, shares[y]!, out.subarray(y * to, (y + 1) * to));
  }
  return out;
}

function betweenColumns(row: Float64Array, firsts: Int32Array, shares: Float64Array): Float64Array {
  const out = new Float64Array(firsts.length);
  const last = row.length - 1;
  for (let x = 0; x < out.length; x++) {
    const first = firsts[x]!;
    const share = shares[x]!;
    out[x] = (1 - share) * row[first]! + share * row[Math.min(first + 1, last)]!;
  }
  return out;
}

function betweenRows(above: Float64Array, below: Float64Array, share: number, out: Float64Array): void {
  for (let x = 0; x < out.length; x++) out[x] = (1 - share) * above[x]! + share * below[x]!;
}
