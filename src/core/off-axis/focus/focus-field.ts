import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin } from '../../demodulate/demodulate-pair.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import { distance, type Frequency } from '../../field/frequency.ts';
import type { AutofocusSettings } from '../../focus/autofocus-settings.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { propagate, type PropagateOptions } from '../../propagate/propagate.ts';
import type { Recipe } from '../../recipe/values.ts';
import { firstZone, mediumWavelength } from '../../rig/geometry.ts';
import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { chooseTwin, type TwinChoice } from './choose-twin.ts';

export interface FocusFieldSettings {
  readonly demodulation: DemodulationSettings;
  readonly focus: AutofocusSettings;
}

/** What the field was demodulated with, and what it is now. */
export interface FieldToFocus {
  readonly field: NativeField;
  readonly sideband: Sideband;
  /** what the field is where there is no sample */
  readonly outside: { readonly re: number; readonly im: number };
  readonly rig: RigCorrection;
}

/** Chooses the twin, finds the distance where it is not given, and brings the field there. */
export function focusField(
  kernels: Kernels,
  { field, sideband, outside, rig }: FieldToFocus,
  recipe: Recipe,
  settings: FocusFieldSettings,
  onSample: (fraction: number) => void,
): TwinChoice {
  const { plane, rows, cols } = field;
  const { z_min_mm: from, z_max_mm: to } = recipe;
  const { outside: _, radius, ...space } = propagationOf({ field, sideband, outside, rig }, recipe, settings);
  const twin = chooseTwin(
    kernels,
    {
      ...{ ...space, plane, rows, cols, outside },
      radius: sideband.passRadius / recipe.pixel_pitch_um,
      distance:
        from !== null && to !== null
          ? { from: from * 1000, to: to * 1000 }
          : { z: (recipe.z_mm ?? 0) * 1000 },
      free: recipe.carrier_cycles_per_px === null,
      other: recipe.sideband === 'conjugate',
      told: toldBy(rig.own, sideband),
    },
    settings.focus,
    onSample,
  );
  if (twin.conjugate) kernels.wasm.conjugateField(plane);
  if (twin.z !== 0) {
    propagate(kernels, plane, rows, cols, {
      ...{ ...space, radius },
      outside: twin.conjugate ? { re: outside.re, im: -outside.im } : outside,
      z: -twin.z,
    });
  }
  return twin;
}

/** Brings what was demodulated beside a field to where that is in focus, up to its phase: of a twin it goes the other way. */
export function alsoFocused(
  kernels: Kernels,
  beside: Omit<FieldToFocus, 'outside'>,
  { z, conjugate }: Pick<TwinChoice, 'z' | 'conjugate'>,
  recipe: Recipe,
  settings: FocusFieldSettings,
): void {
  if (z === 0) return;
  const { plane, rows, cols } = beside.field;
  const space = propagationOf({ ...beside, outside: { re: 0, im: 0 } }, recipe, settings);
  propagate(kernels, plane, rows, cols, { ...space, z: conjugate ? z : -z });
}

/**
 * Whether the sideband at −carrier is the object's, as a target showed it; null: nobody knows. A sample may tilt the wave as far as
 * the filter reaches; a reference that comes from elsewhere tells nothing.
 */
function toldBy(own: Frequency | null, { carrier, passRadius }: Sideband): boolean | null {
  if (!own) return null;
  if (distance(own, carrier) < passRadius) return false;
  return distance({ x: -own.x, y: -own.y }, carrier) < passRadius ? true : null;
}

/** Samples of a field at each edge whose light comes from beyond the frame as well as from within, z µm from the sensor. */
export function fromBeyond(
  { stepX, stepY }: Pick<NativeField, 'stepX' | 'stepY'>,
  recipe: Recipe,
  z: number,
): number {
  return Math.round(firstZone(recipe, z) / (recipe.pixel_pitch_um * Math.min(stepX, stepY)));
}

/** How a demodulated field propagates, in the space that the recipe's pitch and distances are given in. */
export function propagationOf(
  { field, sideband, outside, rig }: FieldToFocus,
  recipe: Recipe,
  settings: FocusFieldSettings,
): Omit<PropagateOptions, 'z'> {
  return {
    sampling: {
      pitchX: field.stepX * recipe.pixel_pitch_um * rig.pitchRatio.x,
      pitchY: field.stepY * recipe.pixel_pitch_um * rig.pitchRatio.y,
    },
    wavelength: mediumWavelength(recipe),
    taper: nativeMargin(field, settings.demodulation),
    radius: sideband.stopRadius / recipe.pixel_pitch_um,
    outside,
  };
}
