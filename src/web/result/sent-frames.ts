/** What a result of this page was made of. */
export interface SentFrames {
  readonly hologram: File;
  readonly background: File | null;
}

/** Older ones are forgotten: a stack that the page has made lies in its memory. */
const MOST = 20;

/** By the result’s identifier. It lives as long as the page, or until somebody signs out. */
const sent = new Map<string, SentFrames>();

/** Keeps at hand what a result was made of, so that it can be made again with a change. */
export function keepSent(evidenceReportId: string, frames: SentFrames): void {
  sent.set(evidenceReportId, frames);
  for (const id of [...sent.keys()].slice(0, -MOST)) sent.delete(id);
}

/** null: another page has sent it, or another program. */
export function sentFor(evidenceReportId: string): SentFrames | null {
  return sent.get(evidenceReportId) ?? null;
}

export function forgetSent(): void {
  sent.clear();
}
