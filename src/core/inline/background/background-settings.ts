import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';

/** Every number that was chosen in taking the smooth phase of the background out of a retrieved field. */
export interface InlineBackgroundSettings {
  /** phase contrast |sin(πλz f²)| below which a hologram says next to nothing about the phase */
  readonly blindContrast: number;
  /** what `auto` finds, rms over the frame, is to be more phase than nothing */
  readonly evidence: EvidenceSettings;
  /** samples at each edge that the fit leaves out: what is drawn beyond the frame shines into them, and they tell no distance */
  readonly margin: number;
}

export const inlineBackgroundSettings: InlineBackgroundSettings = {
  ...{ blindContrast: 0.1, margin: 8 },
  evidence: evidenceSettings,
};
