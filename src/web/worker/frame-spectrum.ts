import type { Frame } from '../../core/field/frame.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { measureFrame, type MeasuredFrame } from '../../core/sideband/measure-frame.ts';
import { findSideband } from '../../core/sideband/sideband.ts';
import { spectrumPicture } from '../../core/spectrum/spectrum-picture.ts';
import { Problem } from '../../core/problem/problem.ts';
import { robustLimits } from '../../formats/preview/robust-limits.ts';
import { inPageWords } from '../fields/page-words.ts';
import { paintBitmap } from './paint.ts';
import type { FrameSpectrum } from './protocol.ts';

/** The spectrum of a frame as a reconstruction sees it, with the sideband it would take. */
export async function frameSpectrum(
  kernels: Kernels,
  frame: Frame,
  mode: 'off-axis' | 'inline',
): Promise<FrameSpectrum> {
  using scope = kernels.scope();
  const measured = measureFrame(kernels, scope, frame, 'frame');
  const { sideband, refusal } =
    mode === 'inline' ? { sideband: null, refusal: null } : look(kernels, measured);
  const picture = spectrumPicture(kernels, measured.spectrum, null, null);
  const { rows, cols, data, step_cycles_per_px } = picture;
  const { minimum, maximum, mean, fractionAtMaximum } = measured.image;
  return {
    ...{ rows, cols, step_cycles_per_px, sideband, refusal, minimum, maximum, mean, fractionAtMaximum },
    picture: await paintBitmap(picture, 'magma', robustLimits(data)),
  };
}

function look(
  kernels: Kernels,
  { spectrum, image }: MeasuredFrame,
): Pick<FrameSpectrum, 'sideband' | 'refusal'> {
  try {
    const { carrier, passRadius, signalToNoise } = findSideband(kernels, spectrum, image);
    return { sideband: { carrier, radius: passRadius, signalToNoise }, refusal: null };
  } catch (cause) {
    if (cause instanceof Problem) return { sideband: null, refusal: inPageWords(cause.message) };
    throw cause;
  }
}
