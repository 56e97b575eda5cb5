import type { KernelExports } from '../kernel/exports.ts';
import type { ComplexMap, RealMap } from '../reconstruction/reconstruction.ts';
import { placeTarget, type PlacedTarget } from './place-target.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { ThinObject } from './thin-object.ts';
import type { Wave } from './wave.ts';

/** What a perfect reconstruction would find in the object's plane, at the hologram's sampling. */
export interface Truth {
  /** the object's wave after the pupil; the undisturbed beam is 1 */
  readonly field: ComplexMap;
  readonly amplitude: RealMap;
  /** rad, (−π, π] */
  readonly phase: RealMap;
  /** rad: `phase` plus the whole turns that bring it next to the object's own, continuous phase */
  readonly unwrappedPhase: RealMap;
  /** rad: the object's own phase, before the pupil took its finest detail */
  readonly continuousPhase: RealMap;
  readonly carrier_cycles_per_px: readonly [number, number] | null;
  readonly pupil_radius_cycles_per_px: number;
  /** area of the pupil over the area of the whole spectrum */
  readonly eta: number;
  /** of the fringes without a sample; null inline */
  readonly visibility: number | null;
  /** mean per pixel without a sample */
  readonly photoelectrons: number;
  /** counts per electron, of hologram and background alike */
  readonly gain: number;
  /** the geometry that was painted, where it was a target of the catalogue */
  readonly target: PlacedTarget | null;
}

export function truthOf(
  spec: SimulationSpec,
  object: ThinObject,
  wave: Wave,
  gain: number,
  wasm: Pick<KernelExports, 'atan2' | 'sin' | 'cos'>,
): Truth {
  const offAxis = spec.mode === 'off-axis';
  const ratio = spec.amplitude_ratio;
  return {
    ...mapsOf(object, wave, wasm),
    carrier_cycles_per_px: offAxis ? spec.carrier_cycles_per_px : null,
    pupil_radius_cycles_per_px: spec.pupil_radius_cycles_per_px,
    eta: Math.PI * spec.pupil_radius_cycles_per_px * spec.pupil_radius_cycles_per_px,
    visibility: offAxis ? (spec.coherence * 2 * ratio) / (1 + ratio * ratio) : null,
    photoelectrons: spec.photoelectrons,
    gain,
    target: placeTarget(spec, wasm),
  };
}

function mapsOf(object: ThinObject, wave: Wave, wasm: Pick<KernelExports, 'atan2'>) {
  const count = wave.re.length;
  const map = (data: Float32Array): RealMap => ({ rows: wave.rows, cols: wave.cols, data });
  const field = new Float32Array(2 * count);
  const amplitude = new Float32Array(count);
  const phase = new Float32Array(count);
  const unwrapped = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    const re = wave.re[i]!;
    const im = wave.im[i]!;
    const angle = wasm.atan2(im, re);
    field[2 * i] = re;
    field[2 * i + 1] = im;
    amplitude[i] = Math.sqrt(re * re + im * im);
    phase[i] = angle;
    unwrapped[i] = angle + 2 * Math.PI * Math.round((object.phase[i]! - angle) / (2 * Math.PI));
  }
  return {
    field: { rows: wave.rows, cols: wave.cols, data: field } satisfies ComplexMap,
    amplitude: map(amplitude),
    phase: map(phase),
    unwrappedPhase: map(unwrapped),
    continuousPhase: map(Float32Array.from(object.phase)),
  };
}
