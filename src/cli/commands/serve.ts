import type { Command } from '../command.ts';
import { withoutOptions } from '../with-options.ts';

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
    execute(args, io) {
      return withoutOptions(this, io, args, serve);
    },
  };
}
