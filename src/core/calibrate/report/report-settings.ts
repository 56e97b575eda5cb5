import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
/** What is said about a calibration that is accepted. */
export interface ReportSettings {
  /** from how many saturated pixels on a person should look; frames whose distances differ beyond its reach were recorded at different ones */
  readonly evidence: EvidenceSettings;
  /** What a person should look at. */
  readonly warn: {
    /** a tolerance of the target above this share hardly fixes a scale */
    readonly tolerance: number;
  };
  readonly phase: {
    /** a phase scale known no better than this is not known: width and height of steps look alike in few orders */
    readonly loose: number;
    /** what drawing and fit leave of a phase scale, a share: 0.07 to 0.17 % in nine simulated rigs, always too low */
    readonly systematic: number;
  };
  /** K, half-width of what a part is away from the temperature that its maker states it at */
  readonly temperature: number;
  /** half-width, as a share of a length, of what one edge of a part lies higher than the other, each way: a quarter of a millimetre over a slide 25 mm wide */
  readonly tilt: number;
  /** half-widths, as shares, where nobody states one */
  readonly unstated: {
    /** of a wavelength: laser diodes and LEDs are sold as ±5 to ±10 nm */
    readonly wavelength: number;
    /** of a pattern's period, which is drawn by one machine; of the size of a single thing */
    readonly lattice: number;
    readonly single: number;
  };
  readonly distortion: {
    /** share of the last step towards a term by which it may miss: things a pixel off are not foretold by slopes alone */
    readonly missed: number;
  };
  /** rad: what drawing and pupil leave of the aberration however little noise there is; grids are 0.007 to 0.009 off */
  readonly aberration: number;
}

export const reportSettings: ReportSettings = {
  evidence: evidenceSettings,
  warn: { tolerance: 0.005 },
  phase: { loose: 0.1, systematic: 0.003 },
  temperature: 5,
  tilt: 0.01,
  unstated: { wavelength: 0.01, lattice: 0.001, single: 0.05 },
  distortion: { missed: 0.15 },
  aberration: 0.005,
};
