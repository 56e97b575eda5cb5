import type { Command } from '../command.ts';

/**
 * @param serve runs the service until it is stopped
 * @param variables the table of environment variables
 */
export function serveCommand(serve: () => Promise<number>, variables: string): Command {
  const help = `leith serve

Runs the HTTP service until it is stopped: the browser form at /, the API documentation at /docs.
It is configured by environment variables:

${variables}

Examples
  leith serve
  PORT=9000 WORKERS=2 DATA_DIR=/srv/leith leith serve
`;
  return {
    name: 'serve',
    summary: 'run the HTTP service',
    help,
    async execute(args, io) {
      if (args.length === 0) return serve();
      if (args.every((arg) => arg === '--help' || arg === '-h')) {
        io.stdout.write(help);
        return 0;
      }
      io.stderr.write(
        `leith serve: takes no arguments, but was given "${args.join(' ')}"\nSee leith serve --help\n`,
      );
      return 2;
    },
  };
}
