import type { OpenedPackage } from './opened-package.ts';

let kept: OpenedPackage | null = null;

/** Keeps what this page has made itself: a result of the service may turn out to be the same. One at a time. */
export function keepMade(opened: OpenedPackage | null): void {
  kept?.close();
  kept = opened;
}

/** What was made of this input, for the taker to close; null: nothing was. */
export function takeMade(inputSha256: string): OpenedPackage | null {
  if (kept?.report.input.sha256 !== inputSha256) return null;
  const made = kept;
  kept = null;
  return made;
}
