import { Agent, request as httpRequest } from 'node:http';

/** A request as it goes over the wire: nothing in it is escaped or corrected. */
export interface Sent {
  readonly method: string;
  /** with its query */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  /** names in small letters */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Send = (sent: Sent) => Promise<Received>;

/** Sends to a port of this machine over a few connections that are kept. */
export function sender(port: number): { readonly send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send: Send = ({ method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...length, ...headers } };
      const request = httpRequest(options, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode!,
          headers: Object.fromEntries(received) as Record<string, string>,
          body: Buffer.concat(chunks),
        });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        // the service may close a kept connection just as it is used again (nodejs.org, request.reusedSocket)
        const closed = request.reusedSocket && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
        if (closed)
          send({ method, path, headers, ...(body !== undefined && { body }) }).then(resolve, reject);
        else reject(error);
      });
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

export interface Part {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
}

export const MULTIPART = 'multipart/form-data; boundary=between';

/** A multipart body (RFC 7578). */
export function multipart(parts: readonly Part[]): Uint8Array {
  const pieces = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--between\r\nContent-Disposition: form-data; name="${name}"` +
        `${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--between--\r\n')]);
}
