import { Copyable } from '../shell/copyable.tsx';

/** A key in the one moment in which it can be written down. */
export function NewKey({ apiKey, onSeen }: { readonly apiKey: string; readonly onSeen: () => void }) {
  return (
    <section class="notice right" aria-label="New API key">
      <p>
        <strong>Write this API key down now.</strong> It is shown this once: the service keeps only its
        digest. A lost key is replaced by a new one, not recovered.
      </p>
      <p>
        <Copyable text={apiKey} what="the API key" />
      </p>
      <p>
        <button type="button" class="second" onClick={onSeen}>
          I have it
        </button>
      </p>
    </section>
  );
}
