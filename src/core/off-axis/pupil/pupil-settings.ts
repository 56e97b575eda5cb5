import type { SidebandSettings } from '../../sideband/sideband-settings.ts';

/** How the rim of the pupil is found in the field, and when the carrier is bent. Shares are of the filter's radius. */
export interface PupilRimSettings {
  /**
   * share over which the filter of the pupil falls to 0, and by which a fit may reach beyond the rim: what lies there is noise alone,
   * and optics end within a per cent
   */
  readonly edge: number;
  /** share, width of the outermost rings that say how strong what is not the sample's is */
  readonly floorWidth: number;
  /** of the power, that a filter lets through: its edge is looked at as far out as that, in small frames for the few rings that are known to be noise */
  readonly leastPassed: number;
  /** a rim this many times the floor is heard in the window's lobe one ring further out */
  readonly loud: number;
  /** standard errors by which a tile has to lose more than most do, when the filter is narrowed */
  readonly sureLoss: number;
  /** share of the filter's radius by which the local carrier moves over the frame before another demodulation is worth it */
  readonly leastSweep: number;
}

/** A rim is looked for ring by ring, as the end of a sideband is, and is heard, or is no end, by the same rules. */
export interface RimSettings {
  readonly pupil: PupilRimSettings;
  readonly extent: SidebandSettings['extent'];
}

export const pupilSettings: PupilRimSettings = {
  edge: 0.01,
  floorWidth: 0.05,
  leastPassed: 0.05,
  loud: 30,
  sureLoss: 2,
  leastSweep: 0.03,
};
