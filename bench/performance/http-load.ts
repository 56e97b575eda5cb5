import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  /** the k-th request, whole */
  readonly request: (k: number) => string;
  /** connections that are kept open, each with one request under way */
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** ms */
  readonly median: number;
  readonly p99: number;
}

/** Answers other than 200 are no measurement. */
const OK = 'HTTP/1.1 200 ';

/** A closed loop over kept-open connections: as soon as one has its answer it asks again. */
export async function load({ port, request, connections, seconds }: Load): Promise<LoadResult> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  let asked = 0;
  await Promise.all(Array.from({ length: connections }, () => ask()));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { perSecond: (times.length / (performance.now() - began)) * 1000, median: at(0.5), p99: at(0.99) };

  function ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let heard = '';
      let sent = 0;
      const next = (): void => {
        if (performance.now() >= end) {
          socket.destroy();
          return resolve();
        }
        sent = performance.now();
        socket.write(request(asked++));
      };
      socket.once('connect', next);
      socket.once('error', reject);
      socket.on('data', (data) => {
        heard += data.toString('latin1');
        const head = heard.indexOf('\r\n\r\n');
        if (head < 0) return;
        const bytes = Number(/content-length: (\d+)/i.exec(heard.slice(0, head))?.[1]);
        if (heard.length < head + 4 + bytes) return;
        if (!heard.startsWith(OK)) return reject(new Error(heard.slice(0, 2000)));
        times.push(performance.now() - sent);
        heard = '';
        next();
      });
    });
  }
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;
