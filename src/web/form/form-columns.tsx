import type { Session } from '../account/session.ts';
import { ProfileField } from './profile-field.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { DistanceFields } from './distance-fields.tsx';
import { ExamplePicker } from './example-picker.tsx';
import { ExpertFields } from './expert-fields.tsx';
import type { FieldErrors } from '../api/field-errors.ts';
import { FormField } from './field.tsx';
import { distanceKind, pixelPitch, wavelength } from '../fields/fields.ts';
import type { FormChecks } from './form-checks.ts';
import type { FormControls } from './form-state.ts';
import { BackgroundField, FrameField } from './frame-field.tsx';
import type { ReadFrame } from './frame-facts.ts';
import { ModeChoice } from './mode-choice.tsx';
import { Progress } from './progress.tsx';
import type { Job } from '../result/use-job.ts';
import { SeenFrame } from './seen-frame.tsx';
import { StatedByFile, useStated } from './stated-by-file.tsx';
import { VerdictNotice } from './verdict.tsx';

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
  readonly onSubmit: (event?: Event) => void;
  readonly onCancel: () => void;
}

/** The form on one side; what is known of the frame and of the request on the other. */
export function FormColumns(props: FormColumnsProps) {
  const { root, onSubmit } = props;
  return (
    <form ref={root} class="columns" noValidate onSubmit={onSubmit} aria-label="Reconstruction">
      <div class="column inputs">
        <Inputs {...props} />
      </div>
      <div class="column seen">
        <Seen {...props} />
      </div>
      <div class="send">
        <Sending {...props} />
      </div>
    </form>
  );
}

function Inputs({ form, read, frames, errors, session }: FormColumnsProps) {
  const { state, set, change } = form;
  useStated(read.facts?.stated ?? null, state.values, set);
  const mode = state.values.holography_mode;
  const fields = { values: state.values, errors, set };
  const stacked = mode === 'inline' && (state.frames.length > 1 || read.facts?.refusal_alone != null);
  return (
    <>
      <ExamplePicker onExample={change} />
      <div class="fields">
        <FrameField
          {...{ frames: state.frames, read, inline: mode === 'inline', error: errors.get('hologram') }}
          askDistances={frames > 1 && stacked && (state.values.stack_z_mm ?? '').trim() === ''}
          onFrames={(files) => change({ frames: files })}
        />
        <BackgroundField
          background={state.background}
          error={errors.get('background')}
          onBackground={(background) => change({ background })}
        />
      </div>
      <ModeChoice values={state.values} set={set} />
      <div class="fields">
        <FormField field={wavelength} form={fields} />
        <FormField field={pixelPitch} form={fields} />
      </div>
      <StatedByFile stated={read.facts?.stated ?? null} values={state.values} set={set} />
      <DistanceFields
        {...{ form: fields, kind: distanceKind(mode, state.distance, frames), mode, stacked }}
        setKind={(distance) => change({ distance })}
      />
      {session && <ProfileField {...{ session, chosen: state.profileId, change }} />}
      <ExpertFields form={fields} mode={mode} />
    </>
  );
}

function Sending({ job, error, errors, onSubmit, onCancel }: FormColumnsProps) {
  if (job.phase === 'uploading' || job.phase === 'running' || job.phase === 'fetching') {
    return <Progress job={job} onCancel={onCancel} />;
  }
  return (
    <div class="sending">
      {error && <ProblemNotice error={error} again={() => onSubmit()} elsewhere={new Set(errors.keys())} />}
      {job.phase === 'idle' && job.note && <p role="status">{job.note}</p>}
      <button type="submit" id="submit">
        Reconstruct
      </button>
    </div>
  );
}

function Seen({ form: { state }, frames, checks, read }: FormColumnsProps) {
  const mode = state.values.holography_mode === 'inline' ? 'inline' : 'off-axis';
  return (
    <>
      <SeenFrame files={state.frames} {...{ mode, values: state.values, read, frames }} />
      <VerdictNotice fit={checks.fit} missing={checks.missing} />
    </>
  );
}
