import type { Moments, Span } from './span.ts';

/** Whose results they are. */
export interface Owner {
  readonly name: string;
  /** account id or `public` */
  readonly requester: string;
  readonly apiKey: string | null;
  readonly items: Item[];
  /** of all data */
  readonly deletions: Span[];
}

type HoldState = 'free' | 'held' | 'unsure';

/** A result that was acknowledged, or that an accepted run will leave: what the driver knows of it. */
export class Item {
  readonly owner: Owner;
  /** of the upload; `ended`: from here on a client knows that the result is there */
  readonly made: Span;
  readonly runId: string | null;
  evidenceReportId: string | null = null;
  archiveId: string | null = null;
  sha256: string | null = null;
  /** of this one result */
  readonly deletions: Span[] = [];
  readonly cancels: Span[] = [];
  /** somebody was told that it is gone */
  gone = false;
  readonly #moments: Moments;
  readonly #holds: { readonly moment: number; readonly state: HoldState }[] = [];

  constructor(owner: Owner, made: Span, runId: string | null, moments: Moments) {
    this.owner = owner;
    this.made = made;
    this.runId = runId;
    this.#moments = moments;
  }

  get name(): string {
    return [this.evidenceReportId, this.runId].filter((id) => id !== null).join(' of ');
  }

  get isCancelled(): boolean {
    return this.cancels.some(({ outcome }) => outcome === 'done');
  }

  setHold(state: HoldState): void {
    this.#holds.push({ moment: this.#moments.next(), state });
  }

  get hold(): HoldState {
    return this.#holds.at(-1)?.state ?? 'free';
  }

  /** Whether it was so all the time. */
  #always(wanted: HoldState, { sent, ended }: Span): boolean {
    const before = this.#holds.filter(({ moment }) => moment <= sent).at(-1)?.state ?? 'free';
    const during = this.#holds.filter(({ moment }) => moment > sent && moment <= ended);
    return [before, ...during.map(({ state }) => state)].every((state) => state === wanted);
  }

  wasFree(span: Span): boolean {
    return this.#always('free', span);
  }

  wasHeld(span: Span): boolean {
    return this.#always('held', span);
  }

  /** Some deletion, other than this one, may have been the end of it: none that found it held all the time. */
  mayBeGone(except?: Span): boolean {
    const general = this.owner.deletions.filter(({ ended }) => ended > this.made.sent);
    return [...this.deletions, ...general].some(
      (span) => span !== except && span.outcome !== 'refused' && !this.wasHeld(span),
    );
  }

  /** An acknowledged deletion was sent when it was known to be there and not held. */
  get mustBeGone(): boolean {
    if (this.gone || this.deletions.some(({ outcome }) => outcome === 'done')) return true;
    return this.owner.deletions.some(
      (span) => span.outcome === 'done' && span.sent > this.made.ended && this.wasFree(span),
    );
  }

  /** What other clients may be busy with is left out: it may be anything. */
  get mustBeThere(): boolean {
    return Number.isFinite(this.made.ended) && this.sha256 !== null && !this.mayBeGone() && !this.gone;
  }
}
