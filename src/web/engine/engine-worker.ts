import '../worker/symbol-dispose.ts';
import { Problem } from '../../core/problem/problem.ts';
import { parseProfile } from '../../core/calibrate-request/parse-profile.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { buildEvidenceReport } from '../../formats/report/build-evidence-report.ts';
import { inPageWords } from '../fields/page-words.ts';
import { loadKernels } from '../worker/load-kernels.ts';
import type { HandedOver, Held } from '../worker/protocol.ts';
import type { EngineReply, EngineResult, EngineTask, Stage } from './engine-message.ts';
import { readFrames, type ReadFiles } from './read-frames.ts';

/*
 * The service's engine in the page: the same code and the same kernels, so the same bytes. It computes one thing at a
 * time; whoever wants it stopped ends the worker.
 */

const loading = loadKernels();
loading.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<EngineTask>) => void answer(data);

async function answer(request: EngineTask): Promise<void> {
  try {
    const result = await perform(request);
    const arrays = Object.values(result.maps).map(({ data }) => data.buffer);
    send({ result }, arrays);
  } catch (cause) {
    const code = cause instanceof Problem ? cause.code : null;
    const words =
      cause instanceof Problem ? wordsOf(cause) : cause instanceof Error ? cause.message : String(cause);
    send({ refusal: inPageWords(words), code });
  }
}

/** Everything that is wrong, where it is about fields. */
function wordsOf({ message, errors }: Problem): string {
  return errors.length === 0
    ? message
    : errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
}

function send(reply: EngineReply, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(reply, transfer);
}

/** As src/services/reconstruction/perform-reconstruction.ts does it, but for the package. */
async function perform(task: EngineTask): Promise<EngineResult> {
  const began = performance.now();
  const { fields } = task;
  port = task.port ?? port;
  const { kernels, sha256 } = await loading;
  const recipe = parseRecipe(fields);
  tell('decode', 0);
  const read = await readOnce(task, recipe);
  const calibration = task.calibration === null ? null : parseProfile(task.calibration);
  const reconstruction = reconstruct(kernels, read.frames, recipe, tell, calibration);
  const flags = [...read.flags, ...reconstruction.flags];
  const context = {
    ...{
      evidence_report_id: '',
      archive_id: '',
      created_at: new Date().toISOString(),
      requester: 'this page',
    },
    software: { name: 'leith', version: '', kernel_sha256: await sha256() },
    ...{
      input: read.input,
      background: read.background,
      requested: fields,
      calibration: reconstruction.calibration ?? null,
    },
  };
  const report = buildEvidenceReport({ ...reconstruction, flags }, context, [], '');
  const maps = mapsOf(reconstruction);
  const ms = performance.now() - began;
  const held = await handOver({ maps: Object.values(maps), field: reconstruction.field });
  return { report, maps, held, pixelSizeUm: reconstruction.pixel_size_um, ms };
}

let told = 0;

/** Not more often than one sees. */
function tell(stage: Stage['stage'], fraction: number): void {
  const now = performance.now();
  if (now - told < 50) return;
  told = now;
  send({ progress: { stage, fraction } });
}

function mapsOf(reconstruction: Reconstruction): EngineResult['maps'] {
  const { phase, phase_wrapped, amplitude, phase_uncertainty, phase_noise, height } = reconstruction;
  const all = { phase, phase_wrapped, amplitude, phase_uncertainty, phase_noise, height };
  return Object.fromEntries(Object.entries(all).filter(([, map]) => map !== null));
}

let port: MessagePort | null = null;

/** To the worker that paints, without the page, which would stand still while it copies. The field is not needed here. */
function handOver(made: HandedOver): Promise<Held> {
  return new Promise((resolve) => {
    port!.onmessage = ({ data }: MessageEvent<Held>) => resolve(data);
    port!.postMessage(made, [made.field.data.buffer]);
  });
}

/** The files that were read last: one tries parameters on the same frames again and again. */
let kept: { readonly key: string; readonly read: ReadFiles } | null = null;

async function readOnce(task: EngineTask, recipe: Recipe): Promise<ReadFiles> {
  const { wavelength_um, pixel_pitch_um, magnification, pixel_pitch_basis, channel, stack_z_mm } = recipe;
  const rig = [wavelength_um, pixel_pitch_um, magnification, pixel_pitch_basis];
  const key = JSON.stringify([task.files, channel, stack_z_mm?.length, rig]);
  if (kept?.key === key) return kept.read;
  const read = await readFrames(task, recipe);
  kept = { key, read };
  return read;
}
