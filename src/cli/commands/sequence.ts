import { Problem } from '../../core/problem/problem.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import { makeSequence, type SequenceMaker } from '../../services/sequence/make-sequence.ts';
import { omeTiffBytes, packageBytes, type ReadShard } from '../../services/sequence/pack-sequence.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Command, Io } from '../command.ts';
import { fileToRead, frameFiles } from '../frame-files.ts';
import { optionWords } from '../option-words.ts';
import { progressLine } from '../progress-line.ts';
import { throughFolder } from '../shard-folder.ts';
import { shorterOptions } from './reconstruct-options.ts';
import { sequenceHelp } from './sequence-help.ts';
import { sequenceOptions, type SequenceOptions } from './sequence-options.ts';

const words = optionWords(shorterOptions);

/** The threads that do the work, until `close`. */
export interface SequenceThreads extends SequenceMaker {
  close(): Promise<void>;
}

/** @param openThreads null: as many as there are cores */
export function sequenceCommand(
  software: PackageContext['software'],
  openThreads: (threads: number | null) => SequenceThreads,
): Command {
  return {
    name: 'sequence',
    summary: 'reconstruct many frames of one rig on this machine',
    help: sequenceHelp,
    async execute(args, io) {
      const options = sequenceOptions(args);
      if (options === 'help') {
        io.stdout.write(sequenceHelp);
        return 0;
      }
      if ('problem' in options) {
        io.stderr.write(`leith sequence: ${options.problem}\nSee leith sequence --help\n`);
        return 2;
      }
      return sequence(options, software, openThreads, io);
    },
  };
}

async function sequence(
  { frames, background, output, alsoOmeTiff, fields, json, quiet, threads }: SequenceOptions,
  software: PackageContext['software'],
  openThreads: (threads: number | null) => SequenceThreads,
  io: Io,
): Promise<number> {
  const progress = progressLine(io, quiet);
  const maker = openThreads(threads);
  try {
    const made: { evidence?: EvidenceReport; bytes?: number } = {};
    const order = {
      ...{ fields, requester: 'local', software, now: new Date() },
      files: await Promise.all((await frameFiles(frames)).map(fileToRead)),
      background: background === undefined ? null : await fileToRead(background),
    };
    await throughFolder(output, async (store) => {
      const result = await makeSequence(maker, order, store, progress.report);
      const read: ReadShard = (map, shard) => {
        const stored = result.shards[shard]!;
        return store.read(shard, map === 'phase' ? 0 : stored.phase.bytes, stored[map].bytes);
      };
      Object.assign(made, { evidence: result.evidence, bytes: result.bytes });
      const zip = { path: output, bytes: packageBytes(result, read) };
      if (!alsoOmeTiff) return [zip];
      return [zip, { path: omeTiffBeside(output), bytes: omeTiffBytes(result, read) }];
    });
    progress.finish();
    io.stdout.write(summary(output, made.evidence!, made.bytes!, json));
    return 0;
  } catch (error) {
    progress.finish();
    io.stderr.write(explain(error));
    return 1;
  } finally {
    await maker.close();
  }
}

/** cells.zip and cells.phase.ome.tif */
function omeTiffBeside(output: string): string {
  return `${output.replace(/\.zip$/i, '')}.phase.ome.tif`;
}

function summary(output: string, evidence: EvidenceReport, bytes: number, json: boolean): string {
  const { sequence, evidence_report_id, quality, uncertainty } = evidence;
  if (json) {
    const { median_phase_sigma_rad } = uncertainty;
    const made = { path: output, bytes, evidence_report_id, ...sequence, median_phase_sigma_rad };
    return `${JSON.stringify({ ...made, flags: quality.flags }, null, 2)}\n`;
  }
  const { frames, marked } = sequence!;
  const left = marked > 0 ? `, ${marked} of them marked` : '';
  const lines = [`${output}: ${frames} frames${left}, ${(bytes / 1e6).toFixed(1)} MB`];
  for (const { code, level, detail } of quality.flags)
    lines.push(`${level.replace('_', ' ')}: ${words.message(detail)} (${code})`);
  return `${lines.join('\n')}\n`;
}

function explain(error: unknown): string {
  if (!(error instanceof Problem)) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return `leith sequence: ${code === 'ENOENT' ? `there is no file ${path}` : message}\n`;
  }
  if (error.errors.length === 0) return `leith sequence: ${words.message(error.message)} (${error.code})\n`;
  const lines = error.errors.map((wrong) => `  ${words.problem(wrong)}\n`);
  return `leith sequence: this can’t be reconstructed (${error.code})\n${lines.join('')}`;
}
