import { useState } from 'preact/hooks';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { examples, loadExample, type Example } from './examples.ts';
import type { FormState } from './form-state.ts';

/** Holograms to try the service with: one click fills in everything. */
export function ExamplePicker({ onExample }: { readonly onExample: (form: FormState) => void }) {
  const [error, setError] = useState<Error | null>(null);
  const [loading, setLoading] = useState<string | null>(null);
  const take = (example: Example) => async (): Promise<void> => {
    setError(null);
    setLoading(example.name);
    try {
      onExample(await loadExample(example));
    } catch (cause) {
      setError(cause as Error);
    } finally {
      setLoading(null);
    }
  };
  return (
    <div class="examples" role="group" aria-label="Examples">
      <span class="small">No hologram at hand? Try a simulated one:</span>
      {examples.map((example) => (
        <button
          key={example.name}
          type="button"
          class="plain"
          title={example.about}
          disabled={loading !== null}
          onClick={take(example)}
        >
          {example.label}
        </button>
      ))}
      {error && <ProblemNotice error={error} />}
    </div>
  );
}
