import { expect, it } from 'vitest';
import type { FrameFlag, FrameRecord } from '../../core/sequence/develop-frame.ts';
import { sequenceFlags } from './sequence-flags.ts';

it('counts the frames that do not belong, and warns where they are most', () => {
  const rows = (marked: number) =>
    Array.from({ length: 4 }, (_, k) => {
      const flags: FrameFlag[] = k < marked ? ['no_fringes'] : [];
      return { input_sha256: '', input_bytes: 0, record: { flags } as unknown as FrameRecord };
    });
  expect(sequenceFlags(rows(0), 1)).toEqual([]);
  expect(sequenceFlags(rows(2), 1)).toMatchObject([{ code: 'frames_marked', level: 'info' }]);
  expect(sequenceFlags(rows(3), 1)).toMatchObject([{ code: 'frames_marked', level: 'warning' }]);
});

it('says where what the drift leaves open is the largest part of what is stated', () => {
  const rows = (drift_sigma_rad: number, flags: FrameFlag[] = []) => [
    {
      ...{ input_sha256: '', input_bytes: 0 },
      record: { flags, drift_sigma_rad, sigma_factor: 2 } as unknown as FrameRecord,
    },
  ];
  // of 0.02 rad it is √½
  expect(sequenceFlags(rows(0.014), 0.01)).toEqual([]);
  expect(sequenceFlags(rows(0.0145), 0.01)).toMatchObject([{ code: 'drift_open', level: 'needs_review' }]);
  expect(sequenceFlags(rows(NaN), 0.01)).toEqual([]);
  expect(sequenceFlags(rows(1, ['other_scene']), 0.01).map(({ code }) => code)).toEqual(['frames_marked']);
});
