import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** How a frame is made ready to be compared with a drawing. */
export interface PrepareSettings {
  /** pixels may be saturated at one largest value below the top of the camera’s range, too */
  readonly evidence: EvidenceSettings;
  /** samples per cycle of the filter’s rim, at least: cells no larger than that carry the field (2 would just do) */
  readonly samplesPerCycle: number;
  /** of the filter’s radius: a sideband farther off its middle than this loses orders on one side */
  readonly offCentre: number;
  /** share by which a step from one order of a lattice to the next may differ from what the nominal pitch says: by its error, and by that of where peaks lie */
  readonly offOrder: number;
  /** Of a field without a background frame: which modulus becomes 1. */
  readonly clear: {
    /** quantile that lies in clear parts, whatever share of the frame they are */
    readonly quantile: number;
    /** of the modulus at 99.5 %: where that quantile lies lower, little of the frame is clear, and what passes is brightest */
    readonly least: number;
  };
}

export const prepareSettings: PrepareSettings = {
  evidence: evidenceSettings,
  samplesPerCycle: 2.6,
  offCentre: 0.1,
  offOrder: 0.08,
  clear: { quantile: 0.75, least: 0.5 },
};
