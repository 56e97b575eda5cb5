import { useState } from 'preact/hooks';
import { deleteMyData, type DeletionReceipt } from '../api/account.ts';
import { Refused } from '../api/problem.ts';
import { timeInWords } from '../shell/amounts.ts';
import { Copyable } from '../shell/copyable.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { Confirm } from '../shell/confirm.tsx';
import { Receipts } from './receipts.tsx';

export interface DeleteDataProps {
  readonly apiKey: string;
  readonly onDeleted: () => void;
}

/** Everything the account stores, deleted at once, with a receipt. */
export function DeleteData({ apiKey, onDeleted }: DeleteDataProps) {
  const [receipt, setReceipt] = useState<DeletionReceipt | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const remove = async (): Promise<void> => {
    setError(null);
    try {
      setReceipt(await deleteMyData(apiKey));
      onDeleted();
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <section class="danger-zone">
      <h2>Delete my data</h2>
      <p>
        Deletes every result, every kept raw hologram, your feedback and the usage records, in one step that
        happens whole or not at all. The account, its keys and its calibration profiles stay.
      </p>
      <Confirm action="Delete my data …" confirm="Delete everything" onConfirm={remove}>
        <h2>Delete all your data?</h2>
        <p>
          Results under a legal hold stay until it is released. Everything else is gone and can’t be brought
          back: download first what you want to keep. The archive’s log keeps an entry for each deleted result
          (identifier, checksum, time, requester).
        </p>
      </Confirm>
      {error && <Failure error={error} />}
      {receipt && <Receipt receipt={receipt} />}
      <Receipts apiKey={apiKey} newest={receipt?.receipt_id ?? null} />
    </section>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const held = error instanceof Refused && error.problem.code === 'DATA_UNDER_LEGAL_HOLD';
  if (!held) return <ProblemNotice error={error} />;
  return (
    <div class="notice review" role="alert">
      <p>
        <strong>Nothing was deleted.</strong> All your results are under a legal or regulatory hold, so they
        and everything else stay as they are. Ask the operator about the hold; once it is released, delete
        again.
      </p>
      <p class="small">
        <a href="/problems/DATA_UNDER_LEGAL_HOLD">What a hold is</a>
      </p>
    </div>
  );
}

function Receipt({ receipt }: { readonly receipt: DeletionReceipt }) {
  const { deleted, held, remote_copies_pending: pending } = receipt;
  const rows = [
    ['Results deleted', deleted],
    ['Results kept under a hold', held],
    ['Copies elsewhere that the operator still has to remove', pending],
    ['Raw holograms deleted', receipt.raw_uploads_deleted],
    ['Feedback deleted', receipt.feedback_deleted],
    ['Usage records deleted', receipt.usage_events_deleted],
    ['Reconstructions that go on and may leave results', receipt.runs_in_progress],
  ] as const;
  return (
    <section class="notice right" role="status" aria-label="Receipt">
      <p>
        <strong>Deleted.</strong> Receipt{' '}
        <Copyable text={receipt.receipt_id} what="the identifier of the receipt" />
      </p>
      <dl class="facts">
        {rows.map(([what, count]) => [<dt key={what}>{what}</dt>, <dd key={`${what} count`}>{count}</dd>])}
        <dt>Time</dt>
        <dd>{timeInWords(receipt.requested_at)}</dd>
        <dt>End of the archive’s log</dt>
        <dd>
          <code>{receipt.log_head}</code>
        </dd>
      </dl>
    </section>
  );
}
