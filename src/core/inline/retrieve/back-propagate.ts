import { corner, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import { fftRows } from '../../fft/fft2.ts';
import { columnsFftMultiplyIfft } from '../../fft/filter-columns.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { overSensor, retrievalGrid, takeSensor } from '../optics/retrieval-grid.ts';
import { transferPlane } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/**
 * The amplitude of an in-line hologram, as a wave without phase, taken back to the sample: what is there, and its twin
 * image on top. Outside the sensor, and where nothing was measured, the beam is taken to be undisturbed.
 * @param amplitude 1 without a sample; negative or NaN where nothing was measured
 * @param z µm from the sample to the sensor
 * @returns rows × cols in the sample's plane
 */
export function backPropagate(
  kernels: Kernels,
  scope: Scope,
  amplitude: RealPlane,
  optics: SensorOptics,
  z: number,
): ComplexPlane {
  const { wasm } = kernels;
  const { rows, cols } = optics;
  const field = scope.complex(rows, cols);
  using scratch = kernels.scope();
  const grid = retrievalGrid(optics, [z]);
  const wave = scratch.complex(grid.rows, grid.cols);
  wasm.retrieveOnes(wave);
  wasm.retrievePlace(corner(amplitude, rows, cols), overSensor(wave, grid, optics));
  const transfer = transferPlane(kernels, scratch, grid, optics, -z);
  fftRows(kernels, wave);
  columnsFftMultiplyIfft(kernels, wave, transfer);
  fftRows(kernels, wave, true);
  takeSensor(kernels, wave, grid, field);
  return field;
}
