/** Every number that was chosen in taking the smooth phase of the background out of a retrieved field. */
export interface InlineBackgroundSettings {
  /** phase contrast |sin(πλz f²)| below which a hologram says next to nothing about the phase */
  readonly blindContrast: number;
  /** of the series: a higher one would follow samples */
  readonly highestDegree: number;
  /** rad, rms over the frame: what `auto` finds below this may as well be the sample's */
  readonly worthRemoving: number;
  /** samples at each edge that the fit leaves out: what is drawn beyond the frame shines into them */
  readonly margin: number;
}

export const inlineBackgroundSettings: InlineBackgroundSettings = {
  ...{ blindContrast: 0.1, highestDegree: 4, worthRemoving: 0.06, margin: 4 },
};
