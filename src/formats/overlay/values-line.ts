import type { Corrections, Measured } from '../../core/rig/calibration.ts';

const shown = [
  ['pixel_pitch_um', 'pixel', ' µm'],
  ['scale_anisotropy', 'x / y', ''],
  ['z_mm', 'distance', ' mm'],
  ['phase_scale', 'phase scale', ''],
] as const;

/** What a target told, in a line: two digits of each σ, and the value to the same place. Null: it told nothing. */
export function valuesLine(corrections: Corrections): string | null {
  const told = shown.flatMap(([name, word, unit]) => {
    const found = corrections[name];
    return found ? [`${word} ${withSigma(found)}${unit}`] : [];
  });
  return told.length > 0 ? `${told.join('   ')}   (± σ)` : null;
}

function withSigma({ value, sigma }: Measured): string {
  if (!(sigma > 0)) return String(Number(value.toPrecision(6)));
  const exponent = Number(sigma.toExponential(1).split('e')[1]);
  const decimals = Math.min(12, Math.max(0, 1 - exponent));
  return `${value.toFixed(decimals)} ± ${sigma.toFixed(decimals)}`;
}
