import { useState } from 'preact/hooks';
import { listResults, type Result } from '../api/results.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useList } from '../shell/use-answer.ts';
import { LibraryTools } from './library-tools.tsx';
import { ALL, useLibraryQuery } from './library-query.ts';
import { ResultRow } from './result-row.tsx';
import { RunningWork } from './running-work.tsx';
import './library.css';

/** The account's results: found, named, compared, and asked for again. */
export function Library({ apiKey }: { readonly apiKey: string }) {
  const query = useLibraryQuery();
  const { wanted } = query;
  const about = `${apiKey} ${JSON.stringify(wanted)}`;
  const list = useList((cursor) => listResults(apiKey, cursor, wanted), about);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const all = JSON.stringify(wanted) === JSON.stringify(ALL);
  return (
    <section class="library" aria-label="Results">
      <RunningWork apiKey={apiKey} onEnded={list.again} />
      <LibraryTools query={query} />
      {list.items?.length === 0 && (all ? <Empty /> : <Nothing onAll={query.clear} />)}
      {list.items && list.items.length > 0 && <Table {...{ apiKey, list, chosen, setChosen }} />}
      {list.error && <ProblemNotice error={list.error} again={list.again} />}
      {list.more && (
        <p>
          <button type="button" class="second" onClick={list.more}>
            More results
          </button>
        </p>
      )}
      <Chosen {...{ chosen }} onNone={() => setChosen([])} />
    </section>
  );
}

function Empty() {
  return (
    <p class="empty">
      No results yet. <a href="#/">Reconstruct a hologram</a> and it appears here.
    </p>
  );
}

function Nothing({ onAll }: { readonly onAll: () => void }) {
  return (
    <p class="empty" role="status">
      No result is called that.{' '}
      <button type="button" class="plain" onClick={onAll}>
        Show all
      </button>
    </p>
  );
}

interface TableProps {
  readonly apiKey: string;
  readonly list: ReturnType<typeof useList<Result>>;
  readonly chosen: readonly string[];
  readonly setChosen: (chosen: readonly string[]) => void;
}

const columns = ['Compare', 'Picture', 'File', 'Sample and note', 'Parameters', 'Do'];

function Table({ apiKey, list, chosen, setChosen }: TableProps) {
  const without = (id: string) => chosen.filter((one) => one !== id);
  const replace = (id: string, by: readonly Result[]): void =>
    list.change((items) => items.flatMap((one) => (one.evidence_report_id === id ? by : [one])));
  return (
    <table role="table" class="results">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {list.items!.map((result) => {
          const id = result.evidence_report_id;
          return (
            <ResultRow
              key={id}
              {...{ apiKey, result }}
              isChosen={chosen.includes(id)}
              // of more than two the last two are compared
              onChoose={(on) => setChosen(on ? [...without(id), id].slice(-2) : without(id))}
              onChange={(changed) => replace(id, [changed])}
              onGone={() => {
                replace(id, []);
                setChosen(without(id));
              }}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface ChosenProps {
  readonly chosen: readonly string[];
  readonly onNone: () => void;
}

function Chosen({ chosen, onNone }: ChosenProps) {
  const [one, other] = chosen;
  return (
    <div class="library-chosen" role="status" hidden={one === undefined}>
      {one !== undefined && (
        <>
          {other === undefined ? (
            <span>Choose another one to compare it with.</span>
          ) : (
            <a class="button" href={`#/compare/${one}/${other}`}>
              Compare these two
            </a>
          )}
          <button type="button" class="second" onClick={onNone}>
            Choose none
          </button>
        </>
      )}
    </div>
  );
}
