import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { ComputeOptions, ReconstructionJob } from '../../services/ports/compute.ts';
import type { BlobContent } from '../../services/ports/blobs.ts';
import { deliverResult, type MadeResult } from '../../services/reconstruction/deliver-result.ts';
import { performReconstruction } from '../../services/reconstruction/perform-reconstruction.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { progressLine, type ProgressLine } from '../progress-line.ts';
import { refuseOutputs } from '../outputs.ts';
import { rigFrom } from '../read-rig.ts';
import { receiveFile } from '../received-file.ts';
import { reconstructHelp } from './reconstruct-help.ts';
import { explainFailure } from '../explain-failure.ts';
import { optionWords } from '../option-words.ts';
import { withOptions } from '../with-options.ts';
import { reconstructOptions, shorterOptions, type ReconstructOptions } from './reconstruct-options.ts';

const words = optionWords(shorterOptions);

export function reconstructCommand(software: PackageContext['software']): Command {
  return {
    name: 'reconstruct',
    summary: 'reconstruct a hologram on this machine',
    help: reconstructHelp,
    execute(args, io) {
      return withOptions(this, io, reconstructOptions(args), (options) => reconstruct(options, software, io));
    },
  };
}

async function reconstruct(
  options: ReconstructOptions,
  software: PackageContext['software'],
  io: Io,
): Promise<number> {
  const progress = progressLine(io, options.quiet);
  try {
    const made = await reconstructToFile(options, software, progress);
    io.stdout.write(options.json ? jsonSummary(made, options) : textSummary(made, options));
    return 0;
  } catch (error) {
    progress.finish();
    io.stderr.write(explainFailure('reconstruct', error, words));
    return 1;
  }
}

/** A package that is cut short is worse than none. */
async function writeWhole(path: string, zip: BlobContent): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, typeof zip === 'function' ? zip() : zip);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** As the service does it, with kernels of this thread and a file in place of the archive. */
async function reconstructToFile(
  { fields, hologram, background, calibration: profile, origin, output }: ReconstructOptions,
  software: PackageContext['software'],
  progress: ProgressLine,
): Promise<MadeResult> {
  await refuseOutputs([output]);
  const order = {
    ...{ fields, requester: 'local', recipe: parseRecipe(fields) },
    calibration: profile === undefined ? null : await rigFrom(profile, origin),
    hologram: await receiveFile(hologram, 'hologram'),
    background: background === undefined ? null : await receiveFile(background, 'background'),
  };
  const reconstruct = async (job: ReconstructionJob, { onProgress }: ComputeOptions) =>
    performReconstruction(await loadKernels(), job, onProgress);
  const maker = { compute: { reconstruct }, software, now: () => new Date() };
  const options = { signal: new AbortController().signal, onProgress: progress.report };
  return deliverResult(maker, order, options, ({ zip }) => {
    progress.finish();
    return writeWhole(output, zip);
  });
}

function jsonSummary({ result, summary, known }: MadeResult, { output }: ReconstructOptions): string {
  const { evidence_report_id, archive_id, input_sha256 } = known;
  const hash = createHash('sha256');
  for (const chunk of result.chunks) hash.update(chunk);
  const made = { path: output, sha256: hash.digest('hex'), bytes: result.bytes };
  return `${JSON.stringify({ evidence_report_id, archive_id, input_sha256, package: made, summary }, null, 2)}\n`;
}

function textSummary({ result, summary }: MadeResult, { output }: ReconstructOptions): string {
  const { width_px, height_px, pixel_size_um, flags } = summary;
  const { evidence, bytes } = result;
  const size = pixel_size_um ? `, ${Number(pixel_size_um.x.toPrecision(4))} µm a pixel` : '';
  const { calibration } = evidence;
  const lines = [`${output}: ${width_px} × ${height_px} px${size}, ${(bytes / 1e6).toFixed(1)} MB`];
  for (const { name, before, after, unit } of calibration?.corrections ?? []) {
    const by = unit === '1' ? '' : ` ${unit}`;
    lines.push(`calibrated: ${name} ${before === null ? '' : `${shown(before)} → `}${shown(after)}${by}`);
  }
  for (const { code, level, detail } of flags)
    lines.push(`${level.replace('_', ' ')}: ${words.message(detail)} (${code})`);
  return `${lines.join('\n')}\n`;
}

const DIGITS = 6;

function shown(value: number | readonly number[]): string {
  return [value]
    .flat()
    .map((number) => Number(number.toPrecision(DIGITS)))
    .join(', ');
}
