import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** How a frame is made ready to be compared with a drawing. */
export interface PrepareSettings {
  /** pixels may be saturated at one largest value below the top of the camera’s range, too */
  readonly evidence: EvidenceSettings;
  /** samples per cycle of the filter’s rim, at least: cells no larger than that carry the field (2 would just do) */
  readonly samplesPerCycle: number;
  /**
   * share by which orders may lie off: of the filter’s radius, a sideband farther off its middle loses orders on one side; of a step
   * from one order of a lattice to the next, more than the error of the nominal pitch and of where peaks lie
   */
  readonly off: number;
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
  off: 0.1,
  clear: { quantile: 0.75, least: 0.5 },
};
