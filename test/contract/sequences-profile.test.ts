// @module-tag further/rig
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { contentOf, makeProfile } from '../../src/services/calibration/profile.fixture.ts';
import { expectProblem } from './problem.ts';
import { pngOf, sequenceClient, sequenceFields, someFrames, type Sequence } from './sequence-client.ts';
import { twoAccounts } from './two-accounts.ts';

describe('a sequence', () => {
  const world = twoAccounts('embedded');
  const mine = sequenceClient((path, init) => world.ask(path, init));
  let files: readonly Uint8Array<ArrayBuffer>[];
  beforeAll(async () => {
    files = await Promise.all((await someFrames(2)).map(pngOf));
  });

  it('is corrected by a profile of the account, as it was when it was begun', async () => {
    const SCALE = 1.2;
    const corrections = { phase_scale: { value: SCALE, sigma: 0.01 } };
    const profile = await makeProfile(world.storage, world.mine.account_id, contentOf(corrections));
    const fields = JSON.stringify({ ...sequenceFields, z_mm: '5', frames: 2 });
    const create = (query: string) => {
      const headers = { 'content-type': 'application/json' };
      return world.ask(`/sequences${query}`, { method: 'POST', body: fields, headers });
    };
    const made = async (query: string) => {
      const { sequence_id } = (await (await create(query)).json()) as Sequence;
      await Promise.all([0, 1].map((n) => mine.put(sequence_id, n, files[n]!)));
      const { run_id } = (await (await mine.start(sequence_id)).json()) as { run_id: string };
      const { evidence_report_id } = await world.client.ended(run_id, world.mine.api_key);
      const file = async (path: string) => {
        const answer = await world.ask(`/results/${evidence_report_id}/files/${path}`);
        return new Uint8Array(await answer.arrayBuffer());
      };
      const read = async (path: string) => (await decodeFrame(await file(path))).frame.samples;
      const evidence = JSON.parse(new TextDecoder().decode(await file('data/evidence.json')));
      const listed = (await (await world.ask(`/results/${evidence_report_id}`)).json()) as {
        calibration_profile_id: string | null;
      };
      return {
        evidence,
        listed: listed.calibration_profile_id,
        mean: await read('data/mean_phase.tif'),
        sigma: await read('data/phase_uncertainty.tif'),
      };
    };
    await expectProblem(await create('?calibration_profile_id=prof_none'), 404, 'PROFILE_NOT_FOUND');
    const plain = await made('');
    const corrected = await made(`?calibration_profile_id=${profile.profile_id}`);
    expect(corrected.evidence.calibration).toMatchObject({ profile_id: profile.profile_id });
    expect(plain.evidence.calibration ?? null).toBeNull();
    expect([plain.listed, corrected.listed]).toEqual([null, profile.profile_id]);
    const middle = plain.mean.length >> 1;
    for (const map of ['mean', 'sigma'] as const)
      expect(corrected[map][middle]! / plain[map][middle]!).toBeCloseTo(SCALE, 4);
    const { uncertainty } = plain.evidence;
    const ratio = corrected.evidence.uncertainty.median_phase_sigma_rad / uncertainty.median_phase_sigma_rad;
    expect(ratio).toBeCloseTo(SCALE, 6);
  });
});
