import type { Kernels } from '../kernel/kernels.ts';
import type { SpectrumPicture } from '../reconstruction/reconstruction.ts';
import type { Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from './power-spectrum.ts';

const LARGEST_SIDE = 1024;

/** The spectrum's magnitude as a picture, reduced to at most 1024 px a side, with the sideband that was used, if any. */
export function spectrumPicture(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency | null,
  passRadius: number | null,
): SpectrumPicture {
  const reduceRows = Math.ceil(spectrum.rows / LARGEST_SIDE);
  const reduceCols = Math.ceil(spectrum.cols / LARGEST_SIDE);
  const rows = Math.floor(spectrum.rows / reduceRows);
  const cols = Math.floor(spectrum.cols / reduceCols);
  using scratch = kernels.scope();
  const out = scratch.floats(rows * cols);
  kernels.wasm.spectrumPicture(spectrum.power, out, {
    ...{ frameCols: spectrum.cols, reduceRows, reduceCols },
    ...{ outRows: rows, outCols: cols },
  });
  return {
    rows,
    cols,
    data: kernels.floats(out, rows * cols).slice(),
    step_cycles_per_px: { x: reduceCols / spectrum.cols, y: reduceRows / spectrum.rows },
    carrier_cycles_per_px: carrier && { x: carrier.x, y: carrier.y },
    filter_radius_cycles_per_px: passRadius,
  };
}
