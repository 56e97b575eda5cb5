import { afterAll, expect, it } from 'vitest';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { createSequence } from '../frames/create-sequence.ts';
import { framesMissing } from '../frames/sequence-row.ts';
import { file } from '../run/run.fixture.ts';
import { makeAccount, storedBlobs } from './account.fixture.ts';
import { expireSequences, forgetSequences } from './expire-sequences.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const DAY_MS = 24 * 3_600_000;
const fields = { frames: 2, holography_mode: 'off-axis', wavelength_um: 0.6, pixel_pitch_um: 3 };

it.each(setUps.all)('frames of sequences that nobody starts go after some days, $name', async ({ open }) => {
  const storage = await open();
  try {
    const account_id = await makeAccount(storage);
    const began = storage.now().getTime();
    const after = (days: number) => ({ ...storage, now: () => new Date(began + days * DAY_MS) });
    const begin = (days: number) =>
      createSequence(after(days), {
        account_id,
        fields,
        background: file(),
        calibration: null,
        errors: [],
        retain: false,
      });
    const old = await begin(0);
    const young = await begin(2);
    expect(await storedBlobs(storage)).toHaveLength(2);
    expect(await expireSequences(after(6.9), 7)).toBe(0);
    expect(await expireSequences(after(8), 7)).toBe(1);
    const rows = await storage.store.read().selectFrom('sequences').selectAll().execute();
    const expired = new Map(rows.map((row) => [row.sequence_id, row.expired_at]));
    expect(expired.get(old.sequence_id)).toMatch(/^\d{4}-/);
    expect(expired.get(young.sequence_id)).toBeNull();
    expect(await storedBlobs(storage)).toHaveLength(1);
    expect(await forgetSequences(after(9), 30)).toBe(0);
    expect(await forgetSequences(after(39), 30)).toBe(1);
    expect(await storage.store.read().selectFrom('sequences').select('sequence_id').execute()).toHaveLength(
      1,
    );
  } finally {
    await storage.close();
  }
});

it('what lies between the frames that are there is missing', () => {
  const there = [
    { from: 1, to: 2 },
    { from: 5, to: 8 },
  ];
  expect(framesMissing(there, 10)).toEqual([
    { from: 0, to: 0 },
    { from: 3, to: 4 },
    { from: 9, to: 9 },
  ]);
  expect(framesMissing([{ from: 0, to: 9 }], 10)).toEqual([]);
  expect(framesMissing([], 2)).toEqual([{ from: 0, to: 1 }]);
});
