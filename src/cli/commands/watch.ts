import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import { LiveSequence, type LiveFile } from '../../services/sequence/live-sequence.ts';
import type { ShardStore } from '../../services/sequence/sequence-maker.ts';
import type { Command, Io } from '../command.ts';
import { fileToRead } from '../frame-files.ts';
import { FolderWatch, watchTimes, type WatchTimes } from '../watch-folder.ts';
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
import { withOptions } from '../with-options.ts';
import { watchHelp } from './watch-help.ts';
import { watchOptions, type WatchOptions } from './watch-options.ts';
import { watchLine, type WatchLine } from './watch-line.ts';

/** A file that could not be read may still be written; it is looked at once more after so long. */
const AGAIN_MS = 2000;
/** Files wait in the folder, not in memory. */
const MOST_WAITING = 256;

/** @param untilStopped a signal that is given when a person wants it to end, for as long as it is watched */
export function watchCommand(
  software: PackageContext['software'],
  openThreads: OpenThreads,
  untilStopped: () => AbortSignal & Disposable,
  times: WatchTimes = watchTimes,
): Command {
  return {
    name: 'watch',
    summary: 'reconstruct what a camera program writes, as it comes',
    help: watchHelp,
    execute(args, io) {
      return withOptions(this, io, watchOptions(args), async (options) => {
        using stopped = untilStopped();
        return await watch({ ...options, times }, software, openThreads, stopped, io);
      });
    },
  };
}

type Watched = WatchOptions & { readonly times: WatchTimes };

async function watch(
  options: Watched,
  software: PackageContext['software'],
  openThreads: OpenThreads,
  stopped: AbortSignal,
  io: Io,
): Promise<number> {
  const { background, output, fields, json, quiet, threads } = options;
  const line = watchLine(io, { json, quiet });
  let maker: SequenceThreads | null = null;
  try {
    const open = (maker = openThreads(threads, await readSigningKey(options)));
    const order = {
      ...{ fields, requester: 'local', software, now: new Date() },
      background: background === undefined ? null : await fileToRead(background),
      calibration: await rigOfOptions(options),
    };
    const make = (store: ShardStore) => {
      const live = new LiveSequence(open, order, store, {
        onFrames: (frames) => line.done(frames, live.waiting),
        onRefused: ({ message }) =>
          line.warn(`these frames can’t be started from, later ones are tried: ${message}`),
      });
      return taken(live, options, stopped, line);
    };
    const made = await writePackage(options, make);
    line.finish();
    io.stdout.write(
      json ? `${JSON.stringify(summaryForPrograms(output, made))}\n` : summaryForPeople(output, made),
    );
    return 0;
  } catch (error) {
    line.finish();
    io.stderr.write(explainMaking('watch', error));
    return 1;
  } finally {
    await maker?.close();
  }
}

/** Takes frames until it is to end. */
async function taken(
  live: LiveSequence,
  { folder, count, idle_s, times }: Watched,
  stopped: AbortSignal,
  line: WatchLine,
): Promise<SequencePackage> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  if (stopped.aborted) end();
  stopped.addEventListener('abort', end);
  const idle = idle_s === null ? undefined : setTimeout(end, 1000 * idle_s);
  try {
    const watched = new FolderWatch(folder, (text) => line.warn(text), times);
    for await (const path of watched.files(ended.signal)) {
      const file = await liveFile(path).catch(() => null);
      // a name that was another one's, and is gone again
      if (!file) continue;
      idle?.refresh();
      await live.add(file);
      if (live.frames >= count) break;
      while (live.waiting > MOST_WAITING && !ended.signal.aborted) {
        await live.progress();
        idle?.refresh();
      }
    }
  } finally {
    clearTimeout(idle);
    stopped.removeEventListener('abort', end);
  }
  line.ending(live.waiting);
  return live.finish();
}

async function liveFile(path: string): Promise<LiveFile> {
  const print = async () => {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  };
  const asTaken = await print();
  return {
    ...(await readWhereItIs(path)),
    async again() {
      await wait(AGAIN_MS);
      const now = await print().catch(() => asTaken);
      return now === asTaken ? null : readWhereItIs(path);
    },
  };
}

/** A file that is gone before it was read holds nothing: it is a frame that can't be read, and no reason to stop. */
async function readWhereItIs(path: string) {
  const file = await fileToRead(path);
  const read = async (offset: number, length: number) =>
    file.read(offset, length).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return new Uint8Array();
      throw error;
    });
  return { ...file, read };
}
