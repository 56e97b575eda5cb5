import { expect, it } from 'vitest';
import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { sequenceFlags } from './sequence-flags.ts';

const map = (values: readonly number[]) => ({ rows: 10, cols: 20, data: Float32Array.from(values) });

/** @param changing samples of 200 whose phase changes by more than is stated */
function flags(mode: 'inline' | 'off-axis', changing: number): string[] {
  const stated = map(Array.from({ length: 200 }, () => 0.1));
  const std = map(Array.from({ length: 200 }, (_, i) => (i < changing ? 0.2 : 0.05)));
  const reconstruction = { used: { recipe: { holography_mode: mode } } } as Reconstruction;
  return sequenceFlags({ reconstruction, rows: [], std, uncertainty: stated }).map(({ code }) => code);
}

it('says of an in-line sequence that its uncertainty does not follow what moves', () => {
  expect(flags('inline', 2)).toEqual([]);
  expect(flags('inline', 3)).toEqual(['uncertainty_of_one_frame']);
  expect(flags('off-axis', 200)).toEqual([]);
});
