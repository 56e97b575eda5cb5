import { useMemo, useState } from 'preact/hooks';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { compareReports, type ComparedRow } from './compare-reports.ts';

export interface ComparedTableProps {
  readonly reports: readonly [EvidenceReport, EvidenceReport];
}

/** What two results were made with, side by side; what differs is marked. */
export function ComparedTable({ reports }: ComparedTableProps) {
  const groups = useMemo(() => compareReports(reports), reports);
  const [differing, setDiffering] = useState(false);
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: differing ? rows.filter(({ differs }) => differs) : rows }))
    .filter(({ rows }) => rows.length > 0);
  const count = groups.flatMap(({ rows }) => rows).filter(({ differs }) => differs).length;
  return (
    <section aria-label="Parameters">
      <h2>Parameters</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={differing}
          onChange={(event) => setDiffering(event.currentTarget.checked)}
        />
        Only what differs ({count})
      </label>
      <div class="wide" tabIndex={0} role="region" aria-label="Table of parameters">
        <table class="compared">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          {shown.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.label} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

function Row({ row: { label, values, differs } }: { readonly row: ComparedRow }) {
  return (
    <tr class={differs ? 'differs' : ''}>
      <th scope="row">
        {differs && <strong aria-label="differs">≠</strong>} {label}
      </th>
      <td>{values[0]}</td>
      <td>{values[1]}</td>
    </tr>
  );
}
