import { loadCameraImage, type CameraImage } from '../../core/field/camera.ts';
import type { Frame } from '../../core/field/frame.ts';
import type { Frequency } from '../../core/field/frequency.ts';
import { demodulate, nativeGrid } from '../../core/demodulate/demodulate.ts';
import type { Kernels, Scope } from '../../core/kernel/kernels.ts';
import { wrappedPhase } from '../../core/phase/wrapped.ts';
import { propagate } from '../../core/propagate/propagate.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { EDGE } from '../../core/sideband/bandwidth.ts';
import type { PreviewFilter, PreviewLight } from './protocol.ts';

/** cycles of the filter's rim over which the frame fades at its edges, as a reconstruction does it */
const FADE_CYCLES = 1.5;
const TURN = 2 * Math.PI;

/**
 * The wrapped phase of one frame, as fast as a hand moves the filter: at native sampling, without a background frame,
 * without uncertainty. To look at while one drags, never to read values from.
 */
export class PhasePreview implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope: Scope;
  readonly #image: CameraImage;

  constructor(kernels: Kernels, frame: Frame) {
    this.#kernels = kernels;
    this.#scope = kernels.scope();
    this.#image = loadCameraImage(kernels, this.#scope, frame, 'hologram');
  }

  /**
   * @param level cycles/px: the carrier whose phase is level, so that a filter beside it shows no fringes of its own
   * @param light null: what of it is known does not suffice, and the phase is that in the plane of the sensor
   */
  phase({ carrier, radius }: PreviewFilter, level: Frequency, light: PreviewLight | null): RealMap {
    const kernels = this.#kernels;
    using scope = kernels.scope();
    const { rows, cols } = this.#image.plane;
    const stopRadius = radius * (1 + EDGE);
    const filter = { passRadius: radius, stopRadius, taper: Math.ceil(FADE_CYCLES / radius) };
    const field = demodulate(
      kernels,
      scope,
      this.#image,
      carrier,
      filter,
      nativeGrid(rows, cols, stopRadius),
    );
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
    kernels.run.exportPlane(shown, 1, out);
    const all = kernels.floats(out, count);
    const data = new Float32Array(field.rows * field.cols);
    const [tiltX, tiltY] = [
      TURN * (carrier.x - level.x) * field.stepX,
      TURN * (carrier.y - level.y) * field.stepY,
    ];
    for (let y = 0; y < field.rows; y++) {
      for (let x = 0; x < field.cols; x++) {
        const value = all[y * shown.cols + x]! + tiltX * x + tiltY * y;
        data[y * field.cols + x] = value - TURN * Math.ceil(value / TURN - 0.5);
      }
    }
    return { rows: field.rows, cols: field.cols, data };
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}
