import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import { readProfile } from '../api/calibration.ts';
import type { EngineRequest } from '../engine/engine-message.ts';
import type { FormChecks } from './form-checks.ts';
import type { FormState } from './form-state.ts';
import { channelOf, type ReadFrame } from './frame-facts.ts';
import { stackFile } from './stack-file.ts';

export interface LocalRequest {
  /** as it would be sent; null: something is missing or wrong */
  readonly request: EngineRequest | null;
  /** what it takes to have one */
  readonly missing: string;
}

interface FormNow {
  readonly state: FormState;
  readonly checks: FormChecks;
  readonly read: ReadFrame;
  readonly session: Session | null;
}

/** The request that the engine in the page gets: the very files, fields and profile that the service would. */
export function useLocalRequest({ state, checks, read, session }: FormNow): LocalRequest {
  const { frames, background, profileId, values } = state;
  const channel = channelOf(values.channel);
  const complete = checks.all.size === 0 && (frames.length > 1 || read.facts !== null);
  const stacked = complete && frames.length > 1;
  const one = useMade(stacked ? () => stackFile(frames, channel) : null, [frames, channel, stacked]);
  const apiKey = session?.apiKey ?? null;
  const asked = profileId !== null && apiKey !== null;
  const profile = useMade(asked ? () => readProfile(apiKey, profileId) : null, [apiKey, profileId]);
  const hologram = frames.length === 1 ? frames[0]! : one.made;
  const trouble = one.error ?? (asked ? profile.error : null);
  if (trouble) return { request: null, missing: trouble.message };
  const ready = complete && hologram && (!asked || profile.made);
  const waiting = complete ? 'One moment.' : 'Fill in what is still needed.';
  if (!ready)
    return { request: null, missing: checks.typed.size > 0 ? 'Put the marked fields right first.' : waiting };
  const calibration = asked ? JSON.stringify(profile.made) : null;
  return { request: { hologram, background, fields: checks.given, calibration }, missing: '' };
}

interface Made<T> {
  readonly made: T | null;
  readonly error: Error | null;
}

const NOTHING = { made: null, error: null };

/** What takes a moment to make; null while it is not there, or is not wanted. */
function useMade<T>(make: (() => Promise<T>) | null, of: readonly unknown[]): Made<T> {
  const [state, setState] = useState<Made<T>>(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (make === null) return;
    let gone = false;
    make().then(
      (made) => gone || setState({ made, error: null }),
      (error: Error) => gone || setState({ made: null, error }),
    );
    return () => void (gone = true);
  }, of);
  return state;
}
