import { newIdempotencyKey } from '../api/ask.ts';
import { Cancelled } from '../api/problem.ts';
import {
  createSequence,
  findSequence,
  forgetSequence,
  reconstructSequence,
  type NewSequence,
} from '../api/sequences.ts';
import type { GatheredFrames, FramesPart } from './frames-of-files.ts';
import { isWithin, patiently, sendFrames, sendPiece, type SendingFrames } from './send-frames.ts';

/** How far the frames that were sent last have come. */
export type SendingState =
  | { readonly phase: 'idle'; readonly note?: string }
  | {
      readonly phase: 'sending';
      /** null: it is being begun */
      readonly sequenceId: string | null;
      /** of `performance.now()`: when frames began to go */
      readonly began: number;
      /** what was there then */
      readonly before: number;
      readonly bytes: number;
      readonly frames: number;
      readonly of: { readonly bytes: number; readonly frames: number };
      readonly connected: boolean;
      readonly cancelling: boolean;
    }
  /** all is there, and its run is accepted */
  | { readonly phase: 'started'; readonly sequenceId: string }
  | { readonly phase: 'failed'; readonly sequenceId: string | null; readonly error: Error };

interface Order {
  readonly gathered: GatheredFrames;
  readonly apiKey: string;
  /** null: none is begun yet */
  sequenceId: string | null;
  readonly wanted: NewSequence | null;
}

/** Sends the frames of one sequence; it goes on while somebody looks at other parts of the page. */
class Sender {
  #state: SendingState = { phase: 'idle' };
  #order: Order | null = null;
  #abort: AbortController | null = null;
  /** of a sequence the first frames of pieces that were put in the place of others */
  readonly #replaced = new Map<string, Set<number>>();
  readonly #listeners = new Set<() => void>();

  get state(): SendingState {
    return this.#state;
  }

  /** @returns what ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Begins a sequence and sends its frames. */
  begin(wanted: NewSequence, gathered: GatheredFrames, apiKey: string): void {
    this.#work({ gathered, apiKey, sequenceId: null, wanted });
  }

  /** Goes on with one that was begun before, in this page or in another. */
  resume(sequenceId: string, gathered: GatheredFrames, apiKey: string): void {
    this.#work({ gathered, apiKey, sequenceId, wanted: null });
  }

  /** Goes on where it was refused; the frames that are there are not sent again. */
  again(apiKey: string): void {
    if (this.#order) this.#work({ ...this.#order, apiKey });
  }

  /** Stops sending, and has the service forget what it got. Where that can’t be said to it, it is said here. */
  async cancel(): Promise<void> {
    const order = this.#order;
    this.#abort?.abort();
    this.#change({ cancelling: true });
    try {
      if (order?.sequenceId) await forgetSequence(order.sequenceId, order.apiKey);
      this.#forget();
    } catch (error) {
      this.#tell({ phase: 'failed', sequenceId: order!.sequenceId, error: error as Error });
    }
  }

  /** The service has forgotten it. */
  forgotten(sequenceId: string): void {
    if (this.#order === null || this.#order.sequenceId === sequenceId) this.#forget();
  }

  #forget(): void {
    this.#abort?.abort();
    this.#order = null;
    this.#tell({ phase: 'idle', note: 'Cancelled: nothing was kept.' });
  }

  #work(order: Order): void {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#order = order;
    const { count, bytes } = order.gathered;
    this.#tell({
      ...{ phase: 'sending', sequenceId: order.sequenceId, began: performance.now(), before: 0 },
      ...{ bytes: 0, frames: 0, of: { bytes, frames: count }, connected: true, cancelling: false },
    });
    this.#send(order, abort.signal).then(
      () => abort.signal.aborted || this.#tell({ phase: 'started', sequenceId: order.sequenceId! }),
      (error: Error) => {
        // who has cancelled has said so already
        if (abort.signal.aborted || error instanceof Cancelled) return;
        this.#tell({ phase: 'failed', sequenceId: order.sequenceId, error });
      },
    );
  }

  async #send(order: Order, signal: AbortSignal): Promise<void> {
    const { gathered, apiKey, wanted } = order;
    const onConnection = (connected: boolean): void => this.#change({ connected });
    if (order.sequenceId === null) {
      const headers = { 'idempotency-key': newIdempotencyKey() };
      const made = await patiently(signal, onConnection, () =>
        createSequence(wanted!, { apiKey, signal, headers }),
      );
      order.sequenceId = made.sequence_id;
      this.#change({ sequenceId: made.sequence_id });
    }
    const sequenceId = order.sequenceId;
    const sending = { ...{ sequenceId, apiKey, signal, onConnection }, onProgress: this.#progress() };
    const there = await this.#piecesThere(order, sending);
    if (there === null) return;
    await sendFrames(gathered.pieces, (piece) => there.has(piece), sending);
    await patiently(signal, onConnection, () => reconstructSequence(sequenceId, apiKey, signal));
  }

  /** The first report is of what was there before, which says nothing of how fast it goes. */
  #progress(): SendingFrames['onProgress'] {
    let before: number | null = null;
    return ({ bytes, frames }) => {
      before ??= bytes;
      this.#change({ before, bytes, frames });
    };
  }

  /** @returns the pieces that need not be sent; null: it was started already. @throws Error where they are others */
  async #piecesThere(order: Order, sending: SendingFrames): Promise<ReadonlySet<FramesPart> | null> {
    const { apiKey, gathered, wanted } = order;
    const { sequenceId, signal, onConnection } = sending;
    const found = await patiently(signal, onConnection, () => findSequence(sequenceId, apiKey, signal));
    if (found.run_id) return null;
    if (found.frames !== gathered.count) {
      throw new Error(
        `These are ${gathered.count} frames; the sequence was begun for ${found.frames}. Choose the same ones.`,
      );
    }
    const replaced = this.#replacedIn(sequenceId);
    const { ranges } = found.received;
    const known = gathered.pieces.filter((piece) => isWithin(piece, ranges) && !replaced.has(piece.first));
    // those that were begun in this page are the same for sure
    if (wanted === null && known[0]) await this.#check(known[0], replaced, sending);
    return new Set(known);
  }

  /**
   * Sends a piece again that is there. Where the service has had another one the files are others, and frames of two
   * recordings must not be mixed; that one is sent once more when the right files are chosen.
   */
  async #check(known: FramesPart, replaced: Set<number>, sending: SendingFrames): Promise<void> {
    replaced.add(known.first);
    const isSame = await sendPiece(known, sending, () => {});
    if (isSame) return void replaced.delete(known.first);
    throw new Error(
      `These are other files than those that were sent before: frame ${known.first} differs. Choose the same ones, or cancel the sequence and begin another.`,
    );
  }

  #replacedIn(sequenceId: string): Set<number> {
    const replaced = this.#replaced.get(sequenceId) ?? new Set();
    this.#replaced.set(sequenceId, replaced);
    return replaced;
  }

  #change(change: Partial<Extract<SendingState, { phase: 'sending' }>>): void {
    if (this.#state.phase === 'sending') this.#tell({ ...this.#state, ...change });
  }

  #tell(state: SendingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The one of this page. */
export const sender = new Sender();
