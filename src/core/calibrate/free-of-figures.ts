import type { Area } from '../targets/target-model.ts';
import { withoutBeside } from './fit/beside-scale.ts';
import { finalFit, type FinalFit } from './fit/final-fit.ts';
import type { FitSettings } from './fit/fit-settings.ts';
import { isBetweenEnds } from './judge/between-ends.ts';
import type { MeasuredLight } from './model/measured.ts';
import type { Nominal } from './model/nominal.ts';

/** The first finds what figures there are beside a fit that they have pulled; the second changes what is left to a hundredth. */
const ROUNDS = 2;

/** A target that was found, and what was measured of it. */
interface Located {
  readonly measured: MeasuredLight;
  readonly nominal: Nominal;
  readonly isFreed: boolean;
}

/**
 * Makers put figures beside the lines of a scale, and no drawing has them. Without a lens their light spreads over the lines, and spoils what is fitted to
 * those: so it is taken out of the frame, all of it fitted once more, and again.
 * @param seen the parts that the frame shows whole
 */
export function freeOfFigures<T extends Located>(
  found: T,
  final: FinalFit,
  seen: readonly Area[],
  settings: FitSettings,
  onStep: () => void,
): readonly [T, FinalFit] {
  let own = { measured: found.measured, final };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { subject, fit } = own.final;
    const measured = withoutBeside(own.final, found.measured, isBetweenEnds(own.final, 'strip'), onStep);
    own = { measured, final: finalFit(subject, fit, measured, found.nominal, seen, settings, onStep) };
  }
  return [{ ...found, measured: own.measured, isFreed: true }, own.final];
}
