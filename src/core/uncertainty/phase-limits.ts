/**
 * Phase noise of linear sideband demodulation, rad, one standard deviation (doi:10.1364/OL.43.004993):
 * σ = √(2 η (N + read² + step²/12)) / (N V). With a divided background frame of the same exposure, √2 times that.
 * @param photoelectrons N, mean per pixel
 * @param visibility V of the fringes, 0 to 1
 * @param eta area of the sideband filter over the area of the whole spectrum; π r² for a disk of r cycles/px
 * @param readNoise electrons, one standard deviation
 * @param quantisationStep electrons per count
 */
export function linearPhaseLimit(
  photoelectrons: number,
  visibility: number,
  eta: number,
  readNoise = 0,
  quantisationStep = 0,
): number {
  const variance = photoelectrons + readNoise * readNoise + (quantisationStep * quantisationStep) / 12;
  return Math.sqrt(2 * eta * variance) / (photoelectrons * visibility);
}

/**
 * The Cramér–Rao bound for photon noise alone, rad (doi:10.48550/arXiv.2011.04799 gives the general form): a pixel's Fisher information
 * averaged over the fringe is N (1 − √(1 − V²)), and 1/η pixels share one degree of freedom:
 * σ = √(η / (N (1 − √(1 − V²)))). Arguments as in {@link linearPhaseLimit}.
 */
export function cramerRaoLimit(photoelectrons: number, visibility: number, eta: number): number {
  return Math.sqrt(eta / (photoelectrons * (1 - Math.sqrt(1 - visibility * visibility))));
}
