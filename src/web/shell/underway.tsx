import type { ComponentChildren } from 'preact';

interface UnderwayProps {
  readonly text: string;
  /** 0 to 1; null: nobody knows */
  readonly share: number | null;
  /** s; absent: not shown */
  readonly elapsed?: number;
  readonly stop: string;
  readonly stopping?: boolean;
  readonly onStop: () => void;
  /** what else is to be said */
  readonly children?: ComponentChildren;
}

/** What is being done, how far it has come, and a way out. */
export function Underway({ text, share, elapsed, stop, stopping = false, onStop, children }: UnderwayProps) {
  return (
    <div class="progress">
      <p role="status">{text}</p>
      <progress aria-label="Progress" {...(share === null ? {} : { value: share })} max={1} />
      {children}
      <p class="row">
        <button type="button" class="second" onClick={onStop} disabled={stopping}>
          {stop}
        </button>
        {elapsed !== undefined && (
          <span class="small" aria-hidden="true">
            {elapsed} s
          </span>
        )}
      </p>
    </div>
  );
}
