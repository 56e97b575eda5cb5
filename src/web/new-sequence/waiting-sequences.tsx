import { listSequences } from '../api/sequences.ts';
import { timeInWords } from '../shell/amounts.ts';
import { useAnswer } from '../shell/use-answer.ts';

/** What the account has begun and not started: an upload may have been cut off. */
export function WaitingSequences({ apiKey }: { readonly apiKey: string }) {
  const { answer } = useAnswer(() => listSequences(apiKey), apiKey);
  const open = answer?.items.filter(({ status }) => status === 'open') ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label="Begun before">
      <h2>Begun before, and waiting for frames</h2>
      <ul>
        {open.map(({ sequence_id: id, created_at, frames, received, expires_at }) => (
          <li key={id}>
            <a href={`#/sequence/${id}`}>{timeInWords(created_at)}</a>: {received.count} of {frames} frames
            <span class="small">
              {expires_at && ` · its frames are kept until ${timeInWords(expires_at)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
