import { useEffect, useState } from 'preact/hooks';
import { Cancelled } from '../api/problem.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { RemoteResult } from './remote-result.ts';

export interface OpenedResult {
  /** as much of it as is here; null: nothing yet */
  readonly opened: OpenedPackage | null;
  /** of the account it was found in; null: it has none */
  readonly apiKey: string | null;
  readonly error: Error | null;
  readonly again: () => void;
}

/** A result at the service, for as long as it is looked at. */
export function useRemoteResult(evidenceReportId: string, apiKey: string | null): OpenedResult {
  const [opened, setOpened] = useState<OpenedPackage | null>(null);
  const [found, setFound] = useState<string | null>(apiKey);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setError(null);
    const remote = new RemoteResult(evidenceReportId, apiKey, (next) => {
      setFound(remote.apiKey);
      setOpened(next);
    });
    remote.open().catch((cause: Error) => cause instanceof Cancelled || setError(cause));
    return () => {
      remote.close();
      setOpened(null);
    };
  }, [evidenceReportId, apiKey, attempt]);
  return { opened, apiKey: found, error, again: () => setAttempt(attempt + 1) };
}
