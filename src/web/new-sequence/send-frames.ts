import { Cancelled, Refused, Unreachable } from '../api/problem.ts';
import { putFrames, type FrameRange } from '../api/sequences.ts';
import type { FramesPart } from './frames-of-files.ts';

export interface SendingFrames {
  readonly sequenceId: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  /** @param done bytes and frames that the service has, or is getting */
  readonly onProgress: (done: { readonly bytes: number; readonly frames: number }) => void;
  /** @param connected whether the last try has reached the service */
  readonly onConnection: (connected: boolean) => void;
}

/** At once: one is on its way while the service stores another. */
const CONNECTIONS = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * Sends what is not there yet. A lost connection, or a service with too much to do, is waited for as long as it takes.
 * @param isThere whether the service has a piece
 * @throws Refused where waiting would not help; Cancelled
 */
export async function sendFrames(
  pieces: readonly FramesPart[],
  isThere: (piece: FramesPart) => boolean,
  sending: SendingFrames,
): Promise<void> {
  const left: FramesPart[] = [];
  let bytes = 0;
  let frames = 0;
  const done = (piece: FramesPart): void => {
    bytes += piece.bytes;
    frames += framesIn(piece);
  };
  for (const piece of pieces) {
    if (isThere(piece)) done(piece);
    else left.push(piece);
  }
  const under = new Map<FramesPart, number>();
  const tell = (): void =>
    sending.onProgress({ frames, bytes: bytes + [...under].reduce((sum, [, part]) => sum + part, 0) });
  tell();
  const queue = left[Symbol.iterator]();
  const failed = new AbortController();
  const signal = AbortSignal.any([sending.signal, failed.signal]);
  const connection = async (): Promise<void> => {
    for (const piece of queue) {
      await sendPiece(piece, { ...sending, signal }, (share) => {
        under.set(piece, share * piece.bytes);
        tell();
      });
      under.delete(piece);
      done(piece);
      tell();
    }
  };
  // the first that is refused stops the others
  const all = Array.from({ length: CONNECTIONS }, () =>
    connection().catch((cause: Error) => {
      failed.abort();
      throw cause;
    }),
  );
  const settled = await Promise.allSettled(all);
  const causes = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const cause = causes.find((one) => !(one instanceof Cancelled)) ?? causes[0];
  if (cause) throw cause;
}

/** @returns whether the very same was there. @throws Refused where waiting would not help; Cancelled */
export async function sendPiece(
  { first, count, file }: FramesPart,
  { sequenceId, apiKey, signal, onConnection }: Omit<SendingFrames, 'onProgress'>,
  onShare: (share: number) => void,
): Promise<boolean> {
  const frames = { first, count, file: await file() };
  return patiently(signal, onConnection, async () => {
    try {
      const answer = await putFrames(sequenceId, frames, { apiKey, signal, onProgress: onShare });
      return answer.already_there;
    } catch (cause) {
      if (cause instanceof Unreachable) await checkReadable(frames.file);
      throw cause;
    }
  });
}

/** Of a file that is gone, or has changed, browsers say no more than of a lost connection. @throws Error in words */
async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Error(
      `${file.name} can’t be read any more: it was moved or changed since it was chosen. Choose the frames again.`,
    );
  }
}

/** Tries again as long as it can help, ever less often. @throws Refused, Cancelled */
export async function patiently<T>(
  signal: AbortSignal,
  onConnection: SendingFrames['onConnection'],
  attempt: () => Promise<T>,
): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      const answer = await attempt();
      onConnection(true);
      return answer;
    } catch (cause) {
      if (!mayPass(cause)) throw cause;
      onConnection(!(cause instanceof Unreachable));
      const asked = cause instanceof Refused ? cause.retryAfterSeconds : null;
      await pause(asked === null ? wait : Math.max(wait, 1000 * asked), signal);
    }
  }
}

function mayPass(cause: unknown): boolean {
  if (cause instanceof Unreachable) return true;
  if (!(cause instanceof Refused)) return false;
  const { status, code } = cause.problem;
  return code !== 'QUOTA_EXCEEDED' && (status >= 500 || status === 429);
}

/** Ends early when this device is online again. @throws Cancelled */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new Cancelled());
      else resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** Whether all of it lies within these ranges. */
export function isWithin(piece: FramesPart, there: readonly FrameRange[]): boolean {
  const last = piece.first + framesIn(piece) - 1;
  return there.some(({ from, to }) => from <= piece.first && last <= to);
}

function framesIn({ count }: FramesPart): number {
  return count ?? 1;
}
