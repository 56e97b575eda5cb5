import { inject } from 'vitest';
import { brief } from '../brief-form.ts';
import { databasesAt, type Databases } from './postgres-server.ts';
import { placesAt, type S3Places } from './s3-server.ts';
import { placeIn, setUpsOn, type Place, type PlaceEnvironment, type SetUp, type SetUps } from './set-ups.ts';

/** The PostgreSQL server of this run of tests: it goes on for others, so nobody halts it. Null: not installed, or not for `npm run verify`. */
export async function lentPostgres(): Promise<Databases | null> {
  const port = await portOf('postgres');
  return port === null ? null : databasesAt(port);
}

/** The S3 store of this run of tests. Null: as above. */
export async function lentS3(): Promise<S3Places | null> {
  const port = await portOf('s3');
  return port === null ? null : placesAt(port);
}

/** Both ways to store things, on the servers of this run. */
export async function lentSetUps(): Promise<SetUps> {
  const [postgres, s3] = await Promise.all([lentPostgres(), lentS3()]);
  return setUpsOn({ postgres, s3 });
}

/** A service that the files of one process use, one after the other, and where it keeps what it is sent. */
export interface LentService {
  readonly url: string;
  readonly dataDir: string;
  readonly place: Place;
}

/**
 * The ordinary service of this process of tests: generous limits, one worker. It goes on for the files that follow, so
 * a test there looks at what is its own (an account that it makes), and leaves nothing to be done. One that asks for a
 * limit, halts it, or counts what everybody has, starts a service of its own.
 */
export async function lentService(name: SetUp['name'] = 'embedded'): Promise<LentService> {
  const { port, environment } = await ask<{ port: number; environment: PlaceEnvironment }>(
    `service/${name}/${process.env.VITEST_POOL_ID}`,
  );
  const place = placeIn(environment);
  return { url: `http://127.0.0.1:${port}`, dataDir: environment.DATA_DIR, place };
}

async function portOf(server: 'postgres' | 's3'): Promise<number | null> {
  if (brief) return null;
  return (await ask<{ port: number } | null>(server))?.port ?? null;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${inject('lender_port')}/${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}
