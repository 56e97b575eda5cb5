import { useState } from 'preact/hooks';
import { reconstructSequence, type Sequence } from '../api/sequences.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { FramesField } from './frames-field.tsx';
import { sender } from './sender.ts';
import { useGathered } from './use-gathered.ts';

export interface ResumeSendingProps {
  readonly sequence: Sequence;
  readonly apiKey: string;
  /** asks for the sequence as it is now */
  readonly again: () => void;
}

/** Goes on with an upload that another page, or another program, has begun. */
export function ResumeSending({ sequence, apiKey, again }: ResumeSendingProps) {
  const { sequence_id: id, frames, received } = sequence;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const found = useGathered(files);
  if (received.count === frames) {
    const start = (): void => {
      setError(null);
      reconstructSequence(id, apiKey).then(again, setError);
    };
    return (
      <>
        {error && <ProblemNotice error={error} />}
        <p>
          <button type="button" onClick={start}>
            Reconstruct them
          </button>
        </p>
      </>
    );
  }
  const { gathered } = found;
  const wrong = gathered && gathered.count !== frames;
  return (
    <div class="resume">
      <p>Choose the same files again, and only what is missing is sent.</p>
      <FramesField
        {...{ files, found, onFiles: setFiles }}
        error={
          wrong ? `These are ${gathered.count} frames; the sequence was begun for ${frames}.` : undefined
        }
      />
      <p>
        <button
          type="button"
          disabled={!gathered || Boolean(wrong)}
          onClick={() => gathered && sender.resume(id, gathered, apiKey)}
        >
          Go on sending
        </button>
      </p>
    </div>
  );
}
