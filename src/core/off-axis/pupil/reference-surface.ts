import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin } from '../../demodulate/demodulate-pair.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import { copyOf } from '../../kernel/copy-plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { BackgroundSettings } from '../../phase/background-settings.ts';
import { removeSlopes } from '../../phase/background.ts';
import type { SmoothPhase } from '../../phase/smooth-phase.ts';

/** Of a reference wave, as far as it moves the carrier: defocus and astigmatism. */
const DEGREE = 2;

/** The smooth phase of a background frame's field, which is left as it is: how the carrier runs. Null: it can't be told. */
export function referenceSurface(
  kernels: Kernels,
  reference: NativeField,
  settings: { readonly demodulation: DemodulationSettings; readonly background: BackgroundSettings },
  degree = DEGREE,
): SmoothPhase | null {
  const { plane, rows, cols } = reference;
  using scratch = kernels.scope();
  const copy = copyOf(kernels, scratch, plane);
  const margin = nativeMargin(reference, settings.demodulation);
  return removeSlopes(kernels, copy, rows, cols, { degree, margin }, settings.background);
}
