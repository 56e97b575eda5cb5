import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import { bytesIn, corner, type ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { overSensor, retrievalGrid } from '../optics/retrieval-grid.ts';
import { propagateSpectrum } from '../optics/transfer-plane.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { uncertaintySettings } from './uncertainty-settings.ts';

/**
 * Light of fine detail leaves at steep angles and walks λ z f sideways, past the sensor if far enough; what is left of
 * it tells amplitude from phase no more, and the constraints make up the rest. So the field is taken to the sensor, cut
 * off where there is none, and taken back: what is missing then was not recorded.
 * @param field 1 where nothing is in the beam
 * @param z µm to the nearest frame, which loses least
 * @param error phase error over structure, over the share that was not recorded
 * @returns for each of tiles × tiles equal shares of the frame the variance of the phase times |x|², rad²
 */
export function unrecordedDetail(
  kernels: Kernels,
  field: ComplexPlane,
  optics: SensorOptics,
  z: number,
  tiles: number,
  error = uncertaintySettings.openError,
): Float64Array {
  const { wasm } = kernels;
  const { rows, cols } = optics;
  using scope = kernels.scope();
  const grid = retrievalGrid(optics, [z]);
  const wave = scope.complex(grid.rows, grid.cols);
  const [structure, recorded] = [scope.complex(rows, cols), scope.complex(rows, cols)];
  const sensor = overSensor(wave, grid, optics);
  const put = (from: ComplexPlane) => {
    wasm.fillBytes(wave.ptr, { value: 0, bytes: bytesIn(wave) });
    wasm.takeField(from, sensor, { re: 0, im: 0 });
  };
  const take = (to: ComplexPlane) => wasm.takeField(sensor, to, { re: 0, im: 0 });
  const propagate = (distance: number) => {
    fft2(kernels, wave);
    propagateSpectrum(kernels, wave, optics, distance);
    ifft2(kernels, wave);
  };
  wasm.takeField(corner(field, rows, cols), structure, { re: -1, im: 0 });
  put(structure);
  propagate(z);
  take(recorded);
  put(recorded);
  propagate(-z);
  take(recorded);
  return tileVariances(kernels, structure, recorded, tiles, error);
}

function tileVariances(
  kernels: Kernels,
  structure: ComplexPlane,
  recorded: ComplexPlane,
  tiles: number,
  error: number,
): Float64Array {
  const { rows, cols } = structure;
  const pitch = floatsPerRow(structure);
  const there = kernels.floats(structure.ptr, rows * pitch);
  const seen = kernels.floats(recorded.ptr, rows * pitch);
  const variances = new Float64Array(tiles * tiles);
  for (let j = 0; j < tiles; j += 1) {
    const down = tileBounds(j, tiles, rows);
    for (let i = 0; i < tiles; i += 1) {
      const across = tileBounds(i, tiles, cols);
      let [all, missing] = [0, 0];
      for (let y = down.from; y < down.to; y += 1) {
        for (let x = across.from; x < across.to; x += 1) {
          const n = y * pitch + inRow(x);
          const [re, im] = [there[n]!, there[n + TO_IMAGINARY]!];
          const [lostRe, lostIm] = [re - seen[n]!, im - seen[n + TO_IMAGINARY]!];
          all += re * re + im * im;
          missing += lostRe * lostRe + lostIm * lostIm;
        }
      }
      const count = (down.to - down.from) * (across.to - across.from);
      const share = all > 0 ? Math.min(1, missing / all) : 0;
      variances[j * tiles + i] = Math.min(missing, error * error * share * share * all) / count;
    }
  }
  return variances;
}
