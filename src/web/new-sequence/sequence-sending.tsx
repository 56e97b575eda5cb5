import { ProblemNotice } from '../shell/problem-notice.tsx';

export interface SequenceSendingProps {
  readonly signedIn: boolean;
  readonly error: Error | null;
  /** fields whose messages stand beside them */
  readonly elsewhere: ReadonlySet<string>;
}

/** The button that sends the frames. */
export function SequenceSending({ signedIn, error, elsewhere }: SequenceSendingProps) {
  return (
    <div class="sending">
      {error && <ProblemNotice error={error} elsewhere={elsewhere} />}
      <button type="submit" id="submit">
        {signedIn ? 'Send the frames and reconstruct them' : 'Sign in to send the frames'}
      </button>
      <p class="small">
        The service deletes the frames when the run ends, unless your account keeps raw holograms. The result
        is kept in your account.
      </p>
    </div>
  );
}
