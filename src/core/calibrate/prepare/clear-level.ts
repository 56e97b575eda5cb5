import type { MeasuredLight } from '../model/measured.ts';
import type { PrepareSettings } from './prepare-settings.ts';

/** The modulus of clear parts: the fit takes the light’s level along. */
export function clearLevel(
  measured: Pick<MeasuredLight, 're' | 'im' | 'weight'>,
  { quantile, least }: PrepareSettings['clear'],
): number {
  const im = measured.im!;
  const modulus = measured.re
    .map((re, i) => Math.sqrt(re * re + im[i]! * im[i]!))
    .filter((_, i) => measured.weight[i]! > 0)
    .sort();
  const level = modulus[Math.floor(quantile * modulus.length)] || 1;
  // where little of the frame is clear, the brightest parts are what passes
  const bright = modulus[Math.floor(0.995 * modulus.length)] || 1;
  return level < least * bright ? bright : level;
}
