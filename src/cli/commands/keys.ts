import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { OperatorRefusal } from '../../services/operator-refusal.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { newPrivateKey, publicKey, publicKeyOf, type PublicKey } from '../../services/signing/ed25519.ts';
import {
  changeKeyList,
  keyListOf,
  openKeyListFile,
  type KeyChange,
  type KeyListFile,
} from '../../services/signing/key-list.ts';
import { publishKeyList } from '../../services/signing/publish-key-list.ts';
import type { Command, Io } from '../command.ts';
import { takeKids } from '../dashed-kid.ts';
import { readTime } from '../read-time.ts';
import { sayWrong } from '../with-options.ts';
import { CommandLineError, type AdminServices } from './admin-action.ts';
import { keysHelp } from './keys-help.ts';

const text = { type: 'string' } as const;
const options = {
  ...{ out: text, root: text, list: text, from: text, days: text, 'overlap-days': text },
  ...{ reason: text, at: text, since: text },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = Readonly<Partial<Record<Exclude<keyof typeof options, 'json' | 'help'>, string>>>;

interface Answer {
  readonly data: unknown;
  readonly text: readonly string[];
}

const DAY_MS = 86_400_000;

/** @param open opens the storage that the environment names */
export function keysCommand(open: () => Promise<AdminServices>): Command {
  return {
    name: 'keys',
    summary: 'endorse, rotate and revoke the keys that packages are signed with',
    help: keysHelp,
    async execute(args, io) {
      try {
        const { values, positionals } = read(args);
        const [verb, word, ...more] = positionals;
        if (values.help || verb === undefined) {
          io.stdout.write(keysHelp);
          return 0;
        }
        if (more.length > 0) throw new CommandLineError(`what is "${more.join(' ')}"?`);
        const answer = await perform(verb, word, values as Values, open);
        io.stdout.write(`${values.json ? JSON.stringify(answer.data, null, 2) : answer.text.join('\n')}\n`);
        return 0;
      } catch (error) {
        return refuse(error, io);
      }
    },
  };
}

function read(args: string[]) {
  try {
    const { kids, others } = takeKids(args);
    const { values, positionals } = parseArgs({ args: others, options, allowPositionals: true });
    return { values, positionals: [...positionals, ...kids] };
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function refuse(error: unknown, io: Io): number {
  if (error instanceof CommandLineError) return sayWrong(io, 'keys', [error.message]);
  const { code, path } = error as NodeJS.ErrnoException;
  const said =
    code === 'ENOENT' ? `there is no file ${path}` : code === 'EEXIST' ? `${path} is there already` : null;
  if (said === null && !(error instanceof OperatorRefusal) && !(error instanceof StorageUnavailable))
    throw error;
  io.stderr.write(`leith keys: ${said ?? (error as Error).message}\n`);
  return 1;
}

async function perform(
  verb: string,
  word: string | undefined,
  values: Values,
  open: () => Promise<AdminServices>,
): Promise<Answer> {
  if (verb === 'new') return makeKey(needed(values, 'out'));
  if (word === undefined) throw new CommandLineError(`leith keys ${verb} takes a key, a kid or a list`);
  if (verb === 'show') return shown(await readList(word));
  if (verb === 'publish') return publish(word, open);
  const path = needed(values, 'list');
  const now = new Date();
  const before = await readList(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const changes = await changesFor(verb, word, values, before, now);
  const file = await changeKeyList(before, await privateKey(needed(values, 'root')), changes, now);
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`);
  const answer = await shown(file);
  return { ...answer, text: [...answer.text, `${path} is to be published: leith keys publish ${path}`] };
}

async function changesFor(
  verb: string,
  word: string,
  values: Values,
  before: KeyListFile | null,
  now: Date,
): Promise<KeyChange[]> {
  const from = timeOf(values, 'from', now);
  const later = (days: number, start = from) => new Date(Date.parse(start) + days * DAY_MS).toISOString();
  const endorse = async (): Promise<KeyChange> => ({
    ...{ kind: 'endorse', key: await readPublic(word), from, until: later(daysOf(values, 'days', 400)) },
  });
  switch (verb) {
    case 'endorse':
      return [await endorse()];
    case 'rotate': {
      if (!before) throw new OperatorRefusal('there is no list yet: endorse the first key');
      const until = later(daysOf(values, 'overlap-days', 7), now.toISOString());
      const next = await endorse();
      const { keys } = await openKeyListFile(before);
      const others = keys.filter(({ kid }) => next.kind === 'endorse' && kid !== next.key.kid);
      return [...others.map(({ kid }) => ({ kind: 'end', kid, until }) as const), next];
    }
    case 'revoke':
    case 'compromise': {
      const compromised_since = verb === 'compromise' ? timeOf(values, 'since', null) : null;
      const at = timeOf(values, 'at', now);
      return [{ kind: 'revoke', kid: word, at, reason: needed(values, 'reason'), compromised_since }];
    }
    default:
      throw new CommandLineError(`there is no "${verb}"`);
  }
}

async function makeKey(path: string): Promise<Answer> {
  const pem = newPrivateKey();
  await writeFile(path, pem, { mode: 0o600, flag: 'wx' });
  const key = publicKeyOf(pem);
  return { data: key, text: [`${path} holds the private key ${key.kid}.`, JSON.stringify(key)] };
}

async function publish(path: string, open: () => Promise<AdminServices>): Promise<Answer> {
  const file = await readList(path);
  const services = await open();
  try {
    await publishKeyList(services, file);
  } finally {
    await services.close();
  }
  const answer = await shown(file);
  return { ...answer, text: [...answer.text, 'It is published.'] };
}

async function shown(file: KeyListFile): Promise<Answer> {
  const list = await openKeyListFile(file);
  const keys = list.keys.map(({ kid, not_before, not_after, revoked }) => {
    const since = revoked?.compromised_since ? `, in other hands since ${revoked.compromised_since}` : '';
    const end = revoked ? `; revoked ${revoked.at}${since}: ${revoked.reason}` : '';
    return `  ${kid} from ${not_before} to ${not_after}${end}`;
  });
  const text = [`Version ${list.version} of ${list.issued_at}, by the root ${file.root.kid}:`, ...keys];
  return { data: { root: file.root.kid, ...list }, text };
}

async function readList(path: string): Promise<KeyListFile> {
  return keyListOf(await readFile(path, 'utf8'), path);
}

/** A private key's public half, or a public key as JSON, by itself or as the one of a set. */
async function readPublic(path: string): Promise<PublicKey> {
  const content = await readFile(path, 'utf8');
  if (content.includes('PRIVATE KEY')) return publicKeyOf(await privateKey(path));
  try {
    const found = JSON.parse(content) as Partial<PublicKey> & { readonly keys?: readonly PublicKey[] };
    const { x } = found.keys?.length === 1 ? found.keys[0]! : found;
    if (typeof x === 'string' && /^[\w-]{43}$/.test(x)) return publicKey(x);
  } catch {
    // said below
  }
  throw new OperatorRefusal(`${path} holds no Ed25519 key`);
}

async function privateKey(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8');
  try {
    publicKeyOf(pem);
    return pem;
  } catch {
    throw new OperatorRefusal(`${path} holds no private Ed25519 key, PKCS #8 in PEM`);
  }
}

function needed(values: Values, option: keyof Values): string {
  const value = values[option];
  if (value === undefined || value === '') throw new CommandLineError(`--${option} is missing`);
  return value;
}

function timeOf(values: Values, option: keyof Values, otherwise: Date | null): string {
  const given = values[option];
  if (given === undefined && otherwise) return otherwise.toISOString();
  const time = readTime(needed(values, option));
  if (!time) throw new CommandLineError(`--${option} is a time as 2026-11-23T07:00Z, not "${given}"`);
  return time.toISOString();
}

function daysOf(values: Values, option: keyof Values, otherwise: number): number {
  const given = values[option];
  const days = given === undefined ? otherwise : Number(given);
  if (!(days >= 0 && days <= 36_500))
    throw new CommandLineError(`--${option} is a number of days, not "${given}"`);
  return days;
}
