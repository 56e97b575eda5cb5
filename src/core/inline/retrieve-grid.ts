import { rowRadices } from '../fft/factorise.ts';
import { fastSize } from '../fft/fft.ts';
import { bandLimit, lateralSpread, type Sampling } from '../propagate/transfer.ts';

/** The periodic grid an inline hologram is solved on: the sensor and what lies around it. */
export interface RetrievalGrid {
  readonly rows: number;
  /** a multiple of 16 */
  readonly cols: number;
  /** where the sensor's first sample lies; the column is a multiple of 4 */
  readonly firstRow: number;
  readonly firstCol: number;
}

/** Light from outside the sensor is modelled, but no further than a quarter of a side away. */
const MOST_PADDING = 0.5;

/**
 * A grid on which what lies in the sensor's shadow, or next to it, cannot come back from the other side. The finest
 * detail that the pixels resolve walks `spread` sideways; as much is added on either side, up to half a side in all.
 * Past that {@link walkLimit} leaves out the frequencies that would walk further.
 * @param distances µm, of all frames
 */
export function retrievalGrid(
  rows: number,
  cols: number,
  sampling: Sampling,
  wavelength: number,
  distances: readonly number[],
): RetrievalGrid {
  const farthest = Math.max(...distances.map(Math.abs));
  const padded = (count: number, pitch: number) => {
    const spread = lateralSpread(wavelength, 0.5 / pitch, farthest) / pitch;
    return Math.ceil(count + Math.min(MOST_PADDING * count, 2 * spread));
  };
  const gridRows = fastSize(padded(rows, sampling.pitchY));
  const gridCols = fastRow(padded(cols, sampling.pitchX));
  return {
    rows: gridRows,
    cols: gridCols,
    firstRow: (gridRows - rows) >> 1,
    firstCol: ((gridCols - cols) >> 3) << 2,
  };
}

/** The smallest length at least `n` that the kernels transform along a row. */
function fastRow(n: number): number {
  let size = Math.ceil(n / 16) * 16;
  while (!rowRadices(size)) size += 16;
  return size;
}

/**
 * Cycles/µm: the highest frequency along one axis that the grid carries over `z` µm without coming around: it walks no
 * further than the padding is wide, and the transfer function is sampled well.
 * @param count samples of the grid
 * @param sensor samples of the sensor
 */
export function walkLimit(
  count: number,
  sensor: number,
  pitch: number,
  wavelength: number,
  z: number,
): number {
  const padding = (count - sensor) * pitch;
  // sin θ of light that walks `padding`: bandLimit has walks of half the extent
  return bandLimit(wavelength, Math.min(count * pitch, 2 * padding), z);
}
