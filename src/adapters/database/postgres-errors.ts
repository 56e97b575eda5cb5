import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';

/**
 * Classes and codes of PostgreSQL (appendix A of its manual) that say nothing about the query: connection lost (08),
 * out of resources (53), operator intervened or the server is starting (57P), a time limit (57014, 55P03, 25P03,
 * 25P04), a server that became a standby (25006), input or output failed (58).
 */
const PASSING = /^(08|53|57P|58|57014|55P03|25P03|25P04|25006)/;

/** What Node says of sockets and names. */
const NETWORK = /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|AI_)|ENOTFOUND)/;

/** What pg says without a code. */
const SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|The client was disposed)/i;

/** The error as the port wants it: StorageUnavailable where the database could not be asked. */
export function translatePostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageUnavailable) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  if (!PASSING.test(code) && !NETWORK.test(code) && !SAID.test(error.message)) return error;
  const full = code === '53100';
  const detail = full ? 'The database’s disk is full.' : 'The database does not answer.';
  return new StorageUnavailable(detail, { cause: error });
}

/** Whether a transaction failed because of another one that ran at the same time: doing it again may succeed. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}
