import { useRef, useState } from 'preact/hooks';

/** A text that is meant to be copied, with a button that does it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');
  const shown = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // without TLS browsers have no clipboard: it is selected, so that the keyboard can copy it
      getSelection()?.selectAllChildren(shown.current!);
      setSaid('Selected: copy it with the keyboard');
    }
  };
  return (
    <span class="copyable">
      <code ref={shown}>{text}</code>
      <button type="button" class="plain" onClick={copy} aria-label={`Copy ${what}`}>
        Copy
      </button>
      <span class="small" role="status">
        {said}
      </span>
    </span>
  );
}
