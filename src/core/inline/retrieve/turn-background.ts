import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { backgroundPhase } from './background-phase.ts';

/** From the mean phase to its nearest peak; each pass brings it closer by far more than half. */
const PASSES = 5;

/**
 * Turns a field so that its commonest phase, that of the undisturbed beam, is 0. Intensities do not tell the phase of
 * the whole, so a retrieval may end anywhere.
 * @returns how far the phases of the undisturbed beam spread about 0: one standard deviation, rad
 */
export function turnBackground(kernels: Kernels, field: ComplexPlane): number {
  const { run } = kernels;
  using scope = kernels.scope();
  const out = scope.doubles(2);
  let [re, im] = [1, 0];
  for (let pass = 0; pass < PASSES; pass += 1) {
    run.sumNearPhase(field, out, { ur: re, ui: im });
    const [sumRe, sumIm] = kernels.doubles(out, 2) as unknown as [number, number];
    const length = Math.sqrt(sumRe * sumRe + sumIm * sumIm);
    if (length === 0) return 0;
    [re, im] = [sumRe / length, sumIm / length];
  }
  run.multiplyField(field, { ur: re, ui: -im });
  // that peak is broad, and phase objects pull it to their side
  const { centre, spread } = backgroundPhase(kernels, field);
  run.multiplyField(field, { ur: run.cos(centre), ui: -run.sin(centre) });
  return spread;
}
