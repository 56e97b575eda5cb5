import { useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import { Lazy } from '../shell/lazy.tsx';
import type { LocalPanelProps } from '../engine/local-panel.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ExamplePicker } from './example-picker.tsx';
import type { FieldErrors } from '../api/field-errors.ts';
import type { FormChecks } from './form-checks.ts';
import type { FormControls } from './form-state.ts';
import { BackgroundField, FrameField, LeftOut } from './frame-field.tsx';
import type { ReadFrame } from './frame-facts.ts';
import { Progress } from '../result/progress.tsx';
import type { Job } from '../result/use-job.ts';
import { InAndOut } from './in-and-out.tsx';
import { RequestFields } from './request-fields.tsx';
import { SeenFrame } from './seen-frame.tsx';
import { useLocalRequest } from './use-local-request.ts';
import { VerdictNotice } from './verdict.tsx';

const STACK = 'Several frames of one sample from different distances make a stack.';
const MISSING =
  'The fields are those of a result; its frame is not kept here. Choose it again to make another with a change.';

export interface FormColumnsProps {
  readonly root: { current: HTMLFormElement | null };
  readonly form: FormControls;
  readonly read: ReadFrame;
  /** how many there are, in one file or several */
  readonly frames: number;
  readonly checks: FormChecks;
  readonly errors: FieldErrors;
  readonly error: Error | null;
  readonly job: Job;
  readonly session: Session | null;
  /** of files that were dropped on the form or chosen in it */
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSubmit: (event?: Event) => void;
  readonly onCancel: () => void;
}

/** The form on one side; what is known of the frame and of the request on the other. */
export function FormColumns(props: FormColumnsProps) {
  const { root, onSubmit, form, checks, read, session } = props;
  const looked = useLooked(props);
  const { file, mode, frame, setTried } = looked;
  return (
    <div class="columns">
      <form ref={root} class="spread" noValidate onSubmit={onSubmit} aria-label="Reconstruction">
        <div class="column inputs">
          <Inputs {...props} />
        </div>
        <div class="send">
          <Sending {...props} />
        </div>
        <div class="column seen">
          <Seen {...props} looked={looked} />
        </div>
      </form>
      {/* not part of the form: whoever presses Enter there does not send anything */}
      {file && frame.refusal === null && (
        <div class="made">
          <Here
            {...{ state: form.state, change: form.change, checks, read, session, mode, onRefused: setTried }}
          />
        </div>
      )}
    </div>
  );
}

/** What has been found about the frame itself. */
function useLooked({ form: { state }, frames, read }: FormColumnsProps) {
  const mode: 'inline' | 'off-axis' = state.values.holography_mode === 'inline' ? 'inline' : 'off-axis';
  const [seen, setSeen] = useState<{ readonly file: File; readonly refusal: string | null } | null>(null);
  // what the engine in the page, which is the service’s, says to the request as it is
  const [tried, setTried] = useState<string | null>(null);
  const file = state.frames[0] ?? null;
  const ownCarrier = (state.values.carrier_cycles_per_px ?? '').trim() !== '';
  const spectrum = seen?.file === file && mode === 'off-axis' && !ownCarrier ? seen.refusal : null;
  const unseen = mode === 'off-axis' && !ownCarrier && seen?.file !== file;
  const isLooked = read.facts !== null && !unseen;
  const frame = {
    chosen: file !== null,
    looking: file !== null && frames === 1 && read.refusal === null && !read.note && !isLooked,
    refusal: read.refusal ?? spectrum,
  };
  return { file, mode, frame, tried, setTried, setSeen };
}

function Inputs({ form, read, frames, errors, session, onFiles }: FormColumnsProps) {
  const { state, change } = form;
  const mode = state.values.holography_mode;
  const stacked = mode === 'inline' && (state.frames.length > 1 || read.facts?.refusal_alone != null);
  return (
    <>
      <ExamplePicker onExample={change} />
      <div class="fields">
        <FrameField
          {...{ frames: state.frames, read, error: errors.get('hologram') }}
          {...(state.isWithoutFrame && { missing: MISSING })}
          several={mode === 'inline' ? STACK : undefined}
          askDistances={frames > 1 && stacked && (state.values.stack_z_mm ?? '').trim() === ''}
          {...{ onFiles }}
          onFrames={(files) => change({ frames: files })}
          leftOut={
            <LeftOut
              left={state.left}
              onBackground={(background) =>
                change({ background, left: state.left.filter((file) => file !== background) })
              }
            />
          }
        />
        <BackgroundField
          background={state.background}
          error={errors.get('background')}
          onBackground={(background) => change({ background })}
        />
      </div>
      <RequestFields {...{ form, read, errors, session, frames, stacked }} />
    </>
  );
}

function Sending({ job, error, errors, onSubmit, onCancel }: FormColumnsProps) {
  if (job.phase === 'uploading' || job.phase === 'running') {
    return <Progress job={job} onCancel={onCancel} />;
  }
  return (
    <div class="sending">
      {error && <ProblemNotice error={error} again={() => onSubmit()} elsewhere={new Set(errors.keys())} />}
      {job.phase === 'idle' && job.note && <p role="status">{job.note}</p>}
      {job.phase === 'done' && (
        <p role="status">
          The last one is done: <a href={`#/result/${job.evidenceReportId}`}>look at the result</a>.
        </p>
      )}
      <button type="submit" id="submit">
        Make the signed package
      </button>
      <p class="small">Sends the frame to the service, which computes the same and vouches for it.</p>
    </div>
  );
}

const localPanel = () => import('../engine/local-panel.tsx').then(({ LocalPanel }) => LocalPanel);

interface HereProps
  extends Pick<FormColumnsProps, 'checks' | 'read' | 'session'>, Pick<FormControls, 'state' | 'change'> {
  readonly mode: 'off-axis' | 'inline';
  readonly onRefused: LocalPanelProps['onRefused'];
}

/** The result as this page computes it itself. */
function Here({ state, change, checks, read, session, mode, onRefused }: HereProps) {
  const panel: LocalPanelProps = {
    ...useLocalRequest({ state, checks, read, session }),
    ...{ mode, onRefused },
    onTry: (fields) =>
      change({
        values: { ...state.values, ...fields },
        ...(fields.z_min_mm ? { distance: 'range' } : fields.z_mm ? { distance: 'known' } : {}),
      }),
  };
  return <Lazy load={localPanel} with={panel} waiting="Loading the engine …" />;
}

interface SeenProps extends FormColumnsProps {
  readonly looked: ReturnType<typeof useLooked>;
}

function Seen({ form: { state, change }, frames, checks, read, looked }: SeenProps) {
  const { mode, frame, file, tried, setSeen } = looked;
  return (
    <>
      <SeenFrame
        empty={<InAndOut />}
        files={state.frames}
        {...{ mode, read, frames }}
        // what was typed before a range was chosen is no distance
        values={state.distance === 'known' ? state.values : { ...state.values, z_mm: '' }}
        onSeen={(file, refusal) => setSeen({ file, refusal })}
        onSet={(fields) => change({ values: { ...state.values, ...fields } })}
      />
      <VerdictNotice
        fit={checks.fit}
        missing={checks.missing}
        wrong={checks.typed.size > 0}
        frame={{ ...frame, refusal: frame.refusal ?? (file && tried) }}
      />
    </>
  );
}
