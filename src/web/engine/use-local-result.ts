import { useEffect, useRef, useState } from 'preact/hooks';
import { keepMade } from '../package/made-here.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { Latest } from '../worker/latest.ts';
import { Engine, Stopped } from './engine.ts';
import type { EngineRequest, Stage } from './engine-message.ts';
import { openLocal } from './local-result.ts';

/** A reconstruction in the page: what it is of, how far it is, and what came of the one before. */
export interface LocalResult {
  readonly opened: OpenedPackage | null;
  /** what `opened` was made with */
  readonly madeOf: EngineRequest | null;
  readonly ms: number | null;
  /** null: nothing is being computed */
  readonly working: { readonly began: number; readonly stage: Stage | null } | null;
  readonly error: Error | null;
  /** what the error is about */
  readonly failedWith: EngineRequest | null;
  readonly stopped: boolean;
  readonly ask: (request: EngineRequest) => void;
  readonly stop: () => void;
}

type State = Pick<LocalResult, 'opened' | 'madeOf' | 'ms' | 'working' | 'error' | 'failedWith' | 'stopped'>;

const NOTHING: State = {
  opened: null,
  madeOf: null,
  ms: null,
  working: null,
  error: null,
  failedWith: null,
  stopped: false,
};

/** Computes what is asked for last; while it does, what was computed before stays in sight. */
export function useLocalResult(): LocalResult {
  const [state, setState] = useState(NOTHING);
  const engine = useRef<Engine | null>(null);
  engine.current ??= new Engine();
  const change = (change: Partial<State>) => setState((old) => ({ ...old, ...change }));
  const latest = useRef<Latest<EngineRequest> | null>(null);
  latest.current ??= new Latest(async (request: EngineRequest) => {
    const began = performance.now();
    change({ working: { began, stage: null }, error: null, stopped: false });
    try {
      const made = await engine.current!.run(request, (stage) => change({ working: { began, stage } }));
      const opened = openLocal(request.hologram.name.replace(/\.\w+$/, ''), made);
      change({ opened, madeOf: request, ms: made.ms, working: null });
    } catch (cause) {
      const stopped = cause instanceof Stopped;
      change({ working: null, stopped, error: stopped ? null : (cause as Error), failedWith: request });
    }
  });
  const leaving = useRef(false);
  useEffect(
    () => () => {
      leaving.current = true;
      engine.current!.stop();
    },
    [],
  );
  // the one before is given back once it is out of sight; the last one may be what the service is making
  useEffect(() => () => (leaving.current ? keepMade(state.opened) : state.opened?.close()), [state.opened]);
  return {
    ...state,
    ask: (request) => latest.current!.ask(request),
    stop: () => engine.current!.stop(),
  };
}
