import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundConnections } from './bounded-connections.ts';

const opened: Socket[] = [];
const servers: ReturnType<typeof createServer>[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** @returns opens a connection from an address of this machine and says whether it is still there after a request */
async function listening(most: number, byAddress: boolean) {
  const server = createServer((_request, response) => response.end('yes'));
  servers.push(server);
  boundConnections(server, most, byAddress);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    opened.push(socket);
    socket.on('error', () => {});
    const answered = new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return { answered: await answered, socket };
  };
}

it('lets one client hold half of the connections, and whoever comes next has room', async () => {
  const open = await listening(8, true);
  const mine: boolean[] = [];
  for (let k = 0; k < 6; k++) mine.push((await open('127.0.0.1')).answered);
  expect(mine).toEqual([true, true, true, true, false, false]);
  expect((await open('127.0.0.2')).answered).toBe(true);
  expect((await open('127.0.0.3')).answered).toBe(true);
});

it('counts a connection until it is closed', async () => {
  const open = await listening(2, true);
  const first = await open('127.0.0.1');
  expect((await open('127.0.0.1')).answered).toBe(false);
  first.socket.destroy();
  await once(first.socket, 'close');
  await expect.poll(async () => (await open('127.0.0.1')).answered).toBe(true);
});

it('lets a proxy have all, and nobody more', async () => {
  const open = await listening(3, false);
  const all: boolean[] = [];
  for (let k = 0; k < 4; k++) all.push((await open('127.0.0.1')).answered);
  expect(all).toEqual([true, true, true, false]);
});
