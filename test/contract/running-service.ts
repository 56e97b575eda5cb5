import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { bounds } from '../../src/start/bound-memory.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Machines that run tests have much else to do. */
export const PATIENT = { RUN_TIMEOUT_S: '900', DECODE_TIMEOUT_S: '300', DATABASE_TIMEOUT_S: '60' };
/** Programs start as src/start/start.mjs starts them, with what was compiled before. */
export const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/leith-compiled') };

export interface RunningService {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** what it has written to standard output: its log, unless LOG_LEVEL is silent */
  log(): string;
  stop(): Promise<number | null>;
  /** kill -9; returns when the process is gone */
  kill(): Promise<void>;
}

/**
 * The real service in a process of its own, on a free port, with an empty data folder.
 * @param bound as it bounds itself, which has it start twice: a tenth of what a start takes
 */
export async function startService(
  environment: Record<string, string> = {},
  bound: { readonly variables: object; readonly flags: readonly string[] } = bounds,
): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leith-contract-'));
  const child = spawn(join(root, 'node_modules/.bin/node'), [...bound.flags, 'src/start/server.ts'], {
    cwd: root,
    // not the test runner's own environment: it sets BASE_URL, for one
    env: {
      PATH: process.env.PATH,
      ...{ ...bound.variables, ...COMPILED, ...PATIENT },
      ...{ PORT: '0', WORKERS: '1' },
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logged: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => logged.push(chunk));
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}\n${said.join('\n')}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const match = /Leith is at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]!);
    });
  });
  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    pid: child.pid!,
    log: () => Buffer.concat(logged).toString(),
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      if (child.exitCode === null) child.kill('SIGTERM');
      const code = child.exitCode ?? (await ended);
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function example(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(root, 'examples', name)));
}

/** The middle of examples/off-axis.png. */
async function middle(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const sample = sharp(example('off-axis.png'));
  const { width } = await sample.metadata();
  const from = (width - side) / 2;
  const cut = sample.extract({ left: from, top: from, width: side, height: side });
  return new Uint8Array(await cut.toColourspace('b-w').png().toBuffer());
}

/** A part of the sample: most tests here ask for a result, and not for a large one. */
export const part = { side: 96, png: await middle(96) };
const large = await middle(512);

/** The fields that go with examples/off-axis.png. */
export const offAxisFields = {
  holography_mode: 'off-axis',
  wavelength_um: '0.6328',
  pixel_pitch_um: '3.45',
  z_mm: '5',
};

export interface Parts {
  readonly files?: Readonly<Record<string, Uint8Array<ArrayBuffer>>> | undefined;
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/**
 * What is soon made: the phase alone, as all maps with a picture of each take three times as long, in the plane of the
 * camera and without a search for the background, which are another third.
 */
export const plain = { outputs: 'phase', phase_background: 'tilt', z_mm: '0' };

/** A multipart body with a part of the sample hologram and its fields; fields that are undefined are left out. */
export function upload({ files, fields }: Parts = {}): FormData {
  return wholeUpload({ files, fields: { ...plain, ...fields } });
}

/** The same for a result with all that there is. */
export function wholeUpload({ files, fields }: Parts = {}): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files ?? { hologram: part.png })) {
    form.append(name, new Blob([bytes]), `${name}.png`);
  }
  for (const [name, value] of Object.entries({ ...offAxisFields, ...fields })) {
    if (value !== undefined) form.append(name, value);
  }
  return form;
}

/** The same with much of the sample: megabytes come back, which no buffer on the way holds. */
export const largeUpload = (fields: Parts['fields'] = {}): FormData =>
  wholeUpload({ files: { hologram: large }, fields });
