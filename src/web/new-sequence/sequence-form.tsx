import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import type { FieldErrors } from '../api/field-errors.ts';
import type { NewSequence } from '../api/sequences.ts';
import { focusWrong } from '../form/focus-wrong.ts';
import { useFormChecks } from '../form/form-checks.ts';
import type { FormControls } from '../form/form-state.ts';
import { BackgroundField } from '../form/frame-field.tsx';
import { channelOf, useFrameFacts } from '../form/frame-facts.ts';
import { RequestFields } from '../form/request-fields.tsx';
import { framesInOrder } from '../shell/frames-in-order.ts';
import { TextField } from '../shell/text-field.tsx';
import type { GatheredFrames } from './frames-of-files.ts';
import { FramesField } from './frames-field.tsx';
import { leadToSignIn } from './needs-account.tsx';
import { OneFrame } from './one-frame.tsx';
import { checkSequence, fieldsOfSequence, formOfSequence, SETTLED } from './sequence-fields.ts';
import { SequenceSending } from './sequence-sending.tsx';
import { useGathered, type Gathered } from './use-gathered.ts';
import { useOneFrame } from './use-one-frame.ts';

export interface SequenceFormProps {
  readonly form: FormControls;
  readonly session: Session | null;
  /** what the service found wrong with what was sent, field by field */
  readonly refused: FieldErrors;
  readonly error: Error | null;
  readonly onSend: (wanted: NewSequence, gathered: GatheredFrames, apiKey: string) => void;
}

/** Frames, one recipe for all of them, and one of them to try it on. */
export function SequenceForm({ form, session, refused, error, onSend }: SequenceFormProps) {
  const [files, setFiles] = useState(() => filesOfForm(form));
  const [interval, setInterval] = useState('');
  const [k, setK] = useState(0);
  const found = useGathered(files);
  const frame = useOneFrame(found.gathered, k);
  const state = formOfSequence(form.state, frame);
  const read = useFrameFacts(frame, 'one', channelOf(state.values.channel));
  const checks = useFormChecks(state, read);
  const fields = fieldsOfSequence(state, found.gathered?.count ?? 2, interval);
  const all = new Map([...checkSequence(fields), ...checks.all, ...framesMissing(found)]);
  const [attempted, setAttempted] = useState(false);
  const errors = new Map([...(attempted ? all : checks.typed), ...refused]);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => setK(0), [found.gathered]);
  const submit = (event: Event): void => {
    event.preventDefault();
    setAttempted(true);
    if (all.size > 0 || !found.gathered) return focusWrong(root.current!, all);
    if (!session) return leadToSignIn();
    const { background, profileId } = state;
    onSend({ fields, background, profileId }, found.gathered, session.apiKey);
  };
  const { gathered } = found;
  return (
    <div class="columns">
      <form ref={root} class="spread" noValidate onSubmit={submit} aria-label="Sequence">
        <div class="column inputs">
          <FramesField {...{ files, found, error: errors.get('frames'), onFiles: setFiles }} />
          <RequestFields
            {...{ form: { ...form, state }, read, errors, session }}
            frames={1}
            ofSequence={{ without: SETTLED }}
          >
            <TextField
              {...{ id: 'interval_s', label: 'Time from frame to frame, s (optional)', value: interval }}
              help="Gives the result a time axis"
              error={errors.get('interval_s')}
              onInput={setInterval}
            />
            <BackgroundField
              background={state.background}
              error={errors.get('background')}
              onBackground={(background) => form.change({ background })}
            />
          </RequestFields>
        </div>
        <div class="send">
          <SequenceSending {...{ signedIn: session !== null, error, elsewhere: new Set(errors.keys()) }} />
        </div>
      </form>
      {gathered && frame && (
        <OneFrame
          {...{ state, change: form.change, frame, read, checks, session, k, setK }}
          of={gathered.count}
        />
      )}
    </div>
  );
}

/** What was dropped on the form for one frame and was too many for it. */
function filesOfForm({ state: { frames, left } }: FormControls): readonly File[] {
  const all = [...frames, ...left];
  return all.length > 1 ? framesInOrder(all) : [];
}

function framesMissing({ gathered, error, looking }: Gathered): FieldErrors {
  if (gathered || error) return new Map(error ? [['frames', error.message]] : []);
  return new Map([['frames', looking ? 'are being looked at: one moment' : 'Choose the frames first.']]);
}
