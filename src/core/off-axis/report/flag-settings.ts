import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** From where on a person should know. */
export interface FlagSettings {
  readonly evidence: EvidenceSettings;
  /** fringe visibility, 0 to 1 */
  readonly weakFringes: number;
  /** share of the filter's power that belongs to the autocorrelation term */
  readonly overlapping: number;
  /** share of the tiles that the fit of the background rests on */
  readonly littleBackground: number;
  /** share of the native samples at which the phase runs as fast as the filter lets through */
  readonly steep: number;
  /** residues per pixel above which every unwrapping method measured in `bench/unwrap.ts` fails on steep phases */
  readonly hopeless: number;
  /** share of the whole uncertainty: of doubt about the smooth background, or of what the autocorrelation term adds, root mean square */
  readonly largePart: number;
  /** power of the slopes in a part of a background frame, in units of a calm part's: more than speckle does by chance */
  readonly standsOut: number;
}

export const flagSettings: FlagSettings = {
  evidence: evidenceSettings,
  weakFringes: 0.1,
  overlapping: 0.05,
  littleBackground: 0.3,
  steep: 5e-4,
  hopeless: 0.15,
  largePart: 0.5,
  standsOut: 3,
};
