import type { Channel } from '../../formats/decode/samples/grey.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused, Unreachable } from '../api/problem.ts';
import type { Session } from '../account/session.ts';
import { byField, type FieldErrors } from '../api/field-errors.ts';
import { focusWrong } from './focus-wrong.ts';
import { FormColumns } from './form-columns.tsx';
import { frameCount, useFormChecks } from './form-checks.ts';
import { useAskBeforeLoss } from './form-address.ts';
import type { FormControls, FormState } from './form-state.ts';
import { channelOf, useFrameFacts, type Meant } from './frame-facts.ts';
import { givenFields } from '../fields/fields.ts';
import { OneOrMany } from './one-or-many.tsx';
import { stackFile } from './stack-file.ts';
import type { JobControls } from '../result/use-job.ts';

export interface ReconstructPageProps {
  readonly form: FormControls;
  readonly job: JobControls;
  readonly session: Session | null;
  /** of files that were dropped or chosen, whatever they are */
  readonly onFiles: (files: readonly File[]) => void;
}

/** From a frame to a result, on one screen. */
export function ReconstructPage({
  form,
  job: { job, start, cancel },
  session,
  onFiles,
}: ReconstructPageProps) {
  const { state } = form;
  useAskBeforeLoss(state.frames.length > 0 && job.phase !== 'running' && job.phase !== 'done');
  const read = useFrameFacts(state.frames[0] ?? null, meantBy(state), channelOf(state.values.channel));
  const frames = frameCount(state, read);
  const checks = useFormChecks(state, read);
  const [attempted, setAttempted] = useState(false);
  const [unsendable, setUnsendable] = useState<Error | null>(null);
  const { error, refused } = useFailure(job.phase === 'failed' ? job.error : unsendable, state, frames);
  const errors = new Map([...(attempted ? checks.all : checks.typed), ...refused]);
  const root = useRef<HTMLFormElement>(null);
  useFocusOnError(root, refused);

  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault();
    setUnsendable(null);
    setAttempted(true);
    if (checks.all.size > 0) return focusWrong(root.current!, checks.all);
    await send(state, checks.given, session, start).catch(setUnsendable);
  };

  return (
    <>
      <h1>Reconstruct a hologram</h1>
      <OneOrMany />
      <p class="lead">
        A camera frame goes in; phase, amplitude, their uncertainty and a report of how they came about come
        out. The page computes them itself and sends nothing; for a package that is signed it goes to the
        service.{' '}
        {session
          ? 'The result is kept in your account; the frame is deleted when the run ends, unless your account keeps raw holograms.'
          : 'The frame is deleted when the run ends; the result is kept, readable for whoever has its identifier.'}
      </p>
      <FormColumns
        {...{
          root,
          form,
          read,
          frames,
          checks,
          errors,
          error,
          job,
          session,
          onFiles,
          onSubmit: submit,
          onCancel: cancel,
        }}
      />
    </>
  );
}

async function send(
  { frames, values, background, profileId }: FormState,
  fields: Readonly<Record<string, string>>,
  session: Session | null,
  start: JobControls['start'],
): Promise<void> {
  const hologram = await fileToSend(frames, channelOf(values.channel));
  const apiKey = session?.apiKey ?? null;
  start({ fields, hologram, background, profileId: apiKey && profileId, apiKey });
}

/** What the form takes its (first) file for. */
function meantBy({ values, distance, frames }: FormState): Meant {
  if (values.holography_mode !== 'inline' || frames.length > 1) return 'one';
  return distance === 'stack' ? 'stack' : 'one-or-stack';
}

function fileToSend(frames: readonly File[], channel: Channel | null): Promise<File> | File {
  return frames.length > 1 ? stackFile(frames, channel) : frames[0]!;
}

/** What went wrong last, as far as it is still true of the form as it is now. */
function useFailure(failure: Error | null, state: FormState, frames: number) {
  const sent = useSent(failure, state);
  const refused = serverErrors(failure, sent, state, frames);
  const changed = sent !== null && sent !== state;
  return { error: failure && changed && isAboutRequest(failure) ? null : failure, refused };
}

/** The form as it was when this went wrong. */
function useSent(error: Error | null, state: FormState): FormState | null {
  const [sent, setSent] = useState<FormState | null>(null);
  useEffect(() => setSent(error === null ? null : state), [error]);
  return sent;
}

/** Not about the service or the way to it, which another request would meet too. */
function isAboutRequest(error: Error): boolean {
  if (error instanceof Unreachable) return false;
  return !(error instanceof Refused) || (error.problem.status < 500 && error.problem.status !== 429);
}

/** What the service found wrong, field by field, until the field is changed. */
function serverErrors(
  error: Error | null,
  sent: FormState | null,
  state: FormState,
  frames: number,
): FieldErrors {
  if (!(error instanceof Refused)) return new Map();
  const problem = error.problem;
  const found = problem.errors ? byField(problem.errors) : new Map(fileErrors(problem));
  if (sent === null || sent === state) return found;
  const now = givenFields(state.values, state.distance, frames);
  const then = givenFields(sent.values, sent.distance, frames);
  const changed = (name: string) =>
    name === 'hologram'
      ? state.frames !== sent.frames
      : name === 'background'
        ? state.background !== sent.background
        : now[name] !== then[name];
  return new Map([...found].filter(([name]) => !changed(name)));
}

/** Refusals that are about the frame itself. */
function fileErrors({
  code,
  detail,
}: {
  readonly code: string;
  readonly detail: string;
}): [string, string][] {
  const ofFrame = /^(HOLOGRAM_|FRAME_|SIDEBAND_|PAYLOAD_)/.test(code);
  return ofFrame ? [['hologram', detail]] : [];
}

function useFocusOnError(root: { readonly current: HTMLElement | null }, errors: FieldErrors): void {
  const names = [...errors.keys()].join(' ');
  useEffect(() => {
    if (names !== '' && root.current) focusWrong(root.current, errors);
  }, [names]);
}
