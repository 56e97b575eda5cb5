import { NotRecognised } from '../../core/calibrate/attempt.ts';
import { calibrateFrames } from '../../core/calibrate/calibrate.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { findTarget } from '../../core/targets/catalogue.ts';
import type { Target } from '../../core/targets/target.ts';
import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import { invalidInput } from '../../core/recipe/recipe.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import type { DecodedFrame } from '../../formats/decode/decode.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { drawOverlays, drawTried } from '../../formats/overlay/draw-overlay.ts';
import { inputFlags } from '../../formats/decode/input-flags.ts';
import { decodeReceived } from '../reconstruction/join-blocks.ts';
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
    hologram: first,
    further,
    background: blank,
    target_id,
    certificate,
    wavelength_tolerance_nm,
    repeatability,
    recipe,
  }: CalibrationJob,
  onProgress: OnProgress,
): Promise<CalibrationResult> {
  const watch = stopwatch(onProgress);
  watch.progress(DECODE, 0);
  const files = [first, ...further];
  const decoded: DecodedFrame[] = [];
  for (const file of files) decoded.push(await decodedAs(file, decoded.length, files.length));
  checkSizes(decoded.map(({ frame }) => frame));
  const target = findTarget(target_id)!;
  kernels.checkRoom(bytesFor(decoded, roomOf(target, certificate ?? undefined, recipe.holography_mode)));
  const background = blank && (await decodeBackground(blank, recipe));
  const frames = {
    holograms: decoded.map(({ frame }) => frame),
    background: background ? background.frame : decoded[0]!.background,
  };
  const request = {
    ...{ target, recipe, certificate: certificate ?? undefined },
    wavelength_tolerance_nm: wavelength_tolerance_nm ?? undefined,
    repeatability: repeatability ?? undefined,
  };
  const { together, each } = withPicture(kernels, () =>
    calibrateFrames(kernels, frames, request, watch.progress),
  );

  watch.progress('overlay', 0.98);
  const overlay = drawOverlays(kernels, each);
  const { corrections, fit, budget, expanded, coverage, distortion, residuals, quality, frame } = together;
  const doubts = decoded
    .flatMap((one) => inputFlags(one, background !== null, recipe))
    .filter(({ code }) => code !== 'frame_cropped');
  const warnings = [...new Set([...together.warnings, ...doubts.map(({ detail }) => detail)])];
  const found = each.map(({ fit: own, corrections: { pixel_pitch_um, z_mm } }, k) => {
    return { input_sha256: files[k]!.sha256, fit: own, pixel_pitch_um, z_mm };
  });
  return {
    found: {
      ...{ corrections, fit, budget, expanded, coverage, distortion, residuals },
      ...{ quality, warnings, frame, frames: found },
    },
    overlay,
    stages: watch.stop(),
  };
}

/** A refusal with the place that was tried drawn on what the frame shows there. */
function withPicture<T>(kernels: Kernels, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof NotRecognised)) throw cause;
    const picture = drawTried(kernels, cause.attempt);
    throw new Problem(cause.code, cause.message, cause.errors, picture);
  }
}

async function decodedAs(file: ReceivedFile, k: number, count: number): Promise<DecodedFrame> {
  try {
    return await decodeReceived(file);
  } catch (cause) {
    if (!(cause instanceof Problem) || count === 1) throw cause;
    throw new Problem(cause.code, `In frame ${k + 1} of ${count}: ${cause.message}`, cause.errors);
  }
}

/** Bytes beyond what any process takes: to begin with, and for each pixel of the first frame and of each further one. */
interface Room {
  readonly first: number;
  readonly pixel: number;
  readonly further: number;
}

/**
 * What a calibration takes, in the kernels and beside them. The model's derivatives by its unknowns are as large as the frame, and a
 * target that does not repeat has more of them in-line. Measured with `/usr/bin/time -v leith calibrate`, less 100 MB, of frames of
 * 512 and 1024 px a side: in-line a chart 0.70 and 1.53 GB, a stage micrometer 0.55 and 1.11 GB, a grid 0.23 and 0.69 GB, a ruling 0.21
 * and 0.58 GB; off-axis 245 MB for 1024 × 1024 px, 282 MB for three such, and 430 MB for 1920 × 1080 px.
 */
const ROOM = {
  parts: { first: 450_000_000, pixel: 1050, further: 900 },
  repeated: { first: 110_000_000, pixel: 600, further: 600 },
  offAxis: { first: 80_000_000, pixel: 170, further: 20 },
} as const satisfies Record<string, Room>;

function roomOf(
  target: Target,
  certificate: Parameters<Target['model']>[0],
  mode: Recipe['holography_mode'],
): Room {
  if (mode === 'off-axis') return ROOM.offAxis;
  return target.model(certificate).lattices.length > 0 ? ROOM.repeated : ROOM.parts;
}

function bytesFor(decoded: readonly DecodedFrame[], { first, pixel, further }: Room): number {
  const { width, height } = decoded[0]!.frame;
  return first + width * height * (pixel + (decoded.length - 1) * further);
}

function checkSizes([first, ...others]: readonly Frame[]): void {
  const other = others.findIndex(({ width, height }) => width !== first!.width || height !== first!.height);
  if (other < 0) return;
  const { width, height } = others[other]!;
  const message = `number ${other + 2} is ${width} × ${height} px, the first one ${first!.width} × ${first!.height} px: frames of one rig are of one size`;
  throw invalidInput([{ pointer: '/hologram', message }]);
}
