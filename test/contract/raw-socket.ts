import { connect, type Socket } from 'node:net';

/** Writes to a connection of its own and returns everything that comes back until it closes. */
export function speak(port: number, ...pieces: (string | Uint8Array)[]): Promise<string> {
  const { socket, closed } = listen(port);
  for (const piece of pieces) socket.write(piece);
  return closed;
}

export interface Listening {
  readonly socket: Socket;
  /** what has come back so far */
  heard(): string;
  readonly closed: Promise<string>;
}

export function listen(port: number): Listening {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += data.toString('utf8')));
  // a connection that is cut off while bytes are on their way ends with an error: what was heard counts
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  return { socket, heard: () => heard, closed };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The last answer of what came back: before it there may be 100 Continue. */
export function parseAnswer(text: string): RawAnswer {
  const start = text.lastIndexOf('HTTP/1.1 ');
  const [head = '', ...rest] = text.slice(start).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => {
    const [name = '', ...value] = field.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  };
}
