import { useEffect, useRef, useState } from 'preact/hooks';
import { labelResult, type Result } from '../api/results.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';

export interface ResultLabelsProps {
  readonly apiKey: string;
  readonly result: Result;
  readonly onChange: (result: Result) => void;
}

/** Of which sample it is and what was noted, changed where it stands. */
export function ResultLabels({ apiKey, result, onChange }: ResultLabelsProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !editing) opener.current?.focus();
    was.current = editing;
  }, [editing]);
  if (editing) return <Editor {...{ apiKey, result, onChange }} onEnd={() => setEditing(false)} />;
  const { sample, note } = result;
  const none = sample === null && note === null;
  return (
    <div class="labels">
      {sample !== null && <p class="sample">{sample}</p>}
      {note !== null && <p class="note">{note}</p>}
      <button ref={opener} type="button" class="plain" data-control="label" onClick={() => setEditing(true)}>
        {none ? 'Add sample or note' : 'Change'}
        <span class="hidden"> of {nameOf(result)}</span>
      </button>
    </div>
  );
}

/** What people call it: the file, or where it has no name, its identifier. Of a sequence one file says little. */
export function nameOf({
  file_name,
  evidence_report_id,
  parameters: { frames },
}: Pick<Result, 'file_name' | 'evidence_report_id' | 'parameters'>): string {
  const name = file_name ?? evidence_report_id;
  return frames === null ? name : `Sequence of ${frames} frames (${name})`;
}

function Editor({ apiKey, result, onChange, onEnd }: ResultLabelsProps & { readonly onEnd: () => void }) {
  const [sample, setSample] = useState(result.sample ?? '');
  const [note, setNote] = useState(result.note ?? '');
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const labels = { sample: sample.trim() || null, note: note.trim() || null };
      onChange(await labelResult(apiKey, result.evidence_report_id, labels));
      onEnd();
    } catch (cause) {
      setError(cause as Error);
      setBusy(false);
    }
  };
  return (
    <form
      class="label-editor"
      aria-label={`Sample and note of ${nameOf(result)}`}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onEnd()}
    >
      <label>
        Sample
        <input
          ref={first}
          name="sample"
          value={sample}
          maxLength={200}
          onInput={(event) => setSample(event.currentTarget.value)}
        />
      </label>
      <label>
        Note
        <textarea
          name="note"
          rows={2}
          value={note}
          maxLength={2000}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      {error && <ProblemNotice error={error} />}
      <p class="row">
        <button type="submit" disabled={busy}>
          Save
        </button>
        <button type="button" class="second" onClick={onEnd}>
          Leave it
        </button>
      </p>
    </form>
  );
}
