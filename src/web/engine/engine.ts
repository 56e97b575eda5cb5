import { computer, RefusedByWorker } from '../worker/computer.ts';
import type { EngineReply, EngineRequest, EngineResult, EngineTask, Stage } from './engine-message.ts';

/** The page's end of the engine: one computation at a time, in a worker that lives from one to the next. */
export class Engine {
  #worker: Worker | null = null;
  #end: ((cause: Error) => void) | null = null;

  /** @throws RefusedByWorker in words for people; Stopped */
  run(request: EngineRequest, onProgress: (stage: Stage) => void): Promise<EngineResult> {
    const port = this.#worker === null ? portToComputer() : null;
    this.#worker ??= new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#end = reject;
      worker.onmessage = ({ data }: MessageEvent<EngineReply>) => {
        if ('progress' in data) return onProgress(data.progress);
        this.#end = null;
        if ('result' in data) resolve(data.result);
        else reject(new RefusedByWorker(data.refusal, data.code));
      };
      worker.onerror = (event) => {
        this.#drop();
        reject(
          new RefusedByWorker(event.message || 'The engine could not be loaded: this page is offline.', null),
        );
      };
      const files = `${numberOf(request.hologram)} ${numberOf(request.background)}`;
      worker.postMessage({ ...request, files, port } satisfies EngineTask, port ? [port] : []);
    });
  }

  /** Ends what is being computed, at once. */
  stop(): void {
    const end = this.#end;
    if (end === null) return;
    this.#drop();
    end(new Stopped());
  }

  #drop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#end = null;
  }
}

/** What the engine makes goes to the worker that paints by a way of its own. */
function portToComputer(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  void computer().call('connect', { port: port1 }, [port1]);
  return port2;
}

const numbers = new WeakMap<File, number>();
let last = 0;

/** One for each file: names, sizes and times of two may be the same. */
function numberOf(file: File | null): number {
  if (file === null) return 0;
  if (!numbers.has(file)) numbers.set(file, ++last);
  return numbers.get(file)!;
}

/** A person has stopped it. */
export class Stopped extends Error {}
