import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../api/results.ts';

/** What a question to the service has come to. */
export interface Answered<Answer> {
  readonly answer: Answer | null;
  readonly error: Error | null;
  readonly again: () => void;
  /** what is known to have changed since */
  readonly replace: (answer: Answer) => void;
}

/** Asks once, and again whenever what it is about changes. */
export function useAnswer<Answer>(question: () => Promise<Answer>, about: string): Answered<Answer> {
  const [answer, replace] = useState<Answer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setError(null);
    question().then(
      (given) => gone || replace(given),
      (cause: Error) => gone || setError(cause),
    );
    return () => void (gone = true);
  }, [about, attempt]);
  return { answer, error, again: () => setAttempt((times) => times + 1), replace };
}

/** A list as far as it has been read. */
export interface Listed<Item> {
  /** null: nothing has come yet */
  readonly items: readonly Item[] | null;
  readonly error: Error | null;
  /** absent: there is no more */
  readonly more?: () => void;
  /** asks again: after an error for what is missing, else for the beginning */
  readonly again: () => void;
  readonly change: (change: (items: readonly Item[]) => readonly Item[]) => void;
}

/** A list that the service gives page by page. */
export function useList<Item>(
  page: (cursor: string | null) => Promise<Page<Item>>,
  about: string,
): Listed<Item> {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const first = useAnswer(() => page(null), about);
  const [later, setLater] = useState<Error | null>(null);
  useEffect(() => {
    if (!first.answer) return;
    setItems(first.answer.items);
    setCursor(first.answer.next_cursor);
  }, [first.answer]);
  const now = useRef(about);
  now.current = about;
  const more = (): void => {
    setLater(null);
    page(cursor).then((next) => {
      // meanwhile another list may have been asked for
      if (now.current !== about) return;
      setItems((old) => [...(old ?? []), ...next.items]);
      setCursor(next.next_cursor);
    }, setLater);
  };
  return {
    items,
    error: first.error ?? later,
    again: later ? more : first.again,
    change: (change) => setItems((old) => old && change(old)),
    ...(cursor === null ? {} : { more }),
  };
}
