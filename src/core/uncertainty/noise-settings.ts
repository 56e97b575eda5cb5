import { evidenceSettings, type EvidenceSettings } from '../evidence/evidence-settings.ts';
/** How the camera's noise is measured where the spectrum is empty. */
export interface NoiseSettings {
  /** cycles/px of the disc that is looked at: wide enough for a good mean, narrow enough to fit between sidebands */
  readonly radius: number;
  /** a disc that is not proven to exceed the emptiest one holds nothing but the same noise; read noise must be clear of shot noise */
  readonly evidence: EvidenceSettings;
  /** tiles whose squared fade is below this on average hold too little of the noise */
  readonly leastFade: number;
  /** times the noise floor: a weaker autocorrelation term adds less at the filter's edge than noise does */
  readonly leastHalo: number;
  /**
   * tiles along the side of a noise tile in which light that missed the frame is counted: towards an edge it grows tenfold
   * within a noise tile. Chosen on beads, cells and charts of 448 px out of larger ones at 4 and 10 mm: with 1 σ is two
   * to five times the error 24 to 48 px from an edge, with 4 tiles hold too few samples of a small frame.
   */
  readonly edgeTiles: number;
  /** of the hologram's own noise this share stays at least, however much of it is the smoothed background's pattern */
  readonly leastOwn: number;
}

export const noiseSettings: NoiseSettings = {
  radius: 0.05,
  evidence: evidenceSettings,
  leastFade: 0.1,
  leastHalo: 2,
  edgeTiles: 2,
  leastOwn: 0.1,
};
