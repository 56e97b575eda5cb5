import { fadedFilter, NOISE_TILES, takeOut } from '../../demodulate/demodulate-pair.ts';
import {
  demodulate,
  fadeAt,
  keptColumns,
  nativeGrid,
  type NativeField,
} from '../../demodulate/demodulate.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import { fft2, ifft2Within } from '../../fft/fft2.ts';
import type { CameraImage } from '../../field/camera.ts';
import { meanSquares } from '../../field/tile-bounds.ts';
import { tileMoments } from '../../field/tile-moments.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { aside, EDGE } from '../../sideband/bandwidth.ts';
import type { SmoothPhase } from '../../phase/smooth-phase.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { Recipe } from '../../recipe/values.ts';
import { refined, type NoiseMap } from '../../uncertainty/phase-sigma.ts';
import { strayPlaces } from '../../uncertainty/stray-light.ts';
import { detailCut, tilesFaded, type CutByFilter } from './cut-detail.ts';
import type { PupilRimSettings } from './pupil-settings.ts';

/** Independent numbers in a tile, at least: a mean of so many is known to a half. */
const LEAST_NUMBERS = 4;

/** Whether a sideband reaches further on the side away from DC than the filter that it goes through. */
export function isCutShort({
  passRadius,
  outwardRadius,
}: Pick<Sideband, 'passRadius' | 'outwardRadius'>): boolean {
  return outwardRadius > halfPassed(passRadius);
}

/** Where the filter's edge has fallen to a half. */
function halfPassed(passRadius: number): number {
  return passRadius * (1 + EDGE / 2);
}

/**
 * How far the optics may reach: as far as a sideband does, or, as the finest detail of a few cells is drowned in rings around the whole
 * carrier, half of the way to DC, beyond which the autocorrelation term of such optics would reach the carrier itself, and no
 * nearer to the twin than the filter's own width.
 */
function reachOf({ carrier, passRadius, outwardRadius, twinRadius }: Sideband): number {
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  return Math.max(outwardRadius, Math.min(length / 2, 2 * twinRadius - passRadius));
}

/** A field that went through a filter, and how it was scaled. */
interface Filtered {
  readonly field: Pick<NativeField, 'plane' | 'rows' | 'cols' | 'fullRows' | 'fullCols'>;
  readonly sideband: Sideband;
  /** that the field was divided by: counts (1 without a background frame), 1, each per noise tile, and of the frame */
  readonly backgroundModulus: Float64Array | null;
  readonly amplitude: Float64Array;
  readonly scale: number;
  readonly camera: Pick<NoiseMap, 'fieldVariance'>;
  /** the surface that the carrier was bent by; absent or null: it was straight */
  readonly bentBy?: SmoothPhase | null;
  /** a lens's rim was seen to end it; absent: it was not */
  readonly endsSharply?: boolean | undefined;
  /** brings another field to where the sample is in focus, as this one was; absent: there it was recorded */
  readonly focus?: (beside: NativeField) => void;
}

/**
 * What a filter took of the sample's detail, in the places that have such: it was cut short beside the autocorrelation term, or ends
 * where noise drowns what most places have. E|n|² in units of the background's intensity.
 * @returns null where a lens's rim ends the filter, nothing lies beyond it, or a person gave it
 */
export function detailLost(
  kernels: Kernels,
  image: CameraImage,
  filtered: Filtered,
  recipe: Pick<Recipe, 'filter_radius_cycles_per_um'>,
  settings: {
    readonly demodulation: DemodulationSettings;
    readonly pupil: PupilRimSettings;
  },
): Float64Array | null {
  const { field, sideband, backgroundModulus, amplitude, scale, camera } = filtered;
  const { focus = () => {}, bentBy = null, endsSharply = false } = filtered;
  // a file with losses ends as sharply where its tables round to nothing
  if (endsSharply && !image.quantisation) return null;
  const all = { ...sideband, outwardRadius: reachOf(sideband) };
  if (recipe.filter_radius_cycles_per_um !== null || !isCutShort(all)) return null;
  const beyond = detailBeyond(
    kernels,
    image,
    all,
    {
      mostTiles: strayPlaces(field),
      focus,
      bend: bentBy && ((pixels) => takeOut(kernels, pixels, bentBy, gridOf(field), false)),
    },
    settings.demodulation,
  );
  const tiles = Math.round(Math.sqrt(beyond.power.length));
  const onTiles = (map: Float64Array) => refined(map, NOISE_TILES, tiles);
  const counts = amplitude.map((a, t) => a * scale * (backgroundModulus?.[t] ?? 1));
  const light = onTiles(counts.map((a) => a * a + 1e-30));
  const power = beyond.power.map((p, t) => p / light[t]!);
  return detailCut({ ...beyond, power }, onTiles(camera.fieldVariance), settings.pupil);
}

/**
 * What of a sideband lies beyond a filter that was cut short, because the autocorrelation term outweighs its rim on the side of
 * DC. On the far side the sideband is alone: twice what it holds there, between the filter and its own end.
 * @returns E|n|² in counts², on a grid of as many noise tiles as that leaves a few independent numbers in each
 */
function detailBeyond(
  kernels: Kernels,
  image: CameraImage,
  sideband: Sideband,
  {
    mostTiles,
    focus,
    bend,
  }: {
    readonly mostTiles: number;
    readonly focus: (beside: NativeField) => void;
    readonly bend: ((pixels: ComplexPlane) => void) | null;
  },
  settings: DemodulationSettings,
): CutByFilter {
  const { carrier, passRadius, stopRadius, outwardRadius, twinRadius } = sideband;
  const ring = { inner: (passRadius + stopRadius) / 2, outer: outwardRadius };
  using scope = kernels.scope();
  const { rows, cols } = image.plane;
  const { taper } = fadedFilter(sideband, settings);
  const filter = { passRadius: outwardRadius, stopRadius: outwardRadius * (1 + EDGE), taper };
  const grid = nativeGrid(rows, cols, filter.stopRadius);
  const field = demodulate(kernels, scope, image, carrier, filter, grid, bend ?? undefined);
  const isFolded = passRadius >= twinRadius;
  keepHalfRing(kernels, field, ring, isFolded ? aside(carrier) : carrier);
  // where the sample's light met the sensor it is spread out
  focus(field);
  const numbers = rows * cols * (Math.PI / 2) * (ring.outer * ring.outer - ring.inner * ring.inner);
  const most = Math.min(mostTiles, Math.sqrt(numbers / LEAST_NUMBERS));
  const tiles = NOISE_TILES * Math.max(1, Math.floor(most / NOISE_TILES));
  const { power } = tileMoments(kernels, field.plane, field.rows, field.cols, tiles);
  const faded = tilesFaded(taper, tiles, image.plane);
  // undoing the fade sample by sample would leave little but the noise of the outermost ones
  const passed = (length: number, samples: number, step: number) =>
    meanSquares(fadeAt(kernels, length, taper, samples, step), tiles);
  const [x, y] = [passed(cols, field.cols, field.stepX), passed(rows, field.rows, field.stepY)];
  const light = (t: number) => x[t % tiles]! * y[Math.floor(t / tiles)]!;
  // and as much of the twin lies in the filter as on one side was cut off
  const halves = isFolded ? 3 : 2;
  return { power: power.map((p, t) => (halves * p) / light(t)), count: numbers / (tiles * tiles), faded };
}

/** Of a field's spectrum, what lies in a ring and on the side that a frequency points to. */
function keepHalfRing(
  kernels: Kernels,
  { plane, fullRows, fullCols }: NativeField,
  { inner, outer }: { readonly inner: number; readonly outer: number },
  towards: { readonly x: number; readonly y: number },
): void {
  fft2(kernels, plane);
  const { rows, cols } = plane;
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const along = Float64Array.from(
    { length: cols },
    (_, col) => (col > cols >> 1 ? col - cols : col) / fullCols,
  );
  for (let row = 0; row < rows; row++) {
    const fy = (row > rows >> 1 ? row - rows : row) / fullRows;
    keepOfRow(values.subarray(row * floatsPerRow(plane)), along, fy, { inner, outer }, towards);
  }
  ifft2Within(kernels, plane, keptColumns(plane, Math.min(cols, 2 * Math.ceil(outer * fullCols) + 1)));
}

function keepOfRow(
  row: Float32Array,
  along: Float64Array,
  fy: number,
  { inner, outer }: { readonly inner: number; readonly outer: number },
  towards: { readonly x: number; readonly y: number },
): void {
  for (let col = 0; col < along.length; col++) {
    const fx = along[col]!;
    const squared = fx * fx + fy * fy;
    const kept = squared > inner * inner && squared < outer * outer && fx * towards.x + fy * towards.y > 0;
    if (kept) continue;
    const at = inRow(col);
    row[at] = 0;
    row[at + TO_IMAGINARY] = 0;
  }
}

/** The grid that a field's transform was made on. */
function gridOf({ plane: { rows, cols }, fullRows, fullCols }: Filtered['field']) {
  return { rows, cols, fullRows, fullCols };
}
