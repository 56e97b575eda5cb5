import type { Command } from '../command.ts';
import { withoutOptions } from '../with-options.ts';

/**
 * @param work does runs until it is stopped
 * @param variables the table of environment variables
 */
export function workerCommand(work: () => Promise<number>, variables: string): Command {
  const help = `leith worker

Does the runs that a service has accepted to be done later (Prefer: respond-async), until it is stopped.
Any number of workers on any number of machines share the work of services on the same PostgreSQL
database (DATABASE_URL) and the same store for packages (ARCHIVE_URL). Give all of them the same
SIGNING_KEY_FILE. A worker that dies loses nothing: its runs are done by another.

It listens to no port. Of the environment variables of leith serve it reads those of storage
(DATABASE_URL, ARCHIVE_URL, DATA_DIR, SIGNING_KEY_FILE), WORKERS, RUN_TIMEOUT_S, DECODE_TIMEOUT_S, RUN_ATTEMPTS and LOG_LEVEL:

${variables}

Examples
  DATABASE_URL=postgres://leith@db/leith ARCHIVE_URL='s3://packages?endpoint=https://s3.example.org' leith worker
  WORKERS=4 LOG_LEVEL=warn leith worker
  RUN_WORKERS_IN_SERVER=false leith serve      a service that leaves all its runs to workers
`;
  return {
    name: 'worker',
    summary: 'do runs that a service has accepted',
    help,
    execute(args, io) {
      return withoutOptions(this, io, args, work);
    },
  };
}
