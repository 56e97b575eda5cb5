import { useEffect, useState } from 'preact/hooks';
import { firstPicture, type Run } from '../api/runs.ts';

export interface FirstPictureProps {
  readonly run: Run;
  readonly apiKey: string | null;
}

/** Stages from which on a run may have its picture. */
const AFTER: readonly (string | null)[] = ['package', 'timestamp'];
const AGAIN_MS = 200;

/** The phase of a run that is being packed: there is no need to wait for the rest. */
export function FirstPicture({ run: { run_id: runId, progress }, apiKey }: FirstPictureProps) {
  const [address, setAddress] = useState<string | null>(null);
  const may = AFTER.includes(progress.stage);
  useEffect(() => {
    if (!may) return;
    const leaving = new AbortController();
    let made: string | null = null;
    fetchPicture(runId, apiKey, leaving.signal).then(
      (png) => {
        if (leaving.signal.aborted || !png) return;
        made = URL.createObjectURL(png);
        setAddress(made);
      },
      () => undefined,
    );
    return () => {
      leaving.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [runId, apiKey, may]);
  if (address === null) return null;
  return (
    <img
      class="first-picture"
      src={address}
      alt="The phase, before its package is complete"
      data-control="first-picture"
    />
  );
}

async function fetchPicture(runId: string, apiKey: string | null, signal: AbortSignal): Promise<Blob | null> {
  while (!signal.aborted) {
    const png = await firstPicture(runId, { apiKey, signal });
    if (png) return png;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}
