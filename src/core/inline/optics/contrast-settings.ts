/** How much of a hologram's contrast is taken for signal, and how far it reaches. */
export interface ContrastSettings {
  /** share of each side over which the contrast fades to nothing, against the cross that a frame's edges leave */
  readonly taper: number;
  /** cycles per sample beyond which spectra hold aliases: a grid carries no more, those of trials neither */
  readonly highest: number;
  /** samples at the spectrum's middle that the fit of rings leaves out: the light was estimated there */
  readonly light: number;
  /** share of the noise that is taken out of a ring beside it, so that its own scatter passes for nothing */
  readonly noiseMargin: number;
  /** share of the gradient's energy within the radius that the depth of field follows from */
  readonly radiusShare: number;
  /** share of it that a grid must carry */
  readonly reachShare: number;
}

export const contrastSettings: ContrastSettings = {
  taper: 0.1,
  highest: 0.48,
  light: 2,
  noiseMargin: 0.15,
  radiusShare: 0.9,
  reachShare: 0.99,
};
