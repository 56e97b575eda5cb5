import type { Server } from 'node:http';
import { clientOf } from '../limits/client-address.ts';

/**
 * A connection is an open file and some memory, whether anything is asked in it or not. One that is too many is closed at
 * once. Several of one client are as many as they leave to others.
 * @param byAddress false: proxies connect, which speak for many
 */
export function boundConnections(server: Server, most: number, byAddress: boolean): void {
  server.maxConnections = most;
  if (!byAddress) return;
  const held = new Map<string, number>();
  let all = 0;
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const own = held.get(client) ?? 0;
    if (own > 0 && all + own >= most) {
      socket.destroy();
      return;
    }
    held.set(client, own + 1);
    all += 1;
    socket.once('close', () => {
      all -= 1;
      const left = held.get(client)! - 1;
      if (left > 0) held.set(client, left);
      else held.delete(client);
    });
  });
}
