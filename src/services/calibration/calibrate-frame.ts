import { calibrate } from '../../core/calibrate/calibrate.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { findTarget } from '../../core/targets/catalogue.ts';
import { decodeFrame } from '../../formats/decode/decode.ts';
import { drawOverlay } from '../../formats/overlay/draw-overlay.ts';
import { crc32Of } from '../../formats/package/digests.ts';
import { inputFlags } from '../../formats/decode/input-flags.ts';
import { joinBlocks } from '../reconstruction/join-blocks.ts';
import { decodeBackground } from '../reconstruction/perform-reconstruction.ts';
import { DECODE, stopwatch } from '../reconstruction/stopwatch.ts';
import type { CalibrationResult, CalibrationJob } from '../ports/compute.ts';

/**
 * Bytes to what the rig is: decode, fit, draw. The command line calls it directly, the service in a worker.
 * @throws Problem where the files or the data do not allow it
 */
export async function calibrateFrame(
  kernels: Kernels,
  {
    hologram: file,
    background: blank,
    target_id,
    certificate,
    wavelength_tolerance_nm,
    recipe,
  }: CalibrationJob,
  onProgress: OnProgress,
): Promise<CalibrationResult> {
  const watch = stopwatch(onProgress);
  watch.progress(DECODE, 0);
  const hologram = await decodeFrame(joinBlocks(file), { name: file.name });
  const background = blank && (await decodeBackground(blank, recipe));
  const frames = {
    hologram: hologram.frame,
    background: background ? background.frame : hologram.background,
  };
  const target = findTarget(target_id)!;
  const request = {
    ...{ target, recipe, certificate: certificate ?? undefined },
    wavelength_tolerance_nm: wavelength_tolerance_nm ?? undefined,
  };
  const calibration = calibrate(kernels, frames, request, watch.progress);

  watch.progress('overlay', 0.98);
  const overlay = drawOverlay(calibration, (bytes) => crc32Of([bytes]));
  const { corrections, fit, budget, expanded, quality, frame } = calibration;
  const doubts = inputFlags(hologram, background !== null, recipe).filter(
    ({ code }) => code !== 'frame_cropped',
  );
  const warnings = [...calibration.warnings, ...doubts.map(({ detail }) => detail)];
  return {
    found: { corrections, fit, budget, expanded, quality, warnings, frame },
    overlay,
    stages: watch.stop(),
  };
}
