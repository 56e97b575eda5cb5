import type { ComplexPlane, RealPlane } from '../src/core/kernel/plane.ts';
import type { Kernels, Scope } from '../src/core/kernel/kernels.ts';
import { normalSource } from '../src/core/simulate/normal.ts';
import { propagateIsolated } from '../src/core/simulate/propagate-forward.ts';
import { Random } from '../src/core/simulate/random.ts';
import { emptyWave, fromPlane, type Wave } from '../src/core/simulate/wave.ts';

export const WAVELENGTH = 0.532;
export const PITCH = 2.2;
export const sampling = { pitchX: PITCH, pitchY: PITCH };

/** A soft-edged disk, or a dome that thins out towards its rim: centre and radius in pixels, the wave it lets through. */
export interface Disk {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amplitude: number;
  readonly phase: number;
  readonly dome?: true;
}

/** The wave behind a sample of disks, 1 elsewhere. */
export function diskWave(rows: number, cols: number, disks: readonly Disk[]): Wave {
  const wave = emptyWave(rows, cols);
  wave.re.fill(1);
  for (const { x, y, radius, amplitude, phase, dome } of disks) {
    for (let i = 0; i < rows * cols; i++) {
      const distance = Math.hypot((i % cols) - x, Math.floor(i / cols) - y);
      const cover = dome
        ? Math.max(0, 1 - (distance / radius) ** 2) ** 0.75
        : Math.min(1, Math.max(0, (radius + 1 - distance) / 2));
      if (cover === 0) continue;
      const modulus = 1 - cover * (1 - amplitude);
      wave.re[i] = modulus * Math.cos(cover * phase);
      wave.im[i] = modulus * Math.sin(cover * phase);
    }
  }
  return wave;
}

export interface Window {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

export function cropped(wave: Wave, { row, col, rows, cols }: Window): Wave {
  const part = emptyWave(rows, cols);
  for (let i = 0; i < rows * cols; i++) {
    const from = (row + Math.floor(i / cols)) * wave.cols + col + (i % cols);
    part.re[i] = wave.re[from]!;
    part.im[i] = wave.im[from]!;
  }
  return part;
}

/** What a sensor looking at a window of the wave records z µm behind it: √ of the normalised, noisy intensity. */
export function recorded(
  kernels: Kernels,
  scope: Scope,
  wave: Wave,
  window: Window,
  z: number,
  photoelectrons: number,
  seed = 1,
): RealPlane {
  const { rows, cols } = window;
  const medium = { wavelength_um: WAVELENGTH, pixel_pitch_um: PITCH };
  const difference = { ...wave, re: wave.re.map((v) => v - 1) };
  const moved = cropped(propagateIsolated(kernels, difference, z / 1000, medium), window);
  const normal = normalSource(Random.from(seed, 0), kernels.wasm);
  const plane = scope.real(rows, cols);
  const values = kernels.floats(plane.ptr, rows * plane.pitch).fill(NaN);
  for (let i = 0; i < rows * cols; i++) {
    const intensity = (moved.re[i]! + 1) ** 2 + moved.im[i]! ** 2;
    const electrons = intensity * photoelectrons + Math.sqrt(intensity * photoelectrons) * normal();
    const at = Math.floor(i / cols) * plane.pitch + (i % cols);
    values[at] = Math.sqrt(Math.max(0, electrons) / photoelectrons);
  }
  return plane;
}

/** rms of the difference of a field and the true wave, over a part of them. */
export function fieldError(
  kernels: Kernels,
  field: ComplexPlane,
  truth: Wave,
  part: (row: number, col: number) => boolean = () => true,
): number {
  const found = fromPlane(kernels, field, truth.rows, truth.cols);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < found.re.length; i++) {
    if (!part(Math.floor(i / truth.cols), i % truth.cols)) continue;
    sum += (found.re[i]! - truth.re[i]!) ** 2 + (found.im[i]! - truth.im[i]!) ** 2;
    count++;
  }
  return Math.sqrt(sum / count);
}
