import type { WorkflowFit } from '../../core/workflow-fit/check.ts';
import { inPageWords } from '../fields/page-words.ts';

const words = {
  tested: ['right', 'Accepted, and covered by tests'],
  needs_review: ['review', 'Accepted; a person should look at the result'],
  unsupported: ['wrong', 'Would not be accepted'],
} as const;

export interface VerdictProps {
  /** null: something typed can't be judged */
  readonly fit: WorkflowFit | null;
  /** what has to be filled in before there can be a verdict */
  readonly missing: readonly string[];
  /** whether something that was filled in is wrong */
  readonly wrong: boolean;
  /** what is known of the hologram itself */
  readonly frame: {
    readonly chosen: boolean;
    /** it is still being read */
    readonly looking: boolean;
    /** why it would be refused; null: nothing is known that speaks against it */
    readonly refusal: string | null;
  };
}

/** Whether the service would take such data, judged while one types. */
export function VerdictNotice({ fit, missing, wrong, frame }: VerdictProps) {
  const [kind, title] = titleFor({ fit, missing, wrong, frame });
  const isSaid = (rule: string) =>
    rule === 'covered' ||
    /_unknown$/.test(rule) ||
    // what the file is and what to do with it stands in its refusal
    (rule === 'format_unsupported' && frame.refusal !== null);
  const reasons = fit?.reasons.filter(({ rule }) => !isSaid(rule)) ?? [];
  const unknown = fit?.reasons.filter(({ rule }) => rule === 'distance_unknown') ?? [];
  const shown = missing.length > 0 ? reasons : [...reasons, ...unknown];
  return (
    <section class={`verdict ${kind}`} aria-labelledby="verdict-title">
      <h2 id="verdict-title">Would it be accepted?</h2>
      <p role="status" class="said">
        {title}
      </p>
      {(shown.length > 0 || frame.refusal !== null) && (
        <ul>
          {frame.refusal !== null && <Refusal detail={frame.refusal} />}
          {shown.map(({ rule, level, detail }) => (
            <li key={rule} class={words[level][0]}>
              {inPageWords(detail)}
            </li>
          ))}
        </ul>
      )}
      {fit && missing.length === 0 && <Advice steps={fit.next_steps} />}
      <p class="small">
        Judged in this page by the service’s own rules: nothing is sent, no check is counted. It says what is
        accepted, not how accurate a result would be.
      </p>
    </section>
  );
}

function titleFor({ fit, missing, wrong, frame }: VerdictProps): readonly [string, string] {
  const { chosen, looking, refusal } = frame;
  if (refusal !== null) return words.unsupported;
  if (missing.length === 0 && fit?.verdict === 'unsupported') return words.unsupported;
  if (wrong || (missing.length === 0 && fit === null)) return ['open', 'Put the marked fields right first.'];
  const needed = [...(chosen ? [] : ['a hologram']), ...missing];
  if (needed.length > 0) return ['open', `Still needed: ${needed.join(', ')}.`];
  return looking ? ['open', 'Looking at the frame …'] : words[fit!.verdict];
}

/** What was measured at every place that was looked at is for those who ask. */
const LOOKED_AT = / Looked at, the strongest first: (.*?) is needed\./s;

function Refusal({ detail }: { readonly detail: string }) {
  const places = LOOKED_AT.exec(detail)?.[1];
  return (
    <li class="wrong">
      {detail.replace(LOOKED_AT, '')}
      {places && (
        <details>
          <summary>Where it was looked for</summary>
          {places} is needed.
        </details>
      )}
    </li>
  );
}

/** How to send it is what this page is for. */
function Advice({ steps }: { readonly steps: readonly string[] }) {
  const others = steps.filter((step) => !step.startsWith('Send one frame'));
  if (others.length === 0) return null;
  return (
    <details>
      <summary>What makes the result worth more</summary>
      <ul>
        {others.map((step) => (
          <li key={step}>{inPageWords(step)}</li>
        ))}
      </ul>
    </details>
  );
}
