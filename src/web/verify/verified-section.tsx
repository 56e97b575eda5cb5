import type { FirstDifference } from '../../formats/verify/first-difference.ts';
import { useElapsed } from '../shell/countdown.ts';
import { Underway } from '../shell/underway.tsx';
import { stageInWords } from '../result/stages.ts';
import type { VerifiedState } from './use-verified.ts';
import type { About, Verified } from './verify-message.ts';

export interface VerifiedSectionProps {
  readonly verified: VerifiedState & { readonly stop: () => void };
  readonly file: File | null;
  /** a file, or the host that publishes them */
  readonly keysFrom: string;
  /** that was pinned; empty: none */
  readonly root: string;
  readonly onView: (file: File) => void;
}

/** What is being checked, and what came of it. */
export function VerifiedSection({ verified, file, keysFrom, root, onView }: VerifiedSectionProps) {
  const { working, result, error, stop } = verified;
  return (
    <section class="verified" aria-label="What it is worth" aria-busy={working !== null}>
      {working && <Working {...{ working, stop }} />}
      {error !== null && (
        <p class="notice wrong" role="alert">
          {error}
        </p>
      )}
      <div role="status" class="verdict">
        {result && !working && <Verdict result={result} />}
      </div>
      {result && !working && (
        <>
          <Checks checks={result.checks} />
          <Trust {...{ result, keysFrom, root }} />
          {result.about && <Facts about={result.about} />}
          {result.about && file && (
            <p>
              <button type="button" class="second" onClick={() => onView(file)}>
                Look at it
              </button>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Working({
  working,
  stop,
}: Pick<VerifiedSectionProps['verified'], 'stop'> & {
  readonly working: NonNullable<VerifiedState['working']>;
}) {
  const elapsed = useElapsed(working.began);
  const { stage } = working;
  return (
    <Underway
      text={stage ? `Doing it again: ${stageInWords(stage.stage)}` : 'Checking'}
      share={stage?.fraction ?? null}
      elapsed={elapsed}
      stop="Stop"
      onStop={stop}
    />
  );
}

const SHAPES = { reproduced: '●', authentic: '●', intact: '▲', not_to_be_trusted: '✕' } as const;

function Verdict({ result: { verdict, sentence, reasons, checks } }: { readonly result: Verified }) {
  const difference = checks.find((check) => check.difference)?.difference;
  return (
    <div data-verdict={verdict}>
      <p class={`verdict-said ${verdict}`}>
        <span aria-hidden="true">{SHAPES[verdict]}</span> {sentence}
      </p>
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {difference && <Otherwise difference={difference} />}
    </div>
  );
}

function Otherwise({ difference }: { readonly difference: FirstDifference }) {
  const { path, column, row, package: given, again, step } = difference;
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['First map that differs', path],
    ['First pixel (column, row)', column === null ? null : `${column}, ${row}`],
    ['In the package', column === null ? null : String(given)],
    ['Done again', column === null ? null : String(again)],
    ['First step that differs', step ?? 'none says so'],
  ];
  return <List facts={facts} />;
}

function Checks({ checks }: Pick<Verified, 'checks'>) {
  const words = { true: 'ok', false: 'failed', null: 'open' } as const;
  return (
    <>
      <h2>What was checked</h2>
      <ul class="checks">
        {checks.map(({ name, passed, detail }) => (
          <li key={name} data-check={name} data-passed={String(passed)}>
            <strong>{words[`${passed}`]}</strong> {name}: {detail}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whom one believes by believing this. */
function Trust({
  result,
  keysFrom,
  root,
}: Pick<VerifiedSectionProps, 'keysFrom' | 'root'> & { readonly result: Verified }) {
  if (result.root === null)
    return <p class="small">Checked with the keys of {keysFrom}; no root endorsed them.</p>;
  return (
    <p class="small">
      Checked with the keys of {keysFrom}, endorsed by the root <code>{result.root}</code>
      {root.trim() === ''
        ? '. Ask the operator whether that is theirs, and pin it above.'
        : ', which you pinned.'}
    </p>
  );
}

function Facts({ about }: { readonly about: About }) {
  const { evidence_report_id, created_at, software, input_sha256, hasBackground } = about;
  return (
    <>
      <h2>What it says that it is</h2>
      <List
        facts={[
          ['Evidence report', evidence_report_id],
          ['Made', `${created_at} by ${software}`],
          ['SHA-256 of the hologram', input_sha256],
          ['Background frame', hasBackground ? 'was used: doing it again takes it, too' : 'none'],
        ]}
      />
    </>
  );
}

function List({ facts }: { readonly facts: readonly (readonly [string, string | number | null])[] }) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
