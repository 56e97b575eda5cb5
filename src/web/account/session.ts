import { useEffect, useState } from 'preact/hooks';
import { revokeKey } from '../api/account.ts';

/** Who is signed in in this page. */
export interface Session {
  readonly apiKey: string;
  /** of a key that was made for this page alone: it is revoked when its owner signs out; null: the key is theirs */
  readonly keyId: string | null;
  /** a key that its owner has to write down now, for it can't be shown again */
  readonly newKey: string | null;
}

export interface SessionControls {
  readonly session: Session | null;
  /** @param keep whether the key stays on this device when the page is closed */
  readonly signIn: (session: Session, keep: boolean) => void;
  readonly keySeen: () => void;
  readonly signOut: () => Promise<void>;
}

const PLACE = 'leith.session';

/** The key lives in this page's memory, and in the browser's storage only where somebody has asked for it. */
export function useSession(): SessionControls {
  const [session, setSession] = useState<Session | null>(kept);
  // signing out in one window signs out in all
  useEffect(() => {
    const changed = ({ key, oldValue, newValue }: StorageEvent): void => {
      if (key !== PLACE || newValue !== null) return;
      setSession((mine) => (mine && oldValue?.includes(mine.apiKey) ? null : mine));
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  }, []);
  return {
    session,
    signIn: (made, keep) => {
      if (keep) store(made);
      setSession(made);
    },
    keySeen: () => setSession((old) => old && { ...old, newKey: null }),
    signOut: async () => {
      store(null);
      setSession(null);
      if (session?.keyId) await revokeKey(session.apiKey, session.keyId).catch(() => {});
    },
  };
}

function kept(): Session | null {
  try {
    const { apiKey, keyId } = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Session;
    return typeof apiKey === 'string' ? { apiKey, keyId: keyId ?? null, newKey: null } : null;
  } catch {
    return null;
  }
}

function store(session: Session | null): void {
  try {
    if (session === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, JSON.stringify({ apiKey: session.apiKey, keyId: session.keyId }));
  } catch {
    // a browser that keeps nothing: the key lives as long as the page
  }
}
