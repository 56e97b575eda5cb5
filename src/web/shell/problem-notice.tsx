import { fieldLabel } from '../fields/page-words.ts';
import { Cancelled, Refused, Unreachable } from '../api/problem.ts';
import { secondsInWords } from './amounts.ts';
import { useCountdown } from './countdown.ts';

export interface ProblemNoticeProps {
  readonly error: Error;
  /** what was asked for, to be tried again; absent: there is nothing to try */
  readonly again?: (() => void) | undefined;
  /** the fields whose messages stand beside them already */
  readonly elsewhere?: ReadonlySet<string>;
}

/** Why something did not happen, what to do about it, and when to come back. */
export function ProblemNotice({ error, again, elsewhere = new Set() }: ProblemNoticeProps) {
  const wait = error instanceof Refused ? error.retryAfterSeconds : null;
  const left = useCountdown(error, wait);
  if (error instanceof Cancelled) return null;
  return (
    <div class="notice wrong" role="alert">
      <p>
        <strong>{titleOf(error)}.</strong> {detailOf(error, elsewhere)}
      </p>
      {error instanceof Refused && error.problem.picture && (
        <img src={error.problem.picture} alt="Where it was looked for, on what the frame shows there" />
      )}
      {error instanceof Refused && <About refused={error} />}
      {left > 0 && <p aria-hidden="true">It can be tried again in {secondsInWords(left)}.</p>}
      {again && (
        <p>
          <button type="button" onClick={again} disabled={left > 0}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

function titleOf(error: Error): string {
  if (error instanceof Refused) return error.problem.title;
  if (error instanceof Unreachable) {
    return navigator.onLine ? 'The service can’t be reached' : 'This device is offline';
  }
  return 'Something went wrong in this page';
}

function detailOf(error: Error, elsewhere: ReadonlySet<string>): string {
  if (error instanceof Unreachable)
    return 'Nothing you typed is lost: try again when the connection is back.';
  if (!(error instanceof Refused)) return `${error.message} Nothing you typed is lost.`;
  const { errors, detail } = error.problem;
  if (!errors) return detail;
  const rest = errors.filter(({ pointer }) => !elsewhere.has(pointer.split('/')[1]!));
  if (rest.length === 0) return errors.length === 1 ? 'See the marked field.' : 'See the marked fields.';
  return rest
    .map(({ pointer, message }) => `${fieldLabel(pointer.split('/')[1]!)} ${message}`.trim())
    .join('; ');
}

function About({ refused: { problem } }: { readonly refused: Refused }) {
  if (problem.request_id === undefined) return null;
  return (
    <p class="small">
      <a href={`/problems/${problem.code}`}>What {problem.code} means and how to fix it</a> · request{' '}
      {problem.request_id}
    </p>
  );
}
