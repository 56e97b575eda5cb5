import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { parseProfile } from '../../core/calibrate-request/parse-profile.ts';
import { mintId } from '../../services/mint-id.ts';
import { run, type RunResult } from '../../services/reconstruction/run.ts';
import { summarise } from '../../services/reconstruction/summary.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { progressLine } from '../progress-line.ts';
import { receiveFile } from '../received-file.ts';
import { help } from './reconstruct-help.ts';
import { optionOf } from '../field-options.ts';
import { reconstructOptions, type ReconstructOptions } from './reconstruct-options.ts';

export function reconstructCommand(software: PackageContext['software']): Command {
  return {
    name: 'reconstruct',
    summary: 'reconstruct a hologram on this machine',
    help,
    async run(args, io) {
      const options = reconstructOptions(args);
      if (options === 'help') {
        io.stdout.write(help);
        return 0;
      }
      if ('problem' in options) {
        io.stderr.write(`leith reconstruct: ${options.problem}\nSee leith reconstruct --help\n`);
        return 2;
      }
      return reconstruct(options, software, io);
    },
  };
}

async function reconstruct(
  options: ReconstructOptions,
  software: PackageContext['software'],
  io: Io,
): Promise<number> {
  const progress = progressLine(io);
  try {
    const result = await compute(options, software, options.quiet ? () => {} : progress.report);
    progress.finish();
    await writeWhole(options.output, result.chunks);
    io.stdout.write(options.json ? jsonSummary(result, options) : textSummary(result, options));
    return 0;
  } catch (error) {
    progress.finish();
    io.stderr.write(explain(error));
    return 1;
  }
}

/** A package that is cut short is worse than none. */
async function writeWhole(path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, chunks);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function compute(
  { fields, hologram, background, calibration: profile }: ReconstructOptions,
  software: PackageContext['software'],
  onProgress: (stage: string, fraction: number) => void,
): Promise<RunResult> {
  const recipe = parseRecipe(fields);
  const calibration = profile === undefined ? null : parseProfile(await readFile(profile, 'utf8'));
  const created = new Date();
  const identity = {
    evidence_report_id: mintId('evr', created),
    archive_id: mintId('arc', created),
    created_at: created.toISOString(),
    requester: 'local',
    software,
    requested: fields,
  };
  const files = {
    hologram: await receiveFile(hologram, 'hologram'),
    background: background === undefined ? null : await receiveFile(background, 'background'),
  };
  return run(await loadKernels(), { ...files, recipe, calibration, identity }, onProgress);
}

function jsonSummary({ evidence, sha256, bytes }: RunResult, { output }: ReconstructOptions): string {
  const { evidence_report_id, archive_id, input } = evidence;
  const summary = summarise(evidence);
  const made = { path: output, sha256, bytes };
  return `${JSON.stringify({ evidence_report_id, archive_id, input_sha256: input.sha256, package: made, summary }, null, 2)}\n`;
}

function textSummary({ evidence, bytes }: RunResult, { output }: ReconstructOptions): string {
  const { width_px, height_px, pixel_size_um, flags } = summarise(evidence);
  const size = pixel_size_um ? `, ${Number(pixel_size_um.x.toPrecision(4))} µm a pixel` : '';
  const { calibration } = evidence;
  const lines = [`${output}: ${width_px} × ${height_px} px${size}, ${(bytes / 1e6).toFixed(1)} MB`];
  for (const { name, before, after, unit } of calibration?.corrections ?? []) {
    const by = unit === '1' ? '' : ` ${unit}`;
    lines.push(`calibrated: ${name} ${before === null ? '' : `${shown(before)} → `}${shown(after)}${by}`);
  }
  for (const { code, level, detail } of flags) lines.push(`${level.replace('_', ' ')}: ${detail} (${code})`);
  return `${lines.join('\n')}\n`;
}

const DIGITS = 6;

function shown(value: number | readonly number[]): string {
  return [value]
    .flat()
    .map((number) => Number(number.toPrecision(DIGITS)))
    .join(', ');
}

/** What went wrong, every field by the name it has on the command line. */
function explain(error: unknown): string {
  if (!(error instanceof Problem)) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return `leith reconstruct: ${code === 'ENOENT' ? `there is no file ${path}` : message}\n`;
  }
  if (error.errors.length === 0) return `leith reconstruct: ${error.message} (${error.code})\n`;
  const lines = error.errors.map(({ pointer, message }) => {
    const [field = ''] = pointer.split('/').slice(1);
    return `  ${optionOf(field)} ${message}\n`;
  });
  return `leith reconstruct: this can’t be reconstructed (${error.code})\n${lines.join('')}`;
}
