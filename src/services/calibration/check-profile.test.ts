import { expect, it } from 'vitest';
import { Problem } from '../../core/problem/problem.ts';
import { checkOf, refusedCheck } from './check-profile.ts';
import type { Profile } from './profile.ts';

const pitch = { value: 2, sigma: 0.001 };

/** Measured from frames of such digests. */
function profileOf(...digests: string[]): Profile {
  return {
    ...{ profile_id: 'prof', target_id: 'distortion-grid-50um', certificate: null, budget: [] },
    ...{ corrections: { pixel_pitch_um: pitch }, created_at: '2026-01-01', valid_until: '2027-01-01' },
    ...{ input_sha256: digests[0], frames: digests.map((input_sha256) => ({ input_sha256 })) },
  } as unknown as Profile;
}

it('says of a frame that it is one that the profile was measured from, whichever of them', () => {
  const profile = profileOf('a', 'b', 'c');
  const isSame = (...digests: string[]) => checkOf(profile, profileOf(...digests)).same_frame;
  expect(['a', 'b', 'c', 'd'].map((digest) => isSame(digest))).toEqual([true, true, true, false]);
  // several at once: one is enough
  expect([isSame('d', 'c'), isSame('d', 'e')]).toEqual([true, false]);
  expect(checkOf(profile, profileOf('b'))).toMatchObject({ pass: true, input_sha256: 'b' });
  // of a profile from before several frames could be sent
  const former = { ...profileOf('a'), frames: undefined } as unknown as Profile;
  expect(checkOf(former, profileOf('a')).same_frame).toBe(true);
  const cause = new Problem('TARGET_NOT_RECOGNISED', 'It is not there.');
  const refused = (digest: string) =>
    refusedCheck(profile, { input_sha256: digest, created_at: '2026-02-01' }, cause)?.same_frame;
  expect([refused('b'), refused('d')]).toEqual([true, false]);
});
