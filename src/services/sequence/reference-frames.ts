import { sequenceSettings } from '../../core/sequence/sequence-settings.ts';

/** The frames that the start of a sequence is made of. */
export function referenceFrames(count: number): number[] {
  return spread(count, sequenceSettings.referenceFrames);
}

/** So many numbers from 0 to count − 1, evenly spread; of a shorter sequence all. */
function spread(count: number, most: number): number[] {
  const n = Math.min(count, most);
  return Array.from({ length: n }, (_, i) => (n === 1 ? 0 : Math.round((i * (count - 1)) / (n - 1))));
}
