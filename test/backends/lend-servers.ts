import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';
import { startService } from '../contract/running-service.ts';
import { startS3 } from './s3-server.ts';
import { setUpsOn } from './set-ups.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** where tests ask for what is lent to them (lent-servers.ts) */
    readonly lender_port: number;
    /** whether grids and random trials are gone through in full, as before a release */
    readonly thorough: boolean;
    /** `npm run verify`: a few cases of each grid, and nobody is lent PostgreSQL or S3 */
    readonly brief?: boolean;
    /** how often a test kills the service in the middle of something */
    readonly service_kills: number;
    /** px: as narrow as a telephone, and before a release as wide as a desk */
    readonly page_widths: readonly number[];
  }
}

interface Lent {
  /** what a test is told of it */
  readonly told: object;
  stop(): Promise<void>;
}

/** Many requests from one address, and addresses that tests make up. */
const GENEROUS = {
  ...{ WORKERS: '1', TRUST_PROXY: '127.0.0.1', SIGNUP_PER_HOUR: '1000', LOGIN_PER_HOUR: '10000' },
  ...{
    PUBLIC_RECONSTRUCT_PER_HOUR: '10000',
    PUBLIC_READS_PER_MINUTE: '10000',
    WORKFLOW_FIT_PER_HOUR: '10000',
  },
};

/**
 * Before a run of tests: one PostgreSQL server and one S3 store for all of them, and for each process of tests a service
 * of either set-up. Each is started when the first test asks for it, so that a run of a few files waits for none of the
 * others.
 */
export default async function lendServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Lent | null>>();
  const [postgres, s3] = [once(startPostgres), once(startS3)];
  const start = async (path: string): Promise<Lent | null> => {
    if (path.startsWith('/service/')) return startOrdinary(path.split('/')[2]!, postgres, s3);
    const server = await (path === '/postgres' ? postgres() : s3());
    return server && { told: { port: server.port }, stop: () => server.stop() };
  };
  const lender = createServer((request, response) => {
    const path = request.url ?? '';
    if (!started.has(path)) started.set(path, start(path));
    started.get(path)!.then(
      (lent) => response.end(JSON.stringify(lent?.told ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
  provide('lender_port', (lender.address() as AddressInfo).port);
  return async () => {
    await closed(lender);
    const isService = (path: string) => path.startsWith('/service/');
    const stop = async (paths: readonly string[]) => {
      const ended = await Promise.allSettled(paths.map(async (path) => (await started.get(path))?.stop()));
      return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    };
    // they stand on the others
    const faults = [
      ...(await stop([...started.keys()].filter(isService))),
      ...(await stop([...started.keys()].filter((path) => !isService(path)))),
    ];
    if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '));
  };
}

async function startOrdinary(
  name: string,
  postgres: () => ReturnType<typeof startPostgres>,
  s3: () => ReturnType<typeof startS3>,
): Promise<Lent> {
  const scaled = name === 'scaled';
  const setUps = setUpsOn({ postgres: scaled ? await postgres() : null, s3: scaled ? await s3() : null });
  const { environment } = await setUps.all.find((setUp) => setUp.name === name)!.create();
  const service = await startService({ ...environment, ...GENEROUS });
  return {
    told: { port: service.port, environment },
    async stop() {
      const code = await service.stop();
      setUps.remove();
      if (code !== 0) throw new Error(`a service that tests shared (${name}) ended with ${code}`);
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
