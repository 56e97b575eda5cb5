/** Phase contrast |sin(πλz f²)| below which a hologram says next to nothing about the phase. */
const BLIND_CONTRAST = 0.1;

/**
 * Below this spatial frequency (cycles/µm) the phase is hardly recorded: sin(πλz f²) = 0.1 for the farthest frame
 * (contrast transfer: Guigay, Optik 49, 121 (1977)).
 * @param distances µm, of each frame
 */
export function phaseBlindBelow(wavelength: number, distances: readonly number[]): number {
  const farthest = Math.max(...distances.map(Math.abs));
  return farthest === 0 ? Infinity : Math.sqrt(BLIND_CONTRAST / (Math.PI * wavelength * farthest));
}
