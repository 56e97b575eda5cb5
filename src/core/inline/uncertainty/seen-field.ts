import { fft2, ifft2 } from '../../fft/fft2.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { bytesIn, corner, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { overSensor, retrievalGrid } from '../optics/retrieval-grid.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { propagateSpectrum } from '../optics/transfer-plane.ts';

/**
 * What a frame shows of a field: the field at the sensor with the amplitude that was recorded (Gerchberg & Saxton, Optik 35, 237 (1972)), taken
 * back to the sample, less the beam. Detail that constraints hold back is in it, and the twin image of what the field explains is not.
 * @param field 1 where nothing is in the beam
 * @param amplitude negative or NaN where nothing was measured
 * @param z µm from the sample to the sensor
 */
export function seenField(
  kernels: Kernels,
  scope: Scope,
  field: ComplexPlane,
  { amplitude, z }: { readonly amplitude: RealPlane; readonly z: number },
  optics: SensorOptics,
): ComplexPlane {
  const { wasm } = kernels;
  const { rows, cols } = optics;
  const seen = scope.complex(rows, cols);
  using scratch = kernels.scope();
  const grid = retrievalGrid(optics, [z]);
  const wave = scratch.complex(grid.rows, grid.cols);
  const sensor = overSensor(wave, grid, optics);
  const propagate = (distance: number) => {
    fft2(kernels, wave);
    propagateSpectrum(kernels, wave, optics, distance);
    ifft2(kernels, wave);
  };
  wasm.fillBytes(wave.ptr, { value: 0, bytes: bytesIn(wave) });
  wasm.takeField(corner(field, rows, cols), sensor, { re: -1, im: 0 });
  propagate(z);
  const pitch = floatsPerRow(sensor);
  const samples = kernels.floats(sensor.ptr, (rows - 1) * pitch + inRow(cols - 1) + TO_IMAGINARY + 1);
  const recorded = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      const a = recorded[y * amplitude.pitch + x]!;
      const at = y * pitch + inRow(x);
      const [re, im] = [samples[at]! + 1, samples[at + TO_IMAGINARY]!];
      const modulus = Math.sqrt(re * re + im * im);
      if (!(a >= 0) || modulus === 0) continue;
      samples[at] = (a * re) / modulus - 1;
      samples[at + TO_IMAGINARY] = (a * im) / modulus;
    }
  propagate(-z);
  wasm.takeField(sensor, seen, { re: 0, im: 0 });
  return seen;
}
