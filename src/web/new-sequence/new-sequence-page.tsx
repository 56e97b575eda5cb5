import { useEffect } from 'preact/hooks';
import type { SessionControls } from '../account/session.ts';
import { byField } from '../api/field-errors.ts';
import { Refused } from '../api/problem.ts';
import { useAskBeforeLoss } from '../form/form-address.ts';
import type { FormControls } from '../form/form-state.ts';
import { OneOrMany } from '../form/one-or-many.tsx';
import { currentRoute, goTo } from '../shell/route.ts';
import { NeedsAccount } from './needs-account.tsx';
import { sender } from './sender.ts';
import { SendingProgress } from './sending-progress.tsx';
import { SequenceAtService } from './sequence-at-service.tsx';
import { SequenceForm } from './sequence-form.tsx';
import { useSending } from './use-sending.ts';
import { WaitingSequences } from './waiting-sequences.tsx';
import './new-sequence.css';

export interface NewSequencePageProps {
  /** `new`, or the identifier of a sequence */
  readonly id: string;
  readonly account: SessionControls;
  readonly form: FormControls;
}

/** Where a sequence is made: its form, and what has become of it. */
export function NewSequencePage({ id, account, form }: NewSequencePageProps) {
  const { session, signIn } = account;
  const sending = useSending();
  useAskBeforeLoss(sending.phase === 'sending');
  const begun = sending.phase === 'sending' ? sending.sequenceId : null;
  useEffect(() => {
    const [place, which] = currentRoute();
    if (begun !== null && place === 'sequence' && which === 'new') goTo(`#/sequence/${begun}`);
  }, [begun]);
  if (id !== 'new') return <SequenceAtService key={id} {...{ id, session, signIn, sending }} />;
  const error = sending.phase === 'failed' && sending.sequenceId === null ? sending.error : null;
  const refused = error instanceof Refused ? byField(error.problem.errors ?? []) : new Map<string, string>();
  const elsewhere = sending.phase === 'sending' && begun !== null;
  return (
    <>
      <h1>Reconstruct a sequence</h1>
      <OneOrMany many />
      <p class="lead">
        Many frames of one rig, a time lapse or a film, reconstructed as one: what drifts is tracked, what
        does not belong is marked. What comes out is one package, with phase and amplitude over time and their
        uncertainty.
      </p>
      {session === null && <NeedsAccount signIn={signIn} />}
      {sending.phase === 'idle' && sending.note && <p role="status">{sending.note}</p>}
      {elsewhere && (
        <p class="notice" role="status">
          <a href={`#/sequence/${begun}`}>Another sequence</a> is being sent; it ends when you send this one.
        </p>
      )}
      {sending.phase === 'sending' && begun === null && <SendingProgress sending={sending} />}
      <SequenceForm
        {...{ form, session, refused, error }}
        onSend={(wanted, gathered, apiKey) => sender.begin(wanted, gathered, apiKey)}
      />
      {session && <WaitingSequences key={session.apiKey} apiKey={session.apiKey} />}
    </>
  );
}
