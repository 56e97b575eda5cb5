import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '../../core/problem/problem.ts';
import type { PublicKey } from '../../services/signing/ed25519.ts';
import { verdictOf, type PackageVerdict } from '../../services/verify/verdict.ts';
import { verifyByRepeating } from '../../services/verify/verify-by-repeating.ts';
import { verifyPackage, type Check, type Verification } from '../../services/verify/verify-package.ts';
import type { Command, Io } from '../command.ts';
import { loadKernels } from '../load-kernels.ts';
import { progressLine } from '../progress-line.ts';
import { receiveFile } from '../received-file.ts';
import { verifyHelp } from './verify-help.ts';

const text = { type: 'string' } as const;
const options = {
  ...{ keys: text, hologram: text, background: text },
  'allow-unsigned': { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface VerifyOptions {
  readonly path: string;
  readonly keys: string | undefined;
  readonly hologram: string | undefined;
  readonly background: string | undefined;
  readonly allowUnsigned: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** @param kernelSha256 of this program's kernels */
export function verifyCommand(kernelSha256: string): Command {
  return {
    name: 'verify',
    summary: 'check a result package, also by doing it again',
    help: verifyHelp,
    async execute(args, io) {
      const parsed = parse(args);
      if (parsed === 'help') {
        io.stdout.write(verifyHelp);
        return 0;
      }
      if ('problem' in parsed) {
        io.stderr.write(`leith verify: ${parsed.problem}\nSee leith verify --help\n`);
        return 2;
      }
      try {
        return await verify(parsed, kernelSha256, io);
      } catch (error) {
        const { code, path, message } = error as NodeJS.ErrnoException;
        const reason = code === 'ENOENT' ? `there is no file ${path}` : message;
        io.stderr.write(`leith verify: ${error instanceof Problem ? error.message : reason}\n`);
        return 1;
      }
    },
  };
}

function parse(args: string[]): VerifyOptions | 'help' | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return 'help';
    const [path, ...others] = positionals;
    if (path === undefined) return { problem: 'the result package is missing' };
    if (others.length > 0) return { problem: `one package at a time; what is "${others.join(' ')}"?` };
    if (values.background !== undefined && values.hologram === undefined) {
      return { problem: '--background comes together with --hologram' };
    }
    const { keys, hologram, background, json = false, quiet = false } = values;
    return {
      path,
      keys,
      hologram,
      background,
      json,
      quiet,
      allowUnsigned: values['allow-unsigned'] ?? false,
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function verify(given: VerifyOptions, kernelSha256: string, io: Io): Promise<number> {
  const keys = given.keys === undefined ? null : await readKeys(given.keys);
  const verification = verifyPackage(new Uint8Array(await readFile(given.path)), keys);
  const checks = [...verification.checks, ...(await repeat(given, kernelSha256, verification, io))];
  const verdict = verdictOf(checks, given.allowUnsigned);
  const passed = verdict.verdict !== 'not_to_be_trusted';
  const { verdict: word, reasons } = verdict;
  io.stdout.write(
    given.json
      ? `${JSON.stringify({ verdict: word, reasons, passed, checks }, null, 2)}\n`
      : inWords(verdict, checks),
  );
  return passed ? 0 : 1;
}

async function repeat(
  { hologram, background, quiet }: VerifyOptions,
  kernelSha256: string,
  { evidence }: Verification,
  io: Io,
): Promise<Check[]> {
  if (hologram === undefined || !evidence) {
    const detail = 'give the original hologram to reconstruct it again and compare';
    return [{ name: 'doing it again', passed: null, detail }];
  }
  const files = {
    hologram: await receiveFile(hologram, 'hologram'),
    background: background === undefined ? null : await receiveFile(background, 'background'),
  };
  const { report, finish } = progressLine(io, quiet);
  const checks = await verifyByRepeating(await loadKernels(), kernelSha256, evidence, files, report);
  finish();
  return checks;
}

async function readKeys(from: string): Promise<PublicKey[]> {
  const json = /^https?:\/\//.test(from) ? await fetched(from) : await readFile(from, 'utf8');
  const { keys } = JSON.parse(json) as { keys?: PublicKey[] };
  if (!Array.isArray(keys)) throw new Error(`${from} holds no key set`);
  return keys;
}

async function fetched(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response.text();
}

function inWords({ sentence, reasons, verdict }: PackageVerdict, checks: readonly Check[]): string {
  const marks = { true: 'ok     ', false: 'FAILED ', null: '–      ' };
  const lines = checks.map((check) => `${marks[`${check.passed}`]} ${check.name}: ${check.detail}\n`);
  const why = verdict === 'not_to_be_trusted' ? `${reasons.join('\n')}\n` : '';
  return `${lines.join('')}${sentence}\n${why}`;
}
