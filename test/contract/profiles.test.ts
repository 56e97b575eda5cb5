import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyCommand } from '../../src/cli/commands/verify.ts';
import type { EvidenceReport } from '../../src/formats/report/evidence-report.ts';
import { contentOf, makeProfile } from '../../src/services/calibration/profile.fixture.ts';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { adminJson } from './admin.ts';
import { expectProblem } from './problem.ts';
import { keysOf } from './run-client.ts';
import { part, upload } from './running-service.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const corrections = {
  pixel_pitch_um: { value: 3.5, sigma: 0.002 },
  scale_anisotropy: { value: 1.01, sigma: 0.001 },
  z_offset_mm: { value: 0.25, sigma: 0.01 },
};

describe.each(mainlyOn('embedded', setUps.all))('calibration profiles, $name', ({ name }) => {
  const world = twoAccounts(name);
  const { ask, client } = world;

  const reconstruct = (
    profileId: string,
    init: RequestInit = {},
    form = upload({ fields: { z_mm: '5' } }),
    as = world.mine,
  ) =>
    ask(`/reconstruct_pdhm?calibration_profile_id=${profileId}`, { method: 'POST', body: form, ...init }, as);
  const reportOf = async (response: Response) => {
    expect(response.status, await response.clone().text()).toBe(200);
    const zip = new Uint8Array(await response.arrayBuffer());
    const evidence = unpackPackage(zip).get('data/evidence.json')!;
    return { zip, report: JSON.parse(new TextDecoder().decode(evidence)) as EvidenceReport };
  };

  it('are listed, shown with their overlay, deleted, and nobody else’s', async () => {
    const { profile_id } = await makeProfile(world.storage, world.mine.account_id);
    const other = await makeProfile(world.storage, world.mine.account_id);
    const page = (await (await ask('/calibration/profiles?limit=1')).json()) as {
      items: { profile_id: string }[];
      next_cursor: string;
    };
    expect(page.items.map((item) => item.profile_id)).toEqual([other.profile_id]);
    const rest = await ask(`/calibration/profiles?limit=5&cursor=${page.next_cursor}`);
    expect(await rest.json()).toMatchObject({ items: [{ profile_id }], next_cursor: null });
    const address = `/calibration/profile/${profile_id}`;
    const found = (await (await ask(address)).json()) as { overlay: { href: string }; next_step: string };
    expect(found).toMatchObject({ profile_id, target_id: 'usaf-1951', fit: { features_found: 10 } });
    expect(found.next_step).toContain(`calibration_profile_id=${profile_id}`);
    const overlay = await ask(found.overlay.href);
    expect(overlay.headers.get('content-type')).toBe('image/png');
    expect(await overlay.text()).toBe(`overlay of ${profile_id}`);

    for (const path of [address, found.overlay.href]) {
      const methods = path === address ? ['GET', 'DELETE'] : ['GET'];
      for (const method of methods) {
        await expectProblem(await ask(path, { method }, world.theirs), 404, 'PROFILE_NOT_FOUND');
      }
    }
    await expectProblem(await reconstruct(profile_id, {}, upload(), world.theirs), 404, 'PROFILE_NOT_FOUND');
    await expectProblem(await ask('/calibration/profile/prof_x'), 404, 'PROFILE_NOT_FOUND');
    expect((await ask(address, { method: 'DELETE' })).status).toBe(204);
    await expectProblem(await ask(address), 404, 'PROFILE_NOT_FOUND');
    await expectProblem(await ask(address, { method: 'DELETE' }), 404, 'PROFILE_NOT_FOUND');
    const overlays = await keysOf(world.storage, 'profile');
    expect(overlays).toContain(`profile/${other.profile_id}.png`);
    expect(overlays).not.toContain(`profile/${profile_id}.png`);
  });

  it('correct a reconstruction, which says so and can be made again without them', async () => {
    const { profile_id } = await makeProfile(world.storage, world.mine.account_id, contentOf(corrections));
    const { zip, report } = await reportOf(await reconstruct(profile_id));
    expect(report.calibration?.corrections).toEqual([
      { name: 'pixel_pitch_um', before: 3.45, after: 3.5, unit: 'µm', sigma: 0.002 },
      { name: 'scale_anisotropy', before: 1, after: 1.01, unit: '1', sigma: 0.001 },
      { name: 'z_mm', before: 5, after: 5.25, unit: 'mm', sigma: 0.01 },
    ]);
    const phase = report.outputs.find(({ quantity }) => quantity === 'phase')!.pixel_size_um!;
    expect([phase.x * phase.y, phase.x / phase.y]).toEqual([
      expect.closeTo(12.25, 9),
      expect.closeTo(1.01, 9),
    ]);
    expect(report.parameters.requested).toMatchObject({ pixel_pitch_um: '3.45', z_mm: '5' });
    expect(report.uncertainty.pixel_pitch_relative_sigma).toBeCloseTo(0.002 / 3.5, 12);
    const result = await ask(`/results/${report.evidence_report_id}`);
    expect(await result.json()).toMatchObject({ calibration_profile_id: profile_id });
    const usage = (await (await ask('/users/me/usage')).json()) as { items: object[] };
    expect(usage.items[0]).toMatchObject({ kind: 'reconstruction', profile_id });

    await ask(`/calibration/profile/${profile_id}`, { method: 'DELETE' });
    expect((await ask(`/results/${report.evidence_report_id}/package`)).status).toBe(200);
    const path = join(world.service.dataDir, 'result.zip');
    writeFileSync(path, zip);
    const hologram = join(world.service.dataDir, 'hologram.png');
    writeFileSync(hologram, part.png);
    let said = '';
    const io = { stdout: { write: (text: string) => (said += text) }, stderr: { write: () => {} } };
    const code = await verifyCommand.execute(
      [path, '--hologram', hologram, '--quiet', '--allow-unsigned'],
      io,
    );
    expect([code, said]).toEqual([0, expect.stringContaining('every file of the result comes out the same')]);
  });

  it('are taken into an accepted run: deleting one then changes nothing', async () => {
    const { profile_id } = await makeProfile(world.storage, world.mine.account_id, contentOf(corrections));
    const response = await reconstruct(profile_id, { headers: { prefer: 'respond-async' } });
    expect(response.status).toBe(202);
    expect((await ask(`/calibration/profile/${profile_id}`, { method: 'DELETE' })).status).toBe(204);
    const { run_id } = (await response.json()) as { run_id: string };
    const { status, evidence_report_id } = await client.ended(run_id, world.mine.api_key);
    expect(status).toBe('succeeded');
    const { report } = await reportOf(await ask(`/results/${evidence_report_id}/package`));
    expect(report.calibration).toMatchObject({ profile_id, profile: { corrections } });
  });

  it('give a repeated request its first answer, also when they are gone', async () => {
    const { profile_id } = await makeProfile(world.storage, world.mine.account_id, contentOf(corrections));
    const init = { headers: { 'idempotency-key': 'with-a-profile' } };
    const first = await reportOf(await reconstruct(profile_id, init));
    await ask(`/calibration/profile/${profile_id}`, { method: 'DELETE' });
    const again = await reportOf(await reconstruct(profile_id, init));
    expect(again.report.evidence_report_id).toBe(first.report.evidence_report_id);
  });

  it('are refused for another rig, at once and with all that differs', async () => {
    const { profile_id } = await makeProfile(world.storage, world.mine.account_id, contentOf(corrections));
    const fields = { wavelength_um: '0.532', pixel_pitch_um: '4.4', magnification: '20' };
    const async = { headers: { prefer: 'respond-async' } };
    for (const init of [{}, async]) {
      const problem = await expectProblem(
        await reconstruct(profile_id, init, upload({ fields })),
        422,
        'CALIBRATION_MISMATCH',
      );
      const pointers = problem.errors?.map(({ pointer }) => pointer);
      expect(pointers).toEqual(['/wavelength_um', '/magnification', '/pixel_pitch_um']);
    }
    const small = {
      ...contentOf(),
      frame: { width_px: 80, height_px: 80, crop_px: { x: 0, y: 0, width: 80, height: 80 } },
    };
    const { profile_id: of } = await makeProfile(world.storage, world.mine.account_id, small);
    const problem = await expectProblem(await reconstruct(of), 422, 'CALIBRATION_MISMATCH');
    expect(problem.detail).toContain('80 × 80 px');
  });

  it('stay when the account’s data is deleted, and go with the account', async () => {
    const account = await client.signUp();
    const { profile_id } = await makeProfile(world.storage, account.account_id);
    expect((await ask('/users/me/data', { method: 'DELETE' }, account)).status).toBe(200);
    expect((await ask(`/calibration/profile/${profile_id}`, {}, account)).status).toBe(200);
    await adminJson(world.environment, 'account', 'close', account.account_id);
    const rows = await world.storage.store
      .read()
      .selectFrom('profiles')
      .select('profile_id')
      .where('account_id', '=', account.account_id)
      .execute();
    expect(rows).toEqual([]);
    expect(await keysOf(world.storage, 'profile')).not.toContain(`profile/${profile_id}.png`);
    // others use the service, too: only what is about this account is asked for
    const { faults } = await adminJson<{ faults: object[] }>(world.environment, 'verify');
    expect(JSON.stringify(faults)).not.toMatch(new RegExp(`${account.account_id}|${profile_id}`));
  });
});
