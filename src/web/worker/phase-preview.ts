import { loadCameraImage } from '../../core/field/camera.ts';
import type { Frame } from '../../core/field/frame.ts';
import type { Frequency } from '../../core/field/frequency.ts';
import { nativeExtent, nativeGrid } from '../../core/demodulate/demodulate.ts';
import { fft2, ifft2 } from '../../core/fft/fft2.ts';
import { fastSize } from '../../core/fft/fast-size.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../core/kernel/complex-layout.ts';
import type { Kernels, Scope } from '../../core/kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../../core/kernel/plane.ts';
import { wrappedPhase } from '../../core/phase/wrapped.ts';
import { propagate } from '../../core/propagate/propagate.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { EDGE } from '../../core/sideband/bandwidth.ts';
import type { PreviewFilter, PreviewLight } from './protocol.ts';

/** px over which the frame fades at its edges: one and a half cycles of a usual filter’s rim */
const FADE_PX = 24;
const TURN = 2 * Math.PI;

/**
 * The wrapped phase of one frame, as fast as a hand moves the filter: at native sampling, without a background frame,
 * without uncertainty. To look at while one drags, never to read values from: the frame is transformed once, and the filter
 * lies at whole steps of its spectrum.
 */
export class PhasePreview implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope: Scope;
  readonly #frame: { readonly rows: number; readonly cols: number };
  readonly #spectrum: ComplexPlane;

  constructor(kernels: Kernels, frame: Frame) {
    this.#kernels = kernels;
    this.#scope = kernels.scope();
    using scratch = kernels.scope();
    const { plane, mean } = loadCameraImage(kernels, scratch, frame, 'hologram');
    const { rows, cols } = plane;
    this.#frame = { rows, cols };
    this.#spectrum = this.#scope.complex(fastSize(rows), fastSize(cols));
    fillFaded(kernels, plane, mean, this.#spectrum);
    fft2(kernels, this.#spectrum);
  }

  /**
   * @param level cycles/px: the carrier whose phase is level, so that a filter beside it shows no fringes of its own
   * @param light null: what of it is known does not suffice, and the phase is that in the plane of the sensor
   */
  phase({ carrier, radius }: PreviewFilter, level: Frequency, light: PreviewLight | null): RealMap {
    const kernels = this.#kernels;
    using scope = kernels.scope();
    const { rows, cols } = this.#frame;
    const stopRadius = radius * (1 + EDGE);
    const grid = nativeGrid(rows, cols, stopRadius);
    const plane = scope.complex(grid.rows, grid.cols);
    const centre = this.#passInto(plane, carrier, radius, stopRadius);
    ifft2(kernels, plane);
    const field = { plane, ...nativeExtent(grid, this.#frame) };
    if (light && light.z !== 0) {
      const sampling = { pitchX: field.stepX * light.pitch, pitchY: field.stepY * light.pitch };
      propagate(kernels, field.plane, field.rows, field.cols, {
        ...{ sampling, wavelength: light.wavelength, z: -light.z, radius: stopRadius / light.pitch },
        ...{ taper: 0, outside: { re: 0, im: 0 } },
      });
    }
    const shown = scope.real(field.plane.rows, field.plane.cols);
    wrappedPhase(kernels, field.plane, shown);
    const count = shown.rows * shown.cols;
    const out = scope.floats(count);
    kernels.wasm.exportPlane(shown, 1, out);
    const all = kernels.floats(out, count);
    const data = new Float32Array(field.rows * field.cols);
    const [tiltX, tiltY] = [
      TURN * (centre.x - level.x) * field.stepX,
      TURN * (centre.y - level.y) * field.stepY,
    ];
    for (let y = 0; y < field.rows; y++) {
      for (let x = 0; x < field.cols; x++) {
        const value = all[y * shown.cols + x]! + tiltX * x + tiltY * y;
        data[y * field.cols + x] = value - TURN * Math.ceil(value / TURN - 0.5);
      }
    }
    return { rows: field.rows, cols: field.cols, data };
  }

  /** What passes a round filter, as a spectrum around zero. @returns where the filter lies then, cycles/px */
  #passInto(plane: ComplexPlane, carrier: Frequency, radius: number, stopRadius: number): Frequency {
    const { rows, cols } = this.#spectrum;
    const from = this.#kernels.floats(this.#spectrum.ptr, floatsIn(this.#spectrum));
    const to = this.#kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
    const [pitch, toPitch] = [floatsPerRow(this.#spectrum), floatsPerRow(plane)];
    const [x0, y0] = [Math.round(carrier.x * cols), Math.round(carrier.y * rows)];
    const reach = Math.min((plane.rows - 1) >> 1, Math.floor(stopRadius * rows));
    for (let ky = -reach; ky <= reach; ky++) {
      const row = wrapped(y0 + ky, rows) * pitch;
      const toRow = wrapped(ky, plane.rows) * toPitch;
      const dy = ky / rows;
      const half = Math.min((plane.cols - 1) >> 1, Math.floor(Math.sqrt(stopRadius ** 2 - dy ** 2) * cols));
      for (let kx = -half; kx <= half; kx++) {
        const weight = passed((kx / cols) ** 2 + dy ** 2, radius, stopRadius);
        const source = row + inRow(wrapped(x0 + kx, cols));
        const target = toRow + inRow(wrapped(kx, plane.cols));
        to[target] = weight * from[source]!;
        to[target + TO_IMAGINARY] = weight * from[source + TO_IMAGINARY]!;
      }
    }
    return { x: x0 / cols, y: y0 / rows };
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}

/** A frame less its mean, which falls to nothing at its edges. */
function fillFaded(kernels: Kernels, image: RealPlane, mean: number, plane: ComplexPlane): void {
  using scratch = kernels.scope();
  const { rows, cols } = image;
  const values = scratch.floats(rows * cols);
  kernels.wasm.exportPlane(image, 1, values);
  const from = kernels.floats(values, rows * cols);
  const to = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  const pitch = floatsPerRow(plane);
  const [fadeY, fadeX] = [rows, cols].map((count) =>
    Float32Array.from({ length: count }, (_, i) => fade(i, count)),
  );
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++)
      to[y * pitch + inRow(x)] = (from[y * cols + x]! - mean) * fadeY![y]! * fadeX![x]!;
}

function fade(i: number, count: number): number {
  const inside = (Math.min(i, count - 1 - i) + 0.5) / FADE_PX;
  return inside >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * inside);
}

/** 1 up to the filter’s radius, and a raised cosine from there. */
function passed(squared: number, radius: number, stopRadius: number): number {
  if (squared <= radius * radius) return 1;
  const beyond = (Math.sqrt(squared) - radius) / (stopRadius - radius);
  return beyond >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * beyond);
}

/** Where a frequency lies that is less than a whole turn of the spectrum away. */
function wrapped(index: number, count: number): number {
  if (index < 0) return index + count;
  return index < count ? index : index - count;
}
