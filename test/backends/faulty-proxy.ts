import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `hang`: takes everything and never answers. `refuse`: hangs up at once. `fail`: answers HTTP with 500. */
export type Fault = 'none' | 'hang' | 'refuse' | 'fail';

export interface FaultyProxy {
  readonly port: number;
  /** for connections from now on; those that are open are cut, or with `hang` left without an answer */
  set(fault: Fault): void;
  stop(): Promise<void>;
}

const FAILURE =
  'HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/xml\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Stands between a program and a server on this machine, and breaks when it is told to. */
export async function startFaultyProxy(target: number): Promise<FaultyProxy> {
  let fault: Fault = 'none';
  const pairs = new Set<readonly [Socket, Socket]>();
  const lone = new Set<Socket>();
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (fault === 'none') return join(client);
    if (fault === 'refuse') return void client.destroy();
    lone.add(client);
    client.once('close', () => lone.delete(client));
    if (fault === 'fail') client.once('data', () => client.end(FAILURE));
    client.resume();
  });

  function join(client: Socket): void {
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        for (const each of pair) each.destroy();
        pairs.delete(pair);
      });
    }
    client.pipe(upstream);
    upstream.pipe(client);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      for (const [client, upstream] of pairs) {
        if (next === 'hang') upstream.unpipe(client);
        else client.destroy();
      }
      if (next === 'none') for (const socket of lone) socket.destroy();
    },
    async stop() {
      for (const socket of [...[...pairs].flat(), ...lone]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
