import { useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import type { LocalPanelProps } from '../engine/local-panel.tsx';
import type { FormChecks } from '../form/form-checks.ts';
import type { FormControls, FormState } from '../form/form-state.ts';
import type { ReadFrame } from '../form/frame-facts.ts';
import { SeenFrame } from '../form/seen-frame.tsx';
import { useLocalRequest } from '../form/use-local-request.ts';
import { Lazy } from '../shell/lazy.tsx';

const localPanel = () => import('../engine/local-panel.tsx').then(({ LocalPanel }) => LocalPanel);

export interface OneFrameProps {
  /** of the sequence, with this frame in it */
  readonly state: FormState;
  readonly change: FormControls['change'];
  readonly frame: File;
  readonly read: ReadFrame;
  readonly checks: FormChecks;
  readonly session: Session | null;
  readonly k: number;
  readonly of: number;
  readonly setK: (k: number) => void;
}

/** One frame as the recipe makes it, before anything is sent: what is right for it, and for the last one, is right for all. */
export function OneFrame({ state, change, frame, read, checks, session, k, of, setK }: OneFrameProps) {
  const mode = state.values.holography_mode === 'inline' ? 'inline' : 'off-axis';
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = (fields: FormState['values']): void => change({ values: { ...state.values, ...fields } });
  const panel: LocalPanelProps = {
    ...useLocalRequest({ state, checks, read, session }),
    ...{ mode, onRefused: setRefusal, onTry: set },
  };
  const wrong = read.refusal ?? refusal;
  return (
    <div class="made sequence-trial">
      <label class="which-frame">
        Look at frame {k}
        <input
          {...{ type: 'range', min: 0, max: of - 1, step: 1, value: k }}
          aria-label="Frame to look at"
          onChange={(event) => setK(Number(event.currentTarget.value))}
        />
      </label>
      {wrong && (
        <p class="notice review" role="status" data-frame-refused>
          This frame: {wrong} A frame that can’t be used is marked in the result and spoils no other.
        </p>
      )}
      <SeenFrame
        {...{ files: [frame], frames: 1, mode, read, onSet: set }}
        values={state.distance === 'known' ? state.values : { ...state.values, z_mm: '' }}
      />
      <Lazy load={localPanel} with={panel} waiting="Loading the engine …" />
    </div>
  );
}
