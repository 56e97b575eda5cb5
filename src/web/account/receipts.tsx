import { useState } from 'preact/hooks';
import { fetchReceipt, listReceipts } from '../api/account.ts';
import { timeInWords } from '../shell/amounts.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useList } from '../shell/use-answer.ts';

export interface ReceiptsProps {
  readonly apiKey: string;
  /** changes when there is a new one */
  readonly newest: string | null;
}

/** What was deleted when, signed: it stays when everything else is deleted. */
export function Receipts({ apiKey, newest }: ReceiptsProps) {
  const list = useList((cursor) => listReceipts(apiKey, cursor), `${apiKey} ${newest}`);
  const [error, setError] = useState<Error | null>(null);
  const save = async (id: string): Promise<void> => {
    setError(null);
    await fetchReceipt(apiKey, id).then((json) => saveFile(json, `leith-${id}.json`), setError);
  };
  if (list.error) return <ProblemNotice error={list.error} again={list.again} />;
  if (!list.items || list.items.length === 0) return null;
  return (
    <section aria-label="Receipts">
      <h2>Receipts</h2>
      <p class="small">
        Each is signed by the service; <code>leith verify</code> checks it.
      </p>
      <div class="wide" tabIndex={0} role="region" aria-label="Table of receipts">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Results deleted</th>
              <th scope="col">Kept under a hold</th>
              <th scope="col">Receipt</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map(({ receipt_id: id, requested_at, deleted, held }) => (
              <tr key={id}>
                <td>{timeInWords(requested_at)}</td>
                <td>{deleted}</td>
                <td>{held}</td>
                <td>
                  <button type="button" class="plain" onClick={() => void save(id)}>
                    Save {id}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.more && (
        <button type="button" class="second" onClick={list.more}>
          Earlier ones
        </button>
      )}
      {error && <ProblemNotice error={error} />}
    </section>
  );
}
