import type { CallName, Calls, Reply } from './protocol.ts';

/** A refusal in words for people, with the service's code where it has one. */
export class RefusedByWorker extends Error {
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (cause: Error) => void;
}

/** The page's end of its one worker. Calls are answered in the order in which they are made. */
class Computer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #number = 0;

  constructor() {
    this.#worker = new Worker(new URL('./compute.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    this.#worker.onerror = (event) => this.#fail(event.message || 'The worker could not be started.');
  }

  call<K extends CallName>(
    call: K,
    request: Calls[K]['request'],
    transfer: Transferable[] = [],
  ): Promise<Calls[K]['reply']> {
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: resolve as (value: never) => void, reject });
      this.#worker.postMessage({ number, call, request }, transfer);
    });
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('refusal' in reply) waiting?.reject(new RefusedByWorker(reply.refusal, reply.code));
    else waiting?.resolve(reply.value as never);
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new RefusedByWorker(message, null));
    this.#waiting.clear();
  }
}

let only: Computer | null = null;

/** The one worker, started when it is first asked for. Ask early where the page may go offline. */
export function computer(): Computer {
  only ??= new Computer();
  return only;
}
