import { useEffect, useState } from 'preact/hooks';
import type { ResultQuery } from '../api/results.ts';
import { currentQuery, replaceQuery } from '../shell/route.ts';

export const ALL: ResultQuery = { q: '', sort: '', holography_mode: '' };

/** After so long without another letter it is searched. */
const REST_MS = 300;

export interface LibraryQuery {
  /** as the fields have it */
  readonly typed: ResultQuery;
  /** as it is asked for */
  readonly wanted: ResultQuery;
  readonly set: (name: keyof ResultQuery, value: string) => void;
  readonly clear: () => void;
}

/** What the list is to show. It stands in the address: it survives a reload, and “back” from a result finds it again. */
export function useLibraryQuery(): LibraryQuery {
  const [typed, setTyped] = useState(queryOfAddress);
  const [wanted, setWanted] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => {
      setWanted(typed);
      replaceQuery(new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== '')));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    wanted,
    set: (name, value) => setTyped((old) => ({ ...old, [name]: value })),
    clear: () => setTyped(ALL),
  };
}

function queryOfAddress(): ResultQuery {
  const query = currentQuery();
  const given = (name: keyof ResultQuery) => query.get(name) ?? '';
  return { q: given('q'), sort: given('sort'), holography_mode: given('holography_mode') };
}
