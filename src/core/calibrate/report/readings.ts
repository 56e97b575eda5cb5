import type { KernelExports } from '../../kernel/exports.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { middleOf } from '../fit/fit-scene.ts';
import { changed, type State } from '../model/state.ts';

/** What a fitted place says about the rig. Lengths in the space of the nominal pitch. */
export interface Readings {
  readonly pitch: number;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly anisotropy: number;
  readonly shear: number;
  readonly rotation_deg: number;
  readonly z_mm: number;
  readonly phaseScale: number;
}

/** The target is turned, then stretched and sheared in the frame's axes (`placed` of core/targets); a mirrored one is flipped first. */
export function readingsOf(
  { places, zeta, look }: State,
  magnification: number,
  wasm: Pick<KernelExports, 'atan2'>,
): Readings {
  const [first, b, , second, e] = places[0]!;
  const flip = first * e - b * second < 0 ? -1 : 1;
  const [a, d] = [flip * first, flip * second];
  const below = Math.sqrt(d * d + e * e);
  const right = (a * e - b * d) / below;
  const pitch = magnification / Math.sqrt(right * below);
  return {
    pitch,
    ...{ pitchX: magnification / right, pitchY: magnification / below, anisotropy: below / right },
    shear: (a * d + b * e) / below / Math.sqrt(right * below),
    rotation_deg: (wasm.atan2(d, e) * 180) / Math.PI,
    z_mm: (zeta * pitch * pitch) / 1000,
    // the object's own phase is what the drawing says; what is seen is `look` times that
    phaseScale: 1 / look.phaseScale,
  };
}

/** What a unit of every unknown of the state does to each reading. */
export function readingSlopes(final: FinalFit): Readonly<Record<keyof Readings, Float64Array>> {
  const { fit, subject, measured } = final;
  const { unknowns, state } = fit;
  const { wasm } = subject.kernels;
  const of = (s: State) => readingsOf(s, subject.magnification, wasm);
  const here = of(state);
  const names = Object.keys(here) as (keyof Readings)[];
  const middle = middleOf(measured);
  const size = Math.max(measured.rows, measured.cols) * measured.cell;
  const slopes = unknowns.map((name, k) => {
    const step = name === 'zeta' ? 1e-4 * Math.max(1, Math.abs(state.zeta)) : 1e-2 / size;
    const vector = Float64Array.from({ length: unknowns.length }, (_, l) => (l === k ? step : 0));
    const there = of(changed(state, unknowns, vector, middle));
    return names.map((reading) => (there[reading] - here[reading]) / step);
  });
  return Object.fromEntries(
    names.map((name, r) => [name, Float64Array.from(slopes, (own) => own[r]!)]),
  ) as Record<keyof Readings, Float64Array>;
}

export function isMirrored([a, b, , d, e]: TargetToFrame): boolean {
  return a * e - b * d < 0;
}
