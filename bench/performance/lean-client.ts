import { once } from 'node:events';
import { connect } from 'node:net';

export interface LeanAnswer {
  readonly status: number;
  /** a header's value; null: it has none of this name */
  header(name: string): string | null;
  /** from the first byte sent to the last one received */
  readonly ms: number;
  /** of the body, which is thrown away */
  readonly bytes: number;
}

/** Read at a time, into the same memory again and again. */
const ROOM_BYTES = 1024 * 1024;

/**
 * One POST over a connection of its own. Client and service share the processors: this one takes a fifth of what the
 * client of Node takes, which makes new memory for each of a thousand pieces of an answer.
 */
export async function post(port: number, path: string, type: string, body: Uint8Array): Promise<LeanAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LeanAnswer>();
  let [head, start, bytes, expected] = ['', 0, 0, Infinity];
  const take = (length: number, room: Uint8Array): boolean => {
    let from = 0;
    if (expected === Infinity) {
      const before = head.length;
      head += Buffer.from(room.buffer, room.byteOffset, length).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      head = head.slice(0, end);
      from = end + 4 - before;
      expected = Number(headerOf(head, 'content-length') ?? NaN);
    }
    bytes += length - from;
    if (bytes < expected) return true;
    const status = Number(head.split(' ')[1]);
    resolve({ status, ms: performance.now() - start, bytes, header: headerOf.bind(null, head) });
    return true;
  };
  const onread = { buffer: Buffer.allocUnsafeSlow(ROOM_BYTES), callback: take };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  socket.once('error', reject);
  socket.once('close', () => reject(new Error(`the answer ends after ${bytes} bytes: ${head}`)));
  await once(socket, 'connect');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Type: ${type}`,
    `Content-Length: ${body.byteLength}`,
  ];
  start = performance.now();
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

function headerOf(head: string, name: string): string | null {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
}
