import { listUsage } from '../api/account.ts';
import { bytesInWords, timeInWords } from '../shell/amounts.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useList } from '../shell/use-answer.ts';

/** What the account did, newest first. */
export function Usage({ apiKey }: { readonly apiKey: string }) {
  const list = useList((cursor) => listUsage(apiKey, cursor), apiKey);
  return (
    <section aria-label="Usage">
      <p class="small">One line for each operation that does work. “Delete my data” deletes them too.</p>
      {list.items?.length === 0 && <p class="empty">Nothing yet.</p>}
      <div
        class="wide"
        hidden={list.items?.length === 0}
        tabIndex={0}
        role="region"
        aria-label="Table of usage"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">What</th>
              <th scope="col">Sent</th>
              <th scope="col">Computed</th>
            </tr>
          </thead>
          <tbody>
            {list.items?.map(({ usage_event_id, time, kind, input_bytes, compute_ms }) => (
              <tr key={usage_event_id}>
                <td>{timeInWords(time)}</td>
                <td>{kind}</td>
                <td>{input_bytes === null ? '' : bytesInWords(input_bytes)}</td>
                <td>{compute_ms === null ? '' : `${(compute_ms / 1000).toFixed(1)} s`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.error && <ProblemNotice error={list.error} again={list.again} />}
      {list.more && (
        <button type="button" class="second" onClick={list.more}>
          Earlier ones
        </button>
      )}
    </section>
  );
}
