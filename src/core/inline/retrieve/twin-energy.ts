import { bytesIn, corner, type ComplexPlane } from '../../kernel/plane.ts';
import { fftRows } from '../../fft/fft2.ts';
import { columnsFftMultiplyIfft } from '../../fft/filter-columns.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { overSensor, retrievalGrid } from '../optics/retrieval-grid.ts';
import { transferPlane } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/** So that the transfer function leaves out the frequencies whose twin lies mostly outside the frame: unseen there. */
const MOST_PADDING = 0.5;

/**
 * Share of a field's structure d = field − 1 that is its own twin image, 0 to ½.
 *
 * An in-line hologram back-propagated is d + T d with the twin T d = P(−2z)[d*], which T turns back into d. A field
 * d + β T d therefore has the correlation c = Re⟨f, T f⟩/⟨f, f⟩ = 2β/(1 + β²) with its own predicted twin, as long as d
 * itself has none, and the twin's share of its energy is β²/(1 + β²) = (1 − √(1 − c²))/2: half for plain
 * back-propagation, where object and twin are equally strong. Frequencies below 1/√(λz) would correlate with any twin
 * and are left out.
 * @param field rows × cols of `optics`; 1 where nothing is in the beam
 * @param z µm from the sample to the sensor
 */
export function residualTwinEnergy(
  kernels: Kernels,
  field: ComplexPlane,
  optics: SensorOptics,
  z: number,
): number {
  const { wasm } = kernels;
  const { sampling, wavelength } = optics;
  using scope = kernels.scope();
  const grid = retrievalGrid(optics, [2 * z], MOST_PADDING);
  const [structure, twin] = [scope.complex(grid.rows, grid.cols), scope.complex(grid.rows, grid.cols)];
  const bytes = bytesIn(structure);
  wasm.fillBytes(structure.ptr, { value: 0, bytes });
  wasm.takeField(corner(field, optics.rows, optics.cols), overSensor(structure, grid, optics), {
    re: -1,
    im: 0,
  });
  kernels.bytes(twin.ptr, bytes).set(kernels.bytes(structure.ptr, bytes));

  const transfer = transferPlane(kernels, scope, grid, optics, 2 * z);
  const [stepX, stepY] = [1 / (grid.cols * sampling.pitchX), 1 / (grid.rows * sampling.pitchY)];
  const least = 1 / Math.sqrt(wavelength * Math.abs(z));
  wasm.dropLowFrequencies(transfer, { stepX, stepY, least });
  fftRows(kernels, twin);
  columnsFftMultiplyIfft(kernels, twin, transfer);
  fftRows(kernels, twin, true);

  // (P(2z) d)* = P(−2z)[d*], since a transfer function is even: ⟨d, T d⟩ is the plain product with P(2z) d
  const out = scope.doubles(2);
  wasm.twinProduct(structure, twin, out);
  const [product, energy] = kernels.doubles(out, 2) as unknown as [number, number];
  const c = energy > 0 ? Math.max(-1, Math.min(1, product / energy)) : 0;
  return (1 - Math.sqrt(1 - c * c)) / 2;
}
