import { useEffect, useState } from 'preact/hooks';
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

/** What could not be checked is no alarm; what was checked and failed is one. */
export function isForged({ checks }: Judged): boolean {
  return checks.some(({ passed }) => passed === false);
}

/** null: not known yet. */
export function useJudged({ inspection }: OpenedPackage): [Judged | null, () => void] {
  const [judged, setJudged] = useState<Judged | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setJudged(null);
    const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
    if (inspection && subtle)
      void judgePackage(inspection, signingKeys, subtle, new Date()).then(
        (found) => gone || setJudged(found),
      );
    return () => void (gone = true);
  }, [inspection, attempt]);
  return [judged, () => setAttempt(attempt + 1)];
}
