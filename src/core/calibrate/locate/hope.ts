import type { Subject } from '../model/predict.ts';
import type { LocateSettings } from './locate-settings.ts';

/** What is asked for in the end, and how much nearer to it what follows may come. */
export interface HopeSettings {
  readonly locate: Pick<LocateSettings, 'gain'>;
  /** share of a frame’s structure that the drawing must explain */
  readonly judge: { readonly explained: number };
}

/** Share that a search has to explain before the last fit: less would be refused after it. */
export function leastBeforeFit({ locate, judge }: HopeSettings): number {
  return judge.explained / locate.gain;
}

/** Whether finer cells may explain enough. A lattice may yet be seen at another of its images, which the coarsest do not tell apart. */
export function mayExplainMore(
  { subject, settings }: { readonly subject: Pick<Subject, 'model'>; readonly settings: HopeSettings },
  { fit }: { readonly fit: { readonly explained: number } },
): boolean {
  return (
    subject.model.lattices.length > 0 || fit.explained >= leastBeforeFit(settings) / settings.locate.gain
  );
}
