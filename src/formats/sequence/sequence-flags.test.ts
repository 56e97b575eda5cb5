import { expect, it } from 'vitest';
import type { FrameFlag, FrameRecord } from '../../core/sequence/develop-frame.ts';
import { sequenceFlags } from './sequence-flags.ts';

it('counts the frames that do not belong, and warns where they are most', () => {
  const rows = (marked: number) =>
    Array.from({ length: 4 }, (_, k) => {
      const flags: FrameFlag[] = k < marked ? ['no_fringes'] : [];
      return { input_sha256: '', input_bytes: 0, record: { flags } as unknown as FrameRecord };
    });
  expect(sequenceFlags(rows(0))).toEqual([]);
  expect(sequenceFlags(rows(2))).toMatchObject([{ code: 'frames_marked', level: 'info' }]);
  expect(sequenceFlags(rows(3))).toMatchObject([{ code: 'frames_marked', level: 'warning' }]);
});
