import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';
import { startS3 } from './s3-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** where tests ask for what is lent to them (lent-servers.ts) */
    readonly lender_port: number;
    /** whether grids and random trials are gone through in full, as before a release */
    readonly thorough: boolean;
    /** how often a test kills the service in the middle of something */
    readonly service_kills: number;
    /** px: as narrow as a telephone, and before a release as wide as a desk */
    readonly page_widths: readonly number[];
  }
}

/**
 * Before a run of tests: one PostgreSQL server and one S3 store for all of them. Each is started when the first test
 * asks for it, so that a run of a few files that need neither does not wait.
 */
export default async function lendServers({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<{ readonly port: number; stop(): Promise<void> } | null>>();
  const start: Record<string, () => Promise<{ readonly port: number; stop(): Promise<void> } | null>> = {
    '/postgres': startPostgres,
    '/s3': startS3,
  };
  const lender = createServer((request, response) => {
    const path = request.url ?? '';
    if (!started.has(path)) started.set(path, start[path]!());
    started.get(path)!.then(
      (server) => response.end(JSON.stringify({ port: server?.port ?? null })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
  provide('lender_port', (lender.address() as AddressInfo).port);
  return async () => {
    await closed(lender);
    for (const server of await Promise.all(started.values())) await server?.stop();
  };
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
