import { useEffect, useState } from 'preact/hooks';
import { Coming, usePart } from './coming.tsx';
import { signingKeys } from '../api/signing-keys.ts';
import { judgePackage, type Judged } from '../package/judge-package.ts';
import type { OpenedPackage } from '../package/opened-package.ts';

export interface MarksProps {
  readonly opened: OpenedPackage;
  /** null: not known yet */
  readonly judged: Judged | null;
  readonly again: () => void;
}

/** What the package is worth, as `leith verify` says it: one small mark, with what was checked behind it. */
export function Marks({ opened, judged, again }: MarksProps) {
  if (opened.origin === 'page')
    return <p class="marks mark integrity">Computed in this page; nothing was sent, nothing is signed.</p>;
  if (!opened.inspection) {
    const detail = 'Not checked: this page was not served over HTTPS or from this machine.';
    return <p class="marks mark trust">{detail}</p>;
  }
  if (!judged) return null;
  const { sentence, verdict, reasons, checks } = judged;
  const bad = isForged(judged);
  const good = verdict !== 'not_to_be_trusted';
  const words = bad ? '✕ not to be trusted' : good ? `✓ ${verdict}` : 'not checked';
  return (
    <details class="marks trust" data-verdict={verdict} open={bad}>
      <summary class={bad ? 'mark damaged' : good ? 'mark whole' : 'mark'}>{words}</summary>
      <p class={bad ? 'mark damaged' : 'mark'} role={bad ? 'alert' : undefined}>
        {sentence}
      </p>
      {!good && reasons.map((reason) => <p class="mark">{reason}</p>)}
      {judged.again && (
        <p class="mark">
          The keys of {location.origin} can’t be fetched now.
          <button type="button" class="plain" onClick={again}>
            Check again
          </button>
        </p>
      )}
      <WholeCheck opened={opened} />
      <p class="mark">Checked with the keys of {location.origin}:</p>
      <ul class="mark">
        {checks.map(({ name, passed, detail }) => (
          <li key={name}>
            {passed === null ? '–' : passed ? 'ok' : 'failed'} {name}: {detail}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What is looked at is checked as it comes; all of it, where somebody wants it. */
function WholeCheck({ opened: { parts, maps, field } }: Pick<MarksProps, 'opened'>) {
  const state = usePart(parts, 'package');
  if (!parts) return null;
  if (parts.isWhole) return <p class="mark">The whole package was fetched and checked.</p>;
  const here = ['the report', ...Object.values(maps).map(({ title }) => title.toLowerCase())];
  const all = field ? [...here, 'the field'] : here;
  return (
    <p class="mark">
      {`Checked so far is what was fetched: ${all.join(', ')}. The rest is checked as it comes. `}
      {state === null ? (
        <button type="button" class="plain" onClick={() => parts.want('package')} data-control="check-whole">
          Fetch and check the whole package
        </button>
      ) : (
        <Coming parts={parts} part="package" what="the whole package" />
      )}
    </p>
  );
}

/** What could not be checked is no alarm; what was checked and failed is one. */
export function isForged({ checks }: Judged): boolean {
  return checks.some(({ passed }) => passed === false);
}

/** null: not known yet. */
export function useJudged({ inspection, parts }: OpenedPackage): [Judged | null, () => void] {
  const [judged, setJudged] = useState<Judged | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isPartial = parts !== null && !parts.isWhole;
  useEffect(() => {
    let gone = false;
    // what was said of the parts before stays until the next is checked, too
    if (!parts) setJudged(null);
    const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
    if (inspection && subtle)
      void judgePackage(inspection, signingKeys, subtle, new Date(), isPartial).then(
        (found) => gone || setJudged(found),
      );
    return () => void (gone = true);
  }, [inspection, attempt]);
  return [judged, () => setAttempt(attempt + 1)];
}
