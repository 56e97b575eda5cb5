import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stage } from '../engine/engine-message.ts';
import type { Verified, VerifyReply, VerifyTask } from './verify-message.ts';

export interface VerifiedState {
  /** from now on nothing is fetched */
  readonly ready: boolean;
  /** null: nothing is being checked */
  readonly working: { readonly began: number; readonly stage: Stage | null } | null;
  readonly result: Verified | null;
  readonly error: string | null;
}

const NOTHING: VerifiedState = { ready: false, working: null, result: null, error: null };

/** What comes of checking a package in a worker of its own, again whenever what was given changes. */
export function useVerified(task: VerifyTask | null): VerifiedState & { readonly stop: () => void } {
  const [state, setState] = useState(NOTHING);
  const worker = useRef<Worker | null>(null);
  const next = useRef<VerifyTask | null>(null);
  const busy = useRef(false);
  const change = (part: Partial<VerifiedState>): void => setState((old) => ({ ...old, ...part }));

  const ask = (): void => {
    const waiting = next.current;
    if (!waiting || busy.current) return;
    next.current = null;
    busy.current = true;
    change({ working: { began: performance.now(), stage: null }, error: null });
    worker.current!.postMessage(waiting);
  };
  const done = (part: Partial<VerifiedState>): void => {
    busy.current = false;
    // of what was asked meanwhile, not of what is outdated
    if (next.current) return ask();
    change({ working: null, ...part });
  };
  const begin = (): void => {
    const made = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<VerifyReply>) => {
      if ('ready' in data) change({ ready: true });
      else if ('progress' in data)
        setState((old) => ({
          ...old,
          working: { began: old.working?.began ?? 0, stage: data.progress },
        }));
      else if ('result' in data) done({ result: data.result });
      else done({ error: data.refusal });
    };
    made.onerror = (event) => done({ error: event.message || 'A part of this page could not be loaded.' });
    worker.current = made;
    busy.current = false;
  };
  useEffect(() => {
    begin();
    return () => worker.current?.terminate();
  }, []);
  useEffect(() => {
    change({ result: null, error: null });
    next.current = task;
    if (task) ask();
  }, [task]);
  const stop = (): void => {
    worker.current?.terminate();
    change({ working: null, error: 'Stopped.', ready: false });
    begin();
  };
  return { ...state, stop };
}
