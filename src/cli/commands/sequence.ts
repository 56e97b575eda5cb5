import type { PackageContext } from '../../formats/report/package-context.ts';
import { makeSequence } from '../../services/sequence/make-sequence.ts';
import type { Command, Io } from '../command.ts';
import { fileToRead, frameFiles } from '../frame-files.ts';
import { progressLine } from '../progress-line.ts';
import { withOptions } from '../with-options.ts';
import {
  explainMaking,
  rigOfOptions,
  readSigningKey,
  summaryForPrograms,
  summaryForPeople,
  writePackage,
  type OpenThreads,
  type SequenceThreads,
} from './make-package.ts';
import { sequenceHelp } from './sequence-help.ts';
import { sequenceOptions, type SequenceOptions } from './sequence-options.ts';

export function sequenceCommand(software: PackageContext['software'], openThreads: OpenThreads): Command {
  return {
    name: 'sequence',
    summary: 'reconstruct many frames of one rig on this machine',
    help: sequenceHelp,
    execute(args, io) {
      return withOptions(this, io, sequenceOptions(args), (options) =>
        sequence(options, software, openThreads, io),
      );
    },
  };
}

async function sequence(
  options: SequenceOptions,
  software: PackageContext['software'],
  openThreads: OpenThreads,
  io: Io,
): Promise<number> {
  const { frames, background, output, fields, json, quiet, threads } = options;
  const progress = progressLine(io, quiet);
  let maker: SequenceThreads | null = null;
  try {
    const open = (maker = openThreads(threads, await readSigningKey(options)));
    const order = {
      ...{ fields, requester: 'local', software, now: new Date() },
      files: await Promise.all((await frameFiles(frames)).map(fileToRead)),
      background: background === undefined ? null : await fileToRead(background),
      calibration: await rigOfOptions(options),
    };
    const made = await writePackage(options, (store) => makeSequence(open, order, store, progress.report));
    progress.finish();
    const shown = json
      ? `${JSON.stringify(summaryForPrograms(output, made), null, 2)}\n`
      : summaryForPeople(output, made);
    io.stdout.write(shown);
    return 0;
  } catch (error) {
    progress.finish();
    io.stderr.write(explainMaking('sequence', error));
    return 1;
  } finally {
    await maker?.close();
  }
}
