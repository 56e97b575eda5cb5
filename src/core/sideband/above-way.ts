import type { Kernels } from '../kernel/kernels.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile } from '../spectrum/rings.ts';
import type { Frequency } from '../field/frequency.ts';

/** Places on the way from DC to the carrier, as shares of it. */
const ON_THE_WAY = [0.5, 0.7];
/** Radius of the discs that are compared, as a share of the filter's, and at least as wide as a Hann window's lobe. */
const DISC_SHARE = 0.25;
const LOBE_BINS = 2;

/**
 * Power in a disc at the carrier over that in the stronger of two like discs on the straight way to DC. An edge, a row
 * of bars or a camera's stripes put their power on a line through DC, where it falls steadily; a sideband rises from it.
 * Infinite in a frame so small that nothing lies between.
 */
export function aboveWay(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  passRadius: number,
): number {
  const lobe = LOBE_BINS / Math.min(spectrum.rows, spectrum.cols);
  const step = Math.max(DISC_SHARE * passRadius, lobe);
  const at = (share: number) => {
    const centre = { x: share * carrier.x, y: share * carrier.y };
    const { mean, bins } = ringProfile(kernels, spectrum, centre, { step, rings: 1 });
    return bins[0]! > 0 ? mean[0]! : 0;
  };
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  // in a tiny frame the carrier's own lobe covers the way
  const clear = ON_THE_WAY.filter((share) => (1 - share) * length > step + lobe);
  return at(1) / Math.max(0, ...clear.map(at));
}
