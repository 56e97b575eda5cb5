import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { translatePostgres } from './postgres-errors.ts';

export interface PostgresLimits {
  /** until a connection is there, ms */
  readonly connectMs: number;
  /** until the server gives a query up, ms; a server that is silent is left a second later */
  readonly queryMs: number;
  readonly connections: number;
}

const INT8 = 20;
const NUMERIC = 1700;
const SILENCE_MS = 1000;
/** A machine that died must not hold its locks for the two hours that systems wait by themselves. */
const KEEPALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Connections in the shape that Kysely takes, with a time limit on every query and errors in the words of the port. */
export function postgresPool(url: string, limits: PostgresLimits): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'leith',
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.queryMs,
    idle_in_transaction_session_timeout: limits.queryMs,
    keepAlive: true,
    options: KEEPALIVE,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  });
  // a connection that breaks while idle has left the pool already; whoever needs one gets another or an error
  pool.on('error', () => {});
  return {
    options: pool.options,
    async connect() {
      try {
        return new Client(await pool.connect(), limits.queryMs + SILENCE_MS);
      } catch (error) {
        throw translatePostgres(error);
      }
    },
    end: () => pool.end(),
  };
}

/** Counts and sizes are numbers: none comes near 2 ** 53. */
function parserOf(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  return pg.types.getTypeParser(oid, format);
}

class Client implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #limitMs: number;
  readonly #onError = (): void => void (this.#broken = true);
  #broken = false;

  constructor(client: pg.PoolClient, limitMs: number) {
    this.#client = client;
    this.#limitMs = limitMs;
    client.on('error', this.#onError);
  }

  /** Kysely can also pass a cursor, but not to a dialect that was given none. */
  query(text: unknown, parameters: readonly unknown[] = []): never {
    return this.#query(text as string, parameters) as never;
  }

  async #query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const timer = setTimeout(() => this.#giveUp(), this.#limitMs);
    try {
      const result = await this.#client.query(text, [...parameters]);
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      throw translatePostgres(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Cuts the connection, which ends the query with an error. */
  #giveUp(): void {
    this.#broken = true;
    void (this.#client as unknown as pg.Client).end();
  }

  release(destroy = false): void {
    this.#client.off('error', this.#onError);
    this.#client.release(destroy || this.#broken);
  }
}
