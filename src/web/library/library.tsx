import { useState } from 'preact/hooks';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { Refused } from '../api/problem.ts';
import { deleteResult, listResults, packageAddress, type Result } from '../api/results.ts';
import { answerTo } from '../api/ask.ts';
import { bytesInWords, timeInWords } from '../shell/amounts.ts';
import { goTo } from '../shell/route.ts';
import { askAgain } from '../viewer/verdict.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useList } from '../shell/use-answer.ts';
import { saveFile } from '../shell/save-file.ts';
import { Confirm } from '../shell/confirm.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** The account's results, newest first. */
export function Results({ apiKey }: { readonly apiKey: string }) {
  const list = useList((cursor) => listResults(apiKey, cursor), apiKey);
  const gone = (id: string): void =>
    list.change((items) => items.filter(({ evidence_report_id }) => evidence_report_id !== id));
  return (
    <section aria-label="Results">
      {list.items?.length === 0 && (
        <p class="empty">
          No results yet. <a href="#/">Reconstruct a hologram</a> and it appears here.
        </p>
      )}
      <ul class="cards">
        {list.items?.map((result) => (
          <Card
            key={result.evidence_report_id}
            {...{ apiKey, result }}
            onGone={() => gone(result.evidence_report_id)}
          />
        ))}
      </ul>
      {list.error && <ProblemNotice error={list.error} again={list.again} />}
      {list.more && (
        <p>
          <button type="button" class="second" onClick={list.more}>
            Earlier results
          </button>
        </p>
      )}
    </section>
  );
}

interface CardProps {
  readonly apiKey: string;
  readonly result: Result;
  readonly onGone: () => void;
}

function Card({ apiKey, result, onGone }: CardProps) {
  const [error, setError] = useState<Error | null>(null);
  const { evidence_report_id: id, created_at, holography_mode, held } = result;
  const when = timeInWords(created_at);
  const trying = (work: () => Promise<void>) => async (): Promise<void> => {
    setError(null);
    await work().catch(setError);
  };
  const download = trying(async () => {
    const answer = await answerTo(packageAddress(id, apiKey), { apiKey });
    saveFile(await answer.blob(), `leith-${id}.zip`);
  });
  const remove = trying(async () => {
    await deleteResult(apiKey, id);
    onGone();
  });
  const again = trying(async () => {
    const evidence = await answerTo(`/results/${id}/evidence`, { apiKey });
    goTo(askAgain((await evidence.json()) as EvidenceReport, {}));
  });
  return (
    <li class="card">
      <a href={`#/result/${id}`}>
        <Thumbnail {...{ apiKey, evidenceReportId: id, alt: `Phase, result of ${when}` }} />
      </a>
      <p>
        <a href={`#/result/${id}`}>{when}</a> · {holography_mode}
        {result.calibration_profile_id && ' · calibrated'}
      </p>
      <p class="small">
        <code>{id}</code>
      </p>
      {held && <p class="small">Under a hold: it can’t be deleted until the operator releases it.</p>}
      {error && <Failure error={error} />}
      <div class="row">
        <button type="button" class="second" onClick={download}>
          Download <span class="small">{bytesInWords(result.package.bytes)}</span>
        </button>
        <button type="button" class="second" onClick={again} data-control="again">
          Run again with a change
        </button>
        {!held && (
          <Confirm
            action="Delete"
            label={`Delete the result of ${when}`}
            confirm="Delete it"
            onConfirm={remove}
          >
            <h2>Delete the result of {when}?</h2>
            <p>
              Its package, summary and feedback are gone afterwards, and can’t be brought back. The archive’s
              log keeps an entry that it existed and was deleted.
            </p>
          </Confirm>
        )}
      </div>
    </li>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const held = error instanceof Refused && error.problem.code === 'DATA_UNDER_LEGAL_HOLD';
  if (!held) return <ProblemNotice error={error} />;
  return (
    <p class="notice review" role="alert">
      It was not deleted: a legal or regulatory hold applies to it. Once the operator has released the hold,
      you can delete it.
    </p>
  );
}
