import { partOf, type ComplexPlane } from '../../kernel/plane.ts';
import { rowRadices } from '../../fft/factorise.ts';
import { fastSize } from '../../fft/fast-size.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { lateralSpread } from '../../propagate/transfer.ts';
import type { SensorOptics } from './sensor-optics.ts';

/** The periodic grid an inline hologram is solved on: the sensor and what lies around it. */
export interface RetrievalGrid {
  readonly rows: number;
  /** a multiple of 16 */
  readonly cols: number;
  /** where the sensor's first sample lies; the column is a multiple of 4 */
  readonly firstRow: number;
  readonly firstCol: number;
}

/**
 * As a share of a side, before it is rounded up to a size that transforms fast. With as much as the side itself, light
 * that starts over the sensor and lands beside it never comes back onto it, however far it walks. (Half of that made
 * the farther frames of small sensors contradict each other: misfits of 4 to 10.)
 */
const MOST_PADDING = 1;

/**
 * A grid on which light does not come back from the other side. The finest detail that the pixels resolve walks
 * sideways by some way over the distance; as much is added on either side, up to a side in all. Where that is not
 * enough the transfer function leaves out what would walk farther.
 * @param distances µm, of all frames
 * @param mostPadding up to how much is added, as a share of a side
 */
export function retrievalGrid(
  optics: SensorOptics,
  distances: readonly number[],
  mostPadding = MOST_PADDING,
): RetrievalGrid {
  const farthest = Math.max(...distances.map(Math.abs));
  const padded = (count: number, pitch: number) => {
    const spread = lateralSpread(optics.wavelength, 0.5 / pitch, farthest) / pitch;
    return Math.ceil(count + Math.min(mostPadding * count, 2 * spread));
  };
  const rows = fastSize(padded(optics.rows, optics.sampling.pitchY));
  const cols = fastRow(padded(optics.cols, optics.sampling.pitchX));
  const firstCol = 4 * Math.floor((cols - optics.cols) / 8);
  return { rows, cols, firstRow: (rows - optics.rows) >> 1, firstCol };
}

/** The smallest length at least `n` that the kernels transform along a row. */
function fastRow(n: number): number {
  let size = 16 * Math.ceil(n / 16);
  while (!rowRadices(size)) size += 16;
  return size;
}

/** Copies what lies over the sensor out of a field on the grid. */
export function takeSensor(
  kernels: Kernels,
  field: ComplexPlane,
  grid: RetrievalGrid,
  to: ComplexPlane,
): void {
  kernels.wasm.takeField(overSensor(field, grid, to), to, { re: 0, im: 0 });
}

/** What lies over the sensor, or a part of it from its first sample on, of a field on the grid. */
export function overSensor(
  field: ComplexPlane,
  { firstRow, firstCol }: RetrievalGrid,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): ComplexPlane {
  return partOf(field, { row: firstRow, col: firstCol }, rows, cols);
}
