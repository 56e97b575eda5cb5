import { useState } from 'preact/hooks';
import { giveFeedback, type Feedback as Given } from '../api/results.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';

export interface FeedbackProps {
  readonly apiKey: string;
  readonly evidenceReportId: string;
}

const ratings = ['1: useless', '2', '3', '4', '5: just what was wanted'];

/** What its owner thinks of a result. */
export function FeedbackForm({ apiKey, evidenceReportId }: FeedbackProps) {
  const [rating, setRating] = useState('');
  const [comment, setComment] = useState('');
  const [stored, setStored] = useState<Given | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setError(null);
    try {
      const given = { rating: rating === '' ? null : Number(rating), comment };
      setStored(await giveFeedback(apiKey, evidenceReportId, given));
    } catch (cause) {
      setError(cause as Error);
    }
  };
  if (stored) {
    return (
      <section class="feedback" role="status">
        <h2>Thank you</h2>
        <p>Stored as: “{stored.comment}”</p>
      </section>
    );
  }
  return (
    <form class="feedback" onSubmit={send}>
      <h2>What is this result like?</h2>
      <div class="fields">
        <div class="field">
          <label for="rating">Rating (optional)</label>
          <select id="rating" value={rating} onChange={(event) => setRating(event.currentTarget.value)}>
            <option value="">none</option>
            {ratings.map((label, index) => (
              <option key={label} value={index + 1}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div class="field">
        <label for="comment">Comment</label>
        <textarea
          id="comment"
          rows={3}
          value={comment}
          aria-describedby="comment-help"
          onInput={(event) => setComment(event.currentTarget.value)}
        />
        <span class="help" id="comment-help">
          Email addresses and phone numbers are taken out before it is stored.
        </span>
      </div>
      {error && <ProblemNotice error={error} />}
      <button type="submit">Send</button>
    </form>
  );
}
