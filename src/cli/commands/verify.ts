import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '../../core/problem/problem.ts';
import type { KeyDocument, TrustedKey } from '../../formats/verify/key-list.ts';
import { trustIn } from '../../services/signing/key-list.ts';
import type { Authority } from '../../formats/timestamp/timestamp-token.ts';
import type { Allowances } from '../../formats/verify/verdict.ts';
import type { OriginalFiles } from '../../services/verify/verify-by-repeating.ts';
import { authoritiesIn } from '../../services/verify/read-authorities.ts';
import { verifyHere } from '../../services/verify/verify-result.ts';
import type { VerifiedResult } from '../../formats/judge/verify-result.ts';
import type { Command, Io } from '../command.ts';
import { attachKid } from '../dashed-kid.ts';
import { loadKernelsOf } from '../load-kernels.ts';
import type { OriginalFrames } from '../../services/verify/verify-sequence.ts';
import { fileToRead, frameFiles } from '../frame-files.ts';
import { progressLine } from '../progress-line.ts';
import { readBag } from '../read-bag.ts';
import { receiveFile } from '../received-file.ts';
import { withOptions } from '../with-options.ts';
import { verifyHelp } from './verify-help.ts';

const text = { type: 'string' } as const;
const options = {
  ...{ keys: text, hologram: text, background: text, proof: text, checkpoint: text, consistency: text },
  frames: { type: 'string', multiple: true },
  sample: text,
  root: text,
  tsa: text,
  'allow-unsigned': { type: 'boolean' },
  partial: { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** files of the service's log */
interface LogPaths {
  readonly proof: string | undefined;
  readonly checkpoint: string | undefined;
  readonly consistency: string | undefined;
}

interface VerifyOptions {
  readonly path: string;
  readonly keys: string | undefined;
  readonly root: string | undefined;
  /** certificates of timestamp authorities, PEM */
  readonly tsa: string | undefined;
  readonly hologram: string | undefined;
  readonly background: string | undefined;
  /** of a sequence: files and folders */
  readonly frames: readonly string[] | undefined;
  /** of them so many are done again; null: all */
  readonly sample: number | null;
  readonly allowed: Allowances;
  readonly log: LogPaths;
  readonly json: boolean;
  readonly quiet: boolean;
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check a result package, also by doing it again',
  help: verifyHelp,
  execute(args, io) {
    return withOptions(this, io, parse(args), async (options) => {
      try {
        return await verify(options, io);
      } catch (error) {
        const { code, path, message } = error as NodeJS.ErrnoException;
        const reason = code === 'ENOENT' ? `there is no file ${path}` : message;
        io.stderr.write(`leith verify: ${error instanceof Problem ? error.message : reason}\n`);
        return 1;
      }
    });
  },
};

function parse(args: string[]): VerifyOptions | 'help' | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: attachKid(args, '--root'),
      options,
      allowPositionals: true,
    });
    if (values.help) return 'help';
    const [path, ...others] = positionals;
    if (path === undefined) return { problem: 'the result package is missing' };
    if (others.length > 0) return { problem: `one package at a time; what is "${others.join(' ')}"?` };
    if (values.background !== undefined && values.hologram === undefined && values.frames === undefined) {
      return { problem: '--background comes together with --hologram or --frames' };
    }
    const sample = sampleOf(values.sample);
    if (Number.isNaN(sample)) return { problem: '--sample is a whole number from 1, or all' };
    const { keys, hologram, background, frames, json = false, quiet = false, partial = false } = values;
    const allowed = { unsigned: values['allow-unsigned'] ?? false, partial };
    const { proof, checkpoint, consistency } = values;
    if (consistency !== undefined && checkpoint === undefined)
      return { problem: '--consistency comes together with --checkpoint, the one that you kept' };
    const log = { proof, checkpoint, consistency };
    const { root, tsa } = values;
    if (root !== undefined && keys === undefined) return { problem: '--root comes together with --keys' };
    return { path, keys, root, tsa, hologram, background, frames, sample, json, quiet, allowed, log };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** How many frames are done again, unless it is said. */
const SAMPLE = 8;

function sampleOf(given: string | undefined): number | null {
  if (given === 'all') return null;
  return given === undefined ? SAMPLE : /^[1-9]\d{0,5}$/.test(given) ? Number(given) : NaN;
}

async function verify(given: VerifyOptions, io: Io): Promise<number> {
  const keys = given.keys === undefined ? null : await readKeys(given.keys, given.root ?? null);
  const isFolder = (await stat(given.path)).isDirectory();
  const found = isFolder ? await readBag(given.path) : new Uint8Array(await readFile(given.path));
  const { report, finish } = progressLine(io, given.quiet);
  const log = {
    proof: await textOf(given.log.proof),
    checkpoint: await textOf(given.log.checkpoint),
    consistency: await textOf(given.log.consistency),
  };
  const now = new Date().toISOString();
  const authorities = given.tsa === undefined ? null : await readTsa(given.tsa);
  const request = {
    now,
    found,
    keys,
    authorities,
    log,
    original: await originalOf(given),
    allowed: given.allowed,
  };
  const frames = await framesOf(given);
  const result = await verifyHere({ ...request, frames }, loadKernelsOf, report).finally(finish);
  const { verdict, reasons, checks } = result;
  const passed = verdict !== 'not_to_be_trusted';
  io.stdout.write(
    given.json ? `${JSON.stringify({ verdict, reasons, passed, checks }, null, 2)}\n` : inWords(result),
  );
  return passed ? 0 : 1;
}

async function originalOf({ hologram, background }: VerifyOptions): Promise<OriginalFiles | null> {
  if (hologram === undefined) return null;
  return {
    hologram: await receiveFile(hologram, 'hologram'),
    background: background === undefined ? null : await receiveFile(background, 'background'),
  };
}

async function textOf(path: string | undefined): Promise<string | null> {
  return path === undefined ? null : readFile(path, 'utf8');
}

async function framesOf({ frames, background, sample }: VerifyOptions): Promise<OriginalFrames | null> {
  if (frames === undefined) return null;
  return {
    frames: await Promise.all((await frameFiles(frames)).map(fileToRead)),
    background: background === undefined ? null : await receiveFile(background, 'background'),
    sample,
  };
}

async function readKeys(from: string, root: string | null): Promise<TrustedKey[]> {
  const json = /^https?:\/\//.test(from) ? await fetched(from) : await readFile(from, 'utf8');
  try {
    return await trustIn(JSON.parse(json) as KeyDocument, root);
  } catch (error) {
    throw new Error(`${from}: ${(error as Error).message}`);
  }
}

async function readTsa(path: string): Promise<Authority[]> {
  const pem = await readFile(path, 'utf8');
  try {
    return await authoritiesIn(pem);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

async function fetched(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response.text();
}

function inWords({ sentence, reasons, verdict, checks }: VerifiedResult): string {
  const marks = { true: 'ok     ', false: 'FAILED ', null: '–      ' };
  const lines = checks.map((check) => `${marks[`${check.passed}`]} ${check.name}: ${check.detail}\n`);
  const why = verdict === 'not_to_be_trusted' ? reasons.map((reason) => `${reason}\n`) : [];
  return `${lines.join('')}${sentence}\n${why.join('')}`;
}
