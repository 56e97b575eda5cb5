import { useEffect, useState } from 'preact/hooks';
import type { Part, ResultParts } from '../package/opened-package.ts';

export interface ComingProps {
  readonly parts: ResultParts;
  readonly part: Part;
  /** in words: “the field” */
  readonly what: string;
}

/** How far a part of a result has come, or why it has not. */
export function Coming({ parts, part, what }: ComingProps) {
  const state = usePart(parts, part);
  if (state === null) return null;
  if (state instanceof Error) {
    return (
      <span role="alert">
        {`It was not possible to fetch ${what}: ${state.message} `}
        <button type="button" class="plain" onClick={() => parts.want(part)}>
          Try again
        </button>
      </span>
    );
  }
  return <span class="coming">{`Fetching ${what}: ${Math.floor(100 * state)} %`}</span>;
}

/** See `ResultParts.state`. */
export function usePart(parts: ResultParts | null, part: Part): number | Error | null {
  const [, look] = useState(0);
  useEffect(() => parts?.listen(() => look((count) => count + 1)), [parts]);
  return parts?.state(part) ?? null;
}
