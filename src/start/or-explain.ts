import { setTimeout as sleep } from 'node:timers/promises';
import { StorageRefused } from '../adapters/storage-refused.ts';
import { NoThreads } from '../services/ports/overloaded.ts';
import { StorageUnavailable } from '../services/ports/storage-unavailable.ts';
import { readConfig, type Config } from './config.ts';
import { describeConfig } from './describe-config.ts';

/** The configuration, or 2 after saying what is wrong with the environment. */
export function configOrExplain(): Config | 2 {
  const config = readConfig(process.env);
  if (!('problems' in config)) return config;
  const list = config.problems.map((problem) => `  ${problem}\n`).join('');
  process.stderr.write(`The environment is not valid:\n${list}\nThe variables are:\n${describeConfig()}\n`);
  return 2;
}

/** What the operator has to change where the system's own words leave that open. */
const advice: Readonly<Record<string, string>> = {
  EMFILE: ': let a process have more files open (ulimit -n)',
  ENFILE: ': the machine has too many files open',
  ENOENT: ': DATA_DIR and SIGNING_KEY_FILE have to lie where folders can be made',
  EEXIST: ': DATA_DIR has to be a folder',
  ENOTDIR: ': DATA_DIR has to lie in a folder',
  EROFS: ': DATA_DIR has to lie on a disk that can be written',
  EACCES: ': the user that runs the service needs to read and write there',
  EPERM: ': the user that runs the service needs to read and write there',
};

/** What is opened, or how to end where its storage or its threads can't be had: 1 where waiting may help, 2 where it will not. */
export async function openOrExplain<Opened>(open: () => Promise<Opened>): Promise<Opened | 1 | 2> {
  try {
    return await open();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && syscall !== undefined) {
      process.stderr.write(`Can’t start: ${message}${advice[code] ?? ''}\n`);
      return 2;
    }
    if (error instanceof StorageRefused || error instanceof NoThreads) {
      process.stderr.write(`Can’t start: ${error.message}\n`);
      return 2;
    }
    if (!(error instanceof StorageUnavailable)) throw error;
    process.stderr.write(`Can’t start: ${inWords(error)}\n`);
    return 1;
  }
}

/** How long a storage that is away is left alone. */
const AGAIN_MS = 2000;

/** What `open` opens, as soon as the storage that it needs is there; that it is waited for is said once. */
export async function onceThere<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  for (let tries = 0; ; tries++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      if (tries === 0) process.stderr.write(`Waiting: ${inWords(error)}\n`);
      await sleep(AGAIN_MS);
    }
  }
}

function inWords({ message, cause }: StorageUnavailable): string {
  return cause instanceof Error ? `${message} (${cause.message || cause.name})` : message;
}
