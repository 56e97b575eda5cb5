import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import type { SampleFree } from './sample-free.ts';
import type { UncertaintySettings } from './uncertainty-settings.ts';

/** keeps the logarithm of what is dark from nothing */
const DARK = 0.05;

/**
 * By how much of what is there of both each part is off, in a field in which absorption and phase were taken to go together: between
 * {@link UncertaintySettings.coupledError} where they do so in the end, |x| = exp(−t |arg x|) with one t for the part, and
 * {@link UncertaintySettings.openError} where nothing of the absorption follows the phase. What a part absorbs beside it is what constraints
 * made of a phase that is off, as in any other field.
 * @param least how far x is from 1 where it differs clearly
 */
export function coupledErrors(
  kernels: Kernels,
  field: ComplexPlane,
  { parts, tiles, count }: Pick<SampleFree, 'parts' | 'tiles' | 'count'>,
  least: number,
  { openError, coupledError }: Pick<UncertaintySettings, 'openError' | 'coupledError'>,
): Float64Array {
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  const [lost, turned, all, beside] = [0, 1, 2, 3].map(() => new Float64Array(count + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const each = (visit: (part: number, modulus: number, turn: number, delays: number) => void) =>
    forTilePixels(field, tiles, (y, x, t) => {
      const at = y * pitch + inRow(x);
      const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
      if ((re - 1) * (re - 1) + im * im <= least * least) return;
      const modulus = Math.sqrt(re * re + im * im);
      const delays = Math.sqrt((re - modulus) * (re - modulus) + im * im);
      visit(parts[t]!, modulus, Math.abs(kernels.wasm.atan2(im, re)), delays);
    });
  each((part, modulus, turn) => {
    lost[part]! -= kernels.wasm.log(Math.max(DARK, modulus)) * turn;
    turned[part]! += turn * turn;
  });
  each((part, modulus, turn, delays) => {
    const together = kernels.wasm.exp(-turn * Math.max(0, lost[part]! / turned[part]!));
    all[part]! += Math.max(0, 1 - modulus) * delays;
    beside[part]! += Math.abs(modulus - together) * delays;
  });
  return all.map((sum, part) => {
    const share = sum > 0 ? Math.min(1, beside[part]! / sum) : 0;
    return Math.sqrt(
      coupledError * coupledError + share * share * (openError * openError - coupledError * coupledError),
    );
  });
}
