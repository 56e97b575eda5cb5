import type { Command, Io } from './command.ts';

/** What is wrong with the form of a command line. */
export interface WrongLine {
  readonly problem: string;
}

type Named = Pick<Command, 'name' | 'help'>;

/** Does it with the options of a command line, or says what they are, or what is wrong with them. @returns the exit code */
export async function withOptions<T extends object>(
  { name, help }: Named,
  io: Io,
  options: T | 'help' | WrongLine,
  run: (options: T) => Promise<number>,
): Promise<number> {
  if (options === 'help') {
    io.stdout.write(help);
    return 0;
  }
  return isWrong(options) ? sayWrong(io, name, [options.problem]) : run(options);
}

/** Of a command that takes none. */
export function withoutOptions(command: Named, io: Io, args: readonly string[], run: () => Promise<number>) {
  const problem = `takes no arguments, but was given "${args.join(' ')}"`;
  const asksForHelp = args.length > 0 && args.every((arg) => arg === '--help' || arg === '-h');
  return withOptions(command, io, asksForHelp ? 'help' : args.length > 0 ? { problem } : {}, run);
}

/** @returns the exit code */
export function sayWrong(io: Io, name: string, problems: readonly string[]): number {
  io.stderr.write(
    `${problems.map((problem) => `leith ${name}: ${problem}\n`).join('')}See leith ${name} --help\n`,
  );
  return 2;
}

function isWrong(options: object): options is WrongLine {
  return 'problem' in options;
}
