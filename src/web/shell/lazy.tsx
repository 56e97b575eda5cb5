import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface LazyProps<Props extends object> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly with: Props;
  /** what is shown meanwhile */
  readonly waiting: string;
}

/** A part of the page that is fetched when it is needed first. */
export function Lazy<Props extends object>({ load, with: props, waiting }: LazyProps<Props>) {
  const [Part, setPart] = useState<{ readonly part: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    load().then(
      (part) => gone || setPart({ part }),
      () => gone || setFailed(true),
    );
    return () => void (gone = true);
  }, [attempt]);
  if (Part) return <Part.part {...props} />;
  if (!failed) return <p class="waiting">{waiting}</p>;
  const again = (): void => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <p class="notice wrong" role="alert">
      A part of this page could not be loaded.{' '}
      <button type="button" class="plain" onClick={again}>
        Try again
      </button>{' '}
      If that does not help, the service has a newer page by now:{' '}
      <button type="button" class="plain" onClick={() => location.reload()}>
        load it
      </button>
      . What was typed stays, a frame has to be chosen again.
    </p>
  );
}
