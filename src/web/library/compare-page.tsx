import { useMemo, useState } from 'preact/hooks';
import type { Session, SessionControls } from '../account/session.ts';
import { Refused } from '../api/problem.ts';
import { findResult } from '../api/results.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { OfferSignIn } from '../result/offer-sign-in.tsx';
import { useRemoteResult } from '../result/use-remote-result.ts';
import { timeInWords } from '../shell/amounts.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { shownMaps } from '../viewer/shown-map.ts';
import { ComparedMaps } from './compared-maps.tsx';
import { ComparedTable } from './compared-table.tsx';
import { nameOf } from './result-labels.tsx';
import './library.css';

export interface ComparePageProps {
  /** the evidence identifiers of two results */
  readonly ids: readonly [string, string];
  readonly session: Session | null;
  readonly signIn: SessionControls['signIn'];
}

/** Two results side by side: their maps in the same colours, and what they were made with. */
export function ComparePage({ ids: [one, other], session, signIn }: ComparePageProps) {
  const apiKey = session?.apiKey ?? null;
  const [first, second] = [useRemoteResult(one, apiKey), useRemoteResult(other, apiKey)];
  const names = [useName(one, first.apiKey), useName(other, second.apiKey)] as const;
  const error = first.error ?? second.error;
  const unknown = error instanceof Refused && error.problem.code === 'RESULT_NOT_FOUND';
  return (
    <>
      <h1>Two results compared</h1>
      <ul class="compared-results">
        {[one, other].map((id, k) => (
          <li key={`${k} ${id}`}>
            {'AB'[k]}: <a href={`#/result/${id}`}>{names[k]}</a>
          </li>
        ))}
      </ul>
      {error && <ProblemNotice error={error} again={first.error ? first.again : second.again} />}
      {unknown && session === null && <OfferSignIn what="result" signIn={signIn} />}
      {first.opened && second.opened ? (
        <Compared opened={[first.opened, second.opened]} />
      ) : (
        !error && (
          <p class="waiting" role="status">
            Opening both results …
          </p>
        )
      )}
    </>
  );
}

/** What its owner calls it; of a result without an account its identifier. */
function useName(id: string, apiKey: string | null): string {
  const { answer } = useAnswer(
    () => (apiKey === null ? Promise.resolve(null) : findResult(apiKey, id)),
    `${id} ${apiKey}`,
  );
  if (!answer) return id;
  return [nameOf(answer), answer.sample, timeInWords(answer.created_at)].filter(Boolean).join(', ');
}

interface ComparedProps {
  readonly opened: readonly [OpenedPackage, OpenedPackage];
}

function Compared({ opened: [a, b] }: ComparedProps) {
  const [mine, theirs] = [useMemo(() => shownMaps(a), [a]), useMemo(() => shownMaps(b), [b])];
  const kinds = new Map([...mine, ...theirs].map(({ key, title }) => [key, title]));
  const [chosen, setChosen] = useState('phase');
  const key = kinds.has(chosen) ? chosen : ([...kinds.keys()][0] ?? null);
  const mapOf = (maps: typeof mine) => maps.find((map) => map.key === key) ?? null;
  return (
    <>
      {key !== null && (
        <section aria-label="Maps">
          <label class="compared-choice">
            Map{' '}
            <select value={key} onChange={(event) => setChosen(event.currentTarget.value)}>
              {[...kinds].map(([kind, title]) => (
                <option key={kind} value={kind}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <ComparedMaps key={key} opened={[a, b]} maps={[mapOf(mine), mapOf(theirs)]} />
        </section>
      )}
      <ComparedTable reports={[a.report, b.report]} />
    </>
  );
}
