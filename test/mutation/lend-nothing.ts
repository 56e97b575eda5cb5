import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

/** In place of lend-servers.ts: neither PostgreSQL nor S3, since a fault in what decides shows on either set-up. */
export default async function lendNothing({ provide }: TestProject): Promise<() => void> {
  const lender = createServer((_, response) => response.end(JSON.stringify({ port: null })));
  await new Promise<void>((resolve) => lender.listen(0, '127.0.0.1', resolve));
  provide('lender_port', (lender.address() as AddressInfo).port);
  return () => {
    lender.closeAllConnections();
    lender.close();
  };
}
