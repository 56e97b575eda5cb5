import { useState } from 'preact/hooks';
import { deleteRawUpload, listRawUploads } from '../api/account.ts';
import { bytesInWords, timeInWords } from '../shell/amounts.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useList } from '../shell/use-answer.ts';

/** The frames that the account keeps. */
export function RawUploads({ apiKey }: { readonly apiKey: string }) {
  const list = useList((cursor) => listRawUploads(apiKey, cursor), apiKey);
  const [error, setError] = useState<Error | null>(null);
  const remove = (id: string) => async (): Promise<void> => {
    setError(null);
    try {
      await deleteRawUpload(apiKey, id);
      list.change((items) => items.filter(({ raw_upload_id }) => raw_upload_id !== id));
    } catch (cause) {
      setError(cause as Error);
    }
  };
  if (list.error) return <ProblemNotice error={list.error} again={list.again} />;
  if (!list.items || list.items.length === 0) return null;
  return (
    <>
      <p>Kept at the moment:</p>
      <ul>
        {list.items.map(({ raw_upload_id, name, part, bytes, created_at }) => (
          <li key={raw_upload_id}>
            {name}{' '}
            <span class="small">
              ({part}, {bytesInWords(bytes)}, {timeInWords(created_at)})
            </span>{' '}
            <button type="button" class="plain" aria-label={`Delete ${name}`} onClick={remove(raw_upload_id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      {list.more && (
        <button type="button" class="second" onClick={list.more}>
          Earlier ones
        </button>
      )}
      {error && <ProblemNotice error={error} />}
    </>
  );
}
