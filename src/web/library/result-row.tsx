import { useState } from 'preact/hooks';
import { withMinus } from '../../formats/preview/ticks.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { answerTo } from '../api/ask.ts';
import { Refused } from '../api/problem.ts';
import { deleteResult, packageAddress, type Result } from '../api/results.ts';
import { bytesInWords, timeInWords } from '../shell/amounts.ts';
import { Confirm } from '../shell/confirm.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { goTo } from '../shell/route.ts';
import { saveFile } from '../shell/save-file.ts';
import { askAgain } from '../viewer/verdict.ts';
import { nameOf, ResultLabels } from './result-labels.tsx';
import { Thumbnail } from './thumbnail.tsx';

export interface ResultRowProps {
  readonly apiKey: string;
  readonly result: Result;
  readonly isChosen: boolean;
  /** one of two to be compared, or no longer */
  readonly onChoose: (chosen: boolean) => void;
  readonly onChange: (result: Result) => void;
  readonly onGone: () => void;
}

/** One result of the account. The roles are said because a narrow screen shows rows as blocks. */
export function ResultRow({ apiKey, result, isChosen, onChoose, onChange, onGone }: ResultRowProps) {
  const { evidence_report_id: id, created_at, holography_mode, held, calibration_profile_id } = result;
  const name = nameOf(result);
  const address = `#/result/${id}`;
  return (
    <tr role="row" class="result-row" data-result={id}>
      <td role="cell" class="choose">
        <input
          type="checkbox"
          aria-label={`Compare ${name}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td role="cell" class="picture">
        <a href={address} tabIndex={-1} aria-hidden="true">
          {result.parameters.previews && <Thumbnail {...{ apiKey, evidenceReportId: id, alt: '' }} />}
        </a>
      </td>
      <th role="rowheader" scope="row">
        <a href={address}>{name}</a>
        <span class="small when">{timeInWords(created_at)}</span>
      </th>
      <td role="cell">
        <ResultLabels {...{ apiKey, result, onChange }} />
      </td>
      <td role="cell" class="parameters">
        {holography_mode}
        {calibration_profile_id && ', calibrated'}
        {parametersOf(result).map((words) => (
          <span key={words} class="small">
            {words}
          </span>
        ))}
        {held && <span class="small">Under a hold: it can’t be deleted until the operator releases it.</span>}
      </td>
      <td role="cell" class="act">
        <Actions {...{ apiKey, result, onGone }} />
      </td>
    </tr>
  );
}

/** As one says them: wavelength, pitch, distance. */
function parametersOf({ parameters }: Result): string[] {
  const { wavelength_um, pixel_pitch_um, magnification, z_mm } = parameters;
  return [
    ...(wavelength_um === null ? [] : [`λ ${short(1000 * wavelength_um)} nm`]),
    ...(pixel_pitch_um === null ? [] : [`pitch ${short(pixel_pitch_um)} µm`]),
    ...(magnification === null || magnification === 1 ? [] : [`${short(magnification)} ×`]),
    ...(z_mm === null ? [] : [`z ${short(z_mm)} mm`]),
  ];
}

function short(value: number): string {
  return withMinus(String(Number(value.toPrecision(5))));
}

function Actions({ apiKey, result, onGone }: Pick<ResultRowProps, 'apiKey' | 'result' | 'onGone'>) {
  const { evidence_report_id: id, held } = result;
  const [error, setError] = useState<Error | null>(null);
  const name = nameOf(result);
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
    <>
      <button type="button" class="plain" onClick={download}>
        Download <span class="hidden">{name}, </span>
        {bytesInWords(result.package.bytes)}
      </button>
      <button type="button" class="plain" onClick={again} data-control="again">
        Run again with a change<span class="hidden"> of {name}</span>
      </button>
      {!held && (
        <Confirm action="Delete" label={`Delete the result ${name}`} confirm="Delete it" onConfirm={remove}>
          <h2>Delete the result {name}?</h2>
          <p>
            Its package, names and feedback are gone afterwards, and can’t be brought back. The archive’s log
            keeps an entry that it existed and was deleted.
          </p>
        </Confirm>
      )}
      {error && <Failure error={error} />}
    </>
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
