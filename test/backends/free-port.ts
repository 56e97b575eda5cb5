import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** Below the ports that systems give to outgoing connections: nobody is given one of these by chance. */
const [FIRST, COUNT] = [15_000, 15_000];
/** Processes begin far apart, and so do threads. */
let next = process.pid * 37 + threadId * 499;

/** A TCP port of this machine that nobody listens on, and that no connection takes while its server restarts. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
