import { inject } from 'vitest';
import { databasesAt, type Databases } from './postgres-server.ts';
import { placesAt, type S3Places } from './s3-server.ts';
import { setUpsOn, type SetUps } from './set-ups.ts';

/** The PostgreSQL server of this run of tests: it goes on for others, so nobody halts it. Null: not installed. */
export async function lentPostgres(): Promise<Databases | null> {
  const port = await portOf('postgres');
  return port === null ? null : databasesAt(port);
}

/** The S3 store of this run of tests. Null: not installed. */
export async function lentS3(): Promise<S3Places | null> {
  const port = await portOf('s3');
  return port === null ? null : placesAt(port);
}

/** Both ways to store things, on the servers of this run. */
export async function lentSetUps(): Promise<SetUps> {
  const [postgres, s3] = await Promise.all([lentPostgres(), lentS3()]);
  return setUpsOn({ postgres, s3 });
}

async function portOf(server: 'postgres' | 's3'): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${inject('lender_port')}/${server}`);
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { port: number | null }).port;
}
