import { expect, it } from 'vitest';
import type { FrameRecord } from '../../core/sequence/develop-frame.ts';
import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { sequenceFlags } from './sequence-flags.ts';

const map = (values: readonly number[]) => ({ rows: 10, cols: 20, data: Float32Array.from(values) });

/** @param changing samples of 200 whose phase changes by `most`; the others by half of what is stated */
function flags(
  mode: 'inline' | 'off-axis',
  changing: number,
  most = 0.2,
  records: readonly Partial<FrameRecord>[] = [],
): string[] {
  const stated = map(Array.from({ length: 200 }, () => 0.1));
  const std = map(Array.from({ length: 200 }, (_, i) => (i < changing ? most : 0.05)));
  const reconstruction = { used: { recipe: { holography_mode: mode } } } as Reconstruction;
  const rows = records.map((record) => ({ input_sha256: '', input_bytes: 0, record: record as FrameRecord }));
  return sequenceFlags({ reconstruction, rows, std, uncertainty: stated }).map(({ code }) => code);
}

it('says of an in-line sequence that its uncertainty does not follow what moves', () => {
  expect(flags('inline', 2)).toEqual([]);
  expect(flags('inline', 3)).toEqual(['uncertainty_of_one_frame']);
  expect(flags('off-axis', 200)).toEqual([]);
});

it('says nothing of a scatter that so few frames have by chance, or that their factors state', () => {
  const frames = (count: number, sigma_factor: number) =>
    Array.from({ length: count }, () => ({ sigma_factor, flags: [] }));
  // 1 + 3 / √(2 · 18) = 1.5
  expect(flags('inline', 100, 0.149, frames(19, 1))).toEqual([]);
  expect(flags('inline', 100, 0.151, frames(19, 1))).toEqual(['uncertainty_of_one_frame']);
  expect(flags('inline', 100, 0.29, frames(19, 2))).toEqual([]);
  // 1 + 3 / √(2 · 1800) = 1.05
  expect(flags('inline', 100, 0.11, frames(1801, 1))).toEqual(['uncertainty_of_one_frame']);
  // of one that does not belong nothing is in the scatter
  const dark: Partial<FrameRecord> = { sigma_factor: Infinity, flags: ['no_fringes'] };
  expect(flags('inline', 100, 0.151, [...frames(19, 1), dark])).toContain('uncertainty_of_one_frame');
});
