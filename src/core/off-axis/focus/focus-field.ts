import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin } from '../../demodulate/demodulate-pair.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { AutofocusSettings } from '../../focus/autofocus-settings.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { propagate } from '../../propagate/propagate.ts';
import type { Recipe } from '../../recipe/values.ts';
import { mediumWavelength } from '../../rig/geometry.ts';
import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { chooseTwin, type TwinChoice } from './choose-twin.ts';

interface FocusFieldSettings {
  readonly demodulation: DemodulationSettings;
  readonly focus: AutofocusSettings;
}

/** What the field was demodulated with, and what it is now. */
interface FieldToFocus {
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
  const space = {
    // in the space that the recipe's pitch and distances are given in
    sampling: {
      pitchX: field.stepX * recipe.pixel_pitch_um * rig.pitchRatio.x,
      pitchY: field.stepY * recipe.pixel_pitch_um * rig.pitchRatio.y,
    },
    wavelength: mediumWavelength(recipe),
    taper: nativeMargin(field, settings.demodulation),
  };
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
    },
    settings.focus,
    onSample,
  );
  if (twin.conjugate) kernels.run.conjugateField(plane);
  if (twin.z !== 0) {
    propagate(kernels, plane, rows, cols, {
      ...space,
      outside: twin.conjugate ? { re: outside.re, im: -outside.im } : outside,
      radius: sideband.stopRadius / recipe.pixel_pitch_um,
      z: -twin.z,
    });
  }
  return twin;
}
