/** How noise is taken out of a background frame's field before that divides the hologram's. */
export interface SmoothingSettings {
  /** of the smooth phase that is taken out of the field meanwhile: aberrations, as far as tiles would tell them from noise */
  readonly degree: number;
  /** native samples along a tile, even */
  readonly tile: number;
  /** tiles along a side, below which a frame is left as it is: with two or three, more noise stays than is stated */
  readonly fewest: number;
  /** share of a tile over which a smooth base is taken off meanwhile, one standard deviation of a Gaussian: it would leak */
  readonly base: number;
  /** cycles per tile: lower frequencies stay as they are */
  readonly kept: number;
  /** cycles per tile, width of the rings whose numbers are shrunk together, a quarter of a ring at a time */
  readonly ring: number;
  /** times the noise's power that a group's is shrunk by … */
  readonly strength: number;
  /** … and times that of its standard deviation, in numbers */
  readonly caution: number;
}

/** Chosen by the prototype on cells (seeds 1 and 2). */
export const smoothingSettings: SmoothingSettings = {
  degree: 4,
  tile: 16,
  fewest: 4,
  base: 1 / 6,
  kept: 1.2,
  ring: 1.5,
  strength: 1.3,
  caution: 1.5,
};
