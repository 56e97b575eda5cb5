import type { ParseArgsOptionsConfig } from 'node:util';
import type { Storage } from '../../services/archive/storage.ts';
import type { Blobs } from '../../services/ports/blobs.ts';
import type { Passwords } from '../../services/ports/passwords.ts';

/** What the operator's commands work on: the same storage as the server's. */
export interface AdminServices extends Storage {
  readonly passwords: Passwords;
  /** null: REMOTE_ARCHIVE_URL is not set */
  readonly remote: Blobs | null;
  close(): Promise<void>;
}

export interface AdminInput {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  /** the operator's name */
  readonly by: string;
  /** for people who wait */
  readonly onProgress: (what: string) => void;
}

export interface AdminAnswer {
  /** for --json */
  readonly data: unknown;
  /** for people; lines */
  readonly text: readonly string[];
  /** something is wrong that the text tells of: exit code 1 */
  readonly failed?: boolean;
}

/** One of the operator's commands. */
export interface AdminAction {
  /** e.g. `hold add` */
  readonly name: string;
  /** what comes after the name besides --as, --json and --help, e.g. `<package> --reason <why>` */
  readonly usage: string;
  /** what it does, a line or more */
  readonly about: readonly string[];
  readonly examples: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** how many words it takes */
  readonly positionals: readonly [least: number, most: number];
  /** @throws CommandLineError, OperatorRefusal, StorageUnavailable */
  execute(services: AdminServices, input: AdminInput): Promise<AdminAnswer>;
}

/** The command line is wrong: exit code 2. */
export class CommandLineError extends Error {}

/** @throws CommandLineError where the option is missing */
export function required(values: AdminInput['values'], option: string): string {
  const value = values[option];
  if (typeof value === 'string') return value;
  throw new CommandLineError(`--${option} is missing`);
}

/** Rows as columns that line up; nothing where there are none. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}

/** `1 package`, `2 packages` */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}
