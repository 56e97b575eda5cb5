import { useEffect } from 'preact/hooks';
import type { Values } from '../fields/fields.ts';
import { stageInWords } from '../result/stages.ts';
import { RefusedByWorker } from '../worker/computer.ts';
import { useElapsed } from '../shell/countdown.ts';
import { Underway } from '../shell/underway.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import type { EngineRequest } from './engine-message.ts';
import { useLocalResult, type LocalResult } from './use-local-result.ts';
import './local-panel.css';

export interface LocalPanelProps {
  /** as it would be sent; null: something is missing or wrong */
  readonly request: EngineRequest | null;
  /** what it takes to have one */
  readonly missing: string;
  readonly mode: 'off-axis' | 'inline';
  /** changes fields of the form */
  readonly onTry: (fields: Values) => void;
  /** told what the engine refuses the request with, as the service would; null: it does not */
  readonly onRefused: (refusal: string | null) => void;
}

/** A hand rests when nothing has changed for so long. */
const REST_MS = 120;

/**
 * The result, made in this page by the service's own engine, before anything is sent. Off-axis it follows every change;
 * in-line, where it takes longer, a person says when.
 */
export function LocalPanel({ request, missing, mode, onTry, onRefused }: LocalPanelProps) {
  const local = useLocalResult();
  const now = keyOf(request);
  useEffect(() => {
    if (request === null || mode !== 'off-axis') return;
    // while a hand drags the filter, the cores are for the picture that follows it
    const timer = setTimeout(() => local.ask(request), REST_MS);
    return () => clearTimeout(timer);
  }, [now]);
  // what was wrong with a request that has been changed since says nothing of this one
  const error = keyOf(local.failedWith) === now ? local.error : null;
  const refused = error instanceof RefusedByWorker && error.code !== null;
  useEffect(() => onRefused(refused ? error.message : null), [refused && error.message]);
  // of another frame nothing stays
  const opened = local.madeOf?.hologram === request?.hologram || request === null ? local.opened : null;
  const outdated = local.madeOf !== null && keyOf(local.madeOf) !== now;
  const canAsk = request !== null && local.working === null && (mode === 'inline' || local.stopped);
  return (
    <section class="here" aria-label="Reconstructed in this page">
      <div class="here-head">
        <h2>In this page</h2>
        <Status
          local={{ ...local, opened, error }}
          outdated={outdated}
          waiting={request === null ? missing : null}
        />
        {canAsk && (
          <button type="button" class="second" onClick={() => local.ask(request)} data-control="here">
            {opened ? 'Reconstruct here again' : 'Reconstruct here, without sending'}
          </button>
        )}
      </div>
      {local.working && <Working working={local.working} onStop={local.stop} />}
      {error && !refused && (
        <p class="notice wrong" role="alert">
          {error.message}
        </p>
      )}
      {opened && <Viewer package={opened} hologram={local.madeOf!.hologram} onTry={onTry} />}
    </section>
  );
}

interface StatusProps {
  readonly local: LocalResult;
  readonly outdated: boolean;
  /** what is missing; null: nothing */
  readonly waiting: string | null;
}

function Status({ local: { working, ms, stopped, opened, error }, outdated, waiting }: StatusProps) {
  const said = waiting
    ? `The phase appears here, before anything is sent. ${waiting}`
    : stopped
      ? 'Stopped.'
      : opened === null && !working && !error
        ? 'Computed here it takes a moment; nothing is sent.'
        : opened && !working
          ? `${outdated ? 'Made with other parameters, in' : 'Computed here in'} ${(ms! / 1000).toFixed(1)} s; nothing was sent.`
          : '';
  return (
    <p class="small" data-here={working ? 'working' : outdated || !opened ? 'open' : 'done'}>
      {said}
    </p>
  );
}

interface WorkingProps {
  readonly working: NonNullable<LocalResult['working']>;
  readonly onStop: () => void;
}

/** Shown only where it takes longer than a blink. */
const PATIENCE_S = 1;

function Working({ working: { began, stage }, onStop }: WorkingProps) {
  const elapsed = useElapsed(began);
  if (elapsed < PATIENCE_S) return null;
  return (
    <Underway
      text={stageInWords(stage?.stage ?? null)}
      share={stage?.fraction ?? null}
      {...{ elapsed, onStop }}
      stop="Stop"
    />
  );
}

/** Two requests with one key are the same. */
function keyOf(request: EngineRequest | null): string | null {
  if (request === null) return null;
  const { hologram, background, fields, calibration } = request;
  const file = (one: File | null) => one && [one.name, one.size, one.lastModified];
  return JSON.stringify([file(hologram), file(background), fields, calibration]);
}
