import type { Command, Io } from './command.ts';

/** What comes before a command: help and version. */
export async function main(
  args: readonly string[],
  commands: readonly Command[],
  version: string,
  io: Io,
): Promise<number> {
  const [first = '--help', ...rest] = args;
  if (first === '--version' || first === '-V') {
    io.stdout.write(`leith ${version}\n`);
    return 0;
  }
  const asksForHelp = ['help', '--help', '-h'].includes(first);
  const name = asksForHelp ? rest[0] : first;
  if (name === undefined) {
    io.stdout.write(overview(commands));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const names = commands.map((candidate) => candidate.name).join(', ');
    io.stderr.write(`leith: there is no command "${name}"; there are ${names}.\nSee leith --help\n`);
    return 2;
  }
  if (!asksForHelp) return command.execute(rest, io);
  io.stdout.write(command.help);
  return 0;
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `leith <command> [options]

Digital holograms in; phase, amplitude and their uncertainty out.

Commands
${rows.join('')}
  leith help <command>   what a command takes, with examples
  leith --version
`;
}
