import type { QuadsAt } from '../../kernel/addresses.ts';
import { blocksOf, SAMPLE_BYTES } from '../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { bandLimit } from '../../propagate/transfer.ts';
import type { RetrievalGrid } from './retrieval-grid.ts';
import type { SensorOptics } from './sensor-optics.ts';

/**
 * The transfer function of `z` µm on a grid, less the frequencies that would walk farther than the padding is wide:
 * they would come around to the sensor's other side. The sensor holds only some of their fringes anyway.
 */
export function transferPlane(
  kernels: Kernels,
  scope: Scope,
  grid: RetrievalGrid,
  optics: SensorOptics,
  z: number,
): ComplexPlane {
  const plane = scope.complex(grid.rows, grid.cols);
  apply(kernels, null, plane, optics, z);
  return plane;
}

/** spectrum ← spectrum · the same transfer function. */
export function propagateSpectrum(
  kernels: Kernels,
  spectrum: ComplexPlane,
  optics: SensorOptics,
  z: number,
): void {
  apply(kernels, spectrum, spectrum, optics, z);
}

/** @param spectrum what is multiplied; null: the factors themselves are written */
function apply(
  kernels: Kernels,
  spectrum: ComplexPlane | null,
  to: ComplexPlane,
  { rows, cols, sampling, wavelength }: SensorOptics,
  z: number,
): void {
  const extentX = to.cols * sampling.pitchX;
  const extentY = to.rows * sampling.pitchY;
  // bandLimit allows walks of half the extent it is given
  const limit = (extent: number, sensor: number) =>
    bandLimit(wavelength, Math.min(extent, 2 * (extent - sensor)), z);
  const [limitX, limitY] = [limit(extentX, cols * sampling.pitchX), limit(extentY, rows * sampling.pitchY)];
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  const parts = kernels.parts({ first: 0, end: to.rows }, to.rows * to.cols);
  kernels.atOnce(parts, (wasm, part) =>
    wasm.applyTransfer(spectrum, to, { ...steps, wavelength, z, limitX, limitY, ...part }),
  );
}

/**
 * The transfer function in the order in which the kernel propagateColumns takes it.
 * @param pupil cycles/µm, what the optics pass; null: all
 * @param packed where it is written; a new block by default
 */
export function packedTransfer(
  kernels: Kernels,
  scope: Scope,
  grid: RetrievalGrid,
  optics: SensorOptics,
  z: number,
  pupil: number | null = null,
  packed = packedRoom(kernels, scope, grid),
): QuadsAt {
  using scratch = kernels.scope();
  const plane = transferPlane(kernels, scratch, grid, optics, z);
  if (pupil !== null) passPupil(kernels, plane, optics, pupil);
  kernels.wasm.packTransfer(plane, packed);
  return packed;
}

function packedRoom({ wasm }: Kernels, scope: Scope, { rows, cols }: RetrievalGrid): QuadsAt {
  return scope.quads(wasm.packedTransferBytes(rows, blocksOf(cols)) / SAMPLE_BYTES);
}

/** A disc's rim is 2 % of its radius wide. */
const RIM = 0.01;

/** spectrum ← spectrum · disc of this radius, cycles/µm. */
export function passPupil(
  { wasm }: Kernels,
  plane: ComplexPlane,
  { sampling }: SensorOptics,
  radius: number,
): void {
  const steps = { stepX: 1 / (plane.cols * sampling.pitchX), stepY: 1 / (plane.rows * sampling.pitchY) };
  wasm.passPupil(plane, { ...steps, pass: (1 - RIM) * radius, stop: (1 + RIM) * radius });
}
