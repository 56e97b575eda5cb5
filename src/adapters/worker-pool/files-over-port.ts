import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ReadFile } from '../../services/ports/sequence-work.ts';
import type { AskedPart, GivenPart } from './messages.ts';

/** Files that a worker reads through the thread that has the storage. */
export interface ServedFiles extends Disposable {
  /** for the worker */
  readonly port: MessagePort;
  /** why a part could not be read; null: none failed */
  readonly failure: () => unknown;
}

export function serveFiles(read: ReadFile): ServedFiles {
  const { port1: own, port2: port } = new MessageChannel();
  let failure: unknown = null;
  own.on('message', async ({ id, key, offset, length, room, digest }: AskedPart) => {
    try {
      let sha256: string | undefined;
      const told = (said: string) => void (sha256 = said);
      const bytes = await read(key, offset, length, room, digest ? told : undefined);
      own.postMessage({ id, bytes, sha256 } satisfies GivenPart, [bytes.buffer]);
    } catch (error) {
      failure ??= error;
      own.postMessage({ id, bytes: null } satisfies GivenPart);
    }
  });
  return { port, failure: () => failure, [Symbol.dispose]: () => own.close() };
}

/** What is wrong is known on the other side of the port. */
export class Unread extends Error {}

/** In the worker: each part in memory of its own. */
export function filesOver(port: MessagePort): { readonly read: ReadFile; close(): void } {
  const waiting = new Map<number, (given: GivenPart) => void>();
  let last = 0;
  port.on('message', (given: GivenPart) => {
    waiting.get(given.id)?.(given);
    waiting.delete(given.id);
  });
  const read: ReadFile = (key, offset, length, room, told) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ bytes, sha256 }) => {
        if (sha256 !== undefined) told?.(sha256);
        return bytes ? resolve(bytes) : reject(new Unread(`${key} could not be read`));
      });
      const digest = told !== undefined;
      port.postMessage({ id, key, offset, length, room, digest } satisfies AskedPart, room ? [room] : []);
    });
  return { read, close: () => port.close() };
}
