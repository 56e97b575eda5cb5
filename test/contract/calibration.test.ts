import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import type { Profile } from '../../src/services/calibration/profile.ts';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { loadKernels } from '../load-kernels.ts';
import { mainlyOn, thorough } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { expectNothingLeftOver, keysOf, runClient } from './run-client.ts';
import { upload, wholeUpload } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

/** The rig is 2 % and 5 % away from the best guesses. */
const rig = { pixel_pitch_um: 1.02, z_mm: 0.315 };
const ABERRATION_RAD = 1.5;
const guesses = {
  ...{ target_id: 'distortion-grid-50um', holography_mode: 'off-axis', wavelength_um: '0.6328' },
  ...{ pixel_pitch_um: '1', z_mm: '0.3' },
};

async function recorded(more: object = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { hologram } = simulate(await loadKernels(), {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 144, height_px: 144, background: false },
    ...{ target: { target_id: 'distortion-grid-50um', rotation_deg: 5 }, wavelength_um: 0.6328, ...rig },
    aberration: [{ x: 2, y: 0, rad: ABERRATION_RAD }],
    ...more,
  });
  return new Uint8Array(Buffer.concat(await encodeFrame(hologram, 'png', rig.pixel_pitch_um)));
}

describe.each(mainlyOn('scaled', setUps.all))('POST /calibration/calibrate, $name', ({ name }) => {
  let service: LentService;
  let storage: OpenStorage;
  let frame: Uint8Array<ArrayBuffer>;
  let key = '';
  let account = '';
  const client = runClient(() => service.url);

  beforeAll(async () => {
    service = await lentService(name);
    storage = await service.place.open();
    ({ api_key: key, account_id: account } = await client.signUp());
    frame = await recorded();
  });
  afterAll(() => storage?.close());

  const ask = (path: string, init: RequestInit = {}, as = key) =>
    fetch(new URL(path, service.url), {
      ...init,
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...init.headers },
    });
  const send = (
    fields: Record<string, string | undefined> = {},
    headers = {},
    files = { hologram: frame },
    as = key,
  ) =>
    ask(
      '/calibration/calibrate',
      { method: 'POST', headers, body: wholeUpload({ files, fields: { ...guesses, ...fields } }) },
      as,
    );
  /** What the account has: other files' tests share the service. */
  const stored = async () => ({
    profiles: await storage.store
      .read()
      .selectFrom('profiles')
      .select('profile_id')
      .where('account_id', '=', account)
      .execute(),
    raw: await storage.store
      .read()
      .selectFrom('raw_uploads')
      .select('blob_key')
      .where('account_id', '=', account)
      .execute(),
  });

  async function overlaysDrawn() {
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    const [, drawn] = /^leith_stage_duration_seconds_count{stage="overlay"} (\d+)$/m.exec(metrics) ?? [];
    return Number(drawn ?? 0);
  }

  it('measures the rig, once for an Idempotency-Key, and keeps the upload only where asked to', async () => {
    const headers = { 'idempotency-key': 'grid' };
    const [before, drawn] = [await stored(), await overlaysDrawn()];
    const first = await send({ name: ' green ' }, headers);
    expect(first.status, await first.clone().text()).toBe(201);
    const profile = (await first.json()) as Profile & { overlay: { href: string } };
    const { profile_id, corrections } = profile;
    expect(first.headers.get('location')).toBe(`/calibration/profile/${profile_id}`);
    expect(first.headers.get('server-timing')).toMatch(
      /^upload;dur=[\d.]+, decode;dur=.*, archive;dur=[\d.]+$/,
    );
    expect((await overlaysDrawn()) - drawn).toBe(1);
    expect(profile).toMatchObject({ name: 'green', target_id: guesses.target_id, certificate: null });
    expect(profile.nominal).toMatchObject({ pixel_pitch_um: 1, z_mm: 0.3, wavelength_um: 0.6328 });
    // how well it measures is tested with the fit; here that the fit got what it needs
    expect(Math.abs(corrections.pixel_pitch_um!.value / rig.pixel_pitch_um - 1)).toBeLessThan(5e-4);
    expect(Math.abs(corrections.z_mm!.value / rig.z_mm - 1)).toBeLessThan(0.02);
    const { orders, coefficients_rad } = corrections.phase_aberration!;
    const found = orders.findIndex(([x, y]) => x === 2 && y === 0);
    expect(coefficients_rad[found]).toBeCloseTo(ABERRATION_RAD, 1);
    const again = await send({ name: ' green ' }, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.json()).toEqual(profile);
    await expectProblem(await send({ name: 'other' }, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await (await ask(`/calibration/profile/${profile_id}`)).json()).toEqual(profile);
    const overlay = new Uint8Array(await (await ask(profile.overlay.href)).arrayBuffer());
    expect([...overlay.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const after = { ...before, profiles: [...before.profiles, { profile_id }] };
    expect(await stored()).toEqual(after);
    await expectNothingLeftOver(storage);
    expect(await keysOf(storage, 'profile')).toContain(`profile/${profile_id}.png`);
    const usage = (await (await ask('/users/me/usage')).json()) as { items: object[] };
    expect(usage.items).toEqual([
      expect.objectContaining({
        kind: 'calibrate',
        profile_id,
        input_bytes: frame.byteLength,
        run_id: null,
      }),
    ]);
  });

  it(
    'keeps the frame where the account keeps its raw uploads, and corrects what is recorded next',
    { tags: 'further/rig' },
    async () => {
      const { api_key } = await client.signUp();
      const body = JSON.stringify({ retain_raw_inputs: true });
      const json = { 'content-type': 'application/json' };
      expect((await ask('/users/me/retention', { method: 'PUT', headers: json, body }, api_key)).status).toBe(
        200,
      );
      // as a run, which does what a request does that is waited for
      const response = await send({}, { prefer: 'respond-async' }, { hologram: frame }, api_key);
      expect(response.status, await response.clone().text()).toBe(202);
      const { run_id } = (await response.json()) as { run_id: string };
      expect(response.headers.get('location')).toBe(`/runs/${run_id}`);
      const { status, profile_id = '', evidence_report_id } = await client.ended(run_id, api_key);
      expect([status, evidence_report_id]).toEqual(['succeeded', undefined]);
      expect(profile_id).toMatch(/^prof_/);
      await expectCorrection(profile_id, api_key);
      const list = await ask('/users/me/raw-uploads', {}, api_key);
      const { items } = (await list.json()) as { items: { href: string }[] };
      expect(items.slice(-1)).toEqual([
        expect.objectContaining({ profile_id, evidence_report_id: null, part: 'hologram' }),
      ]);
      const kept = await ask(items.at(-1)!.href, {}, api_key);
      expect(new Uint8Array(await kept.arrayBuffer())).toEqual(frame);
      const receipt = await ask('/users/me/data', { method: 'DELETE' }, api_key);
      expect(await receipt.json()).toMatchObject({ raw_uploads_deleted: 2 });
      expect((await ask(`/calibration/profile/${profile_id}`, {}, api_key)).status).toBe(200);
    },
  );

  it('refuses at once what is no calibration, also where it is to be done later', async () => {
    const later = { prefer: 'respond-async' };
    await expectProblem(await send({ target_id: 'nothing' }, later), 422, 'TARGET_UNKNOWN');
    const broken = { hologram: new Uint8Array([1, 2, 3]) };
    const { run_id } = (await (await send({}, later, broken)).json()) as { run_id: string };
    const { status, problem, profile_id } = await client.ended(run_id, key);
    expect([status, problem!.code, profile_id]).toEqual(['failed', 'HOLOGRAM_UNREADABLE', undefined]);
  });

  describe('several frames', () => {
    const small = { width_px: 128, height_px: 128, pixel_pitch_um: 1, z_mm: 0.2 };
    const ruled = (rotation_deg: number) =>
      recorded({ ...small, target: { target_id: 'ronchi-50', rotation_deg } });
    const fields = { ...guesses, target_id: 'ronchi-50', z_mm: '0.2', part_tolerance: '0.0001' };
    const post = (holograms: readonly Uint8Array<ArrayBuffer>[]) => {
      const body = wholeUpload({ files: {}, fields });
      holograms.forEach((own, k) => body.append('hologram', new Blob([own]), `${k}.png`));
      return ask('/calibration/calibrate', { method: 'POST', body });
    };

    // how they are stored is tested with one: this is about the fit
    it.runIf(thorough)('calibrate together, each with what it tells by itself', async () => {
      const response = await post([await ruled(5), await ruled(40)]);
      expect(response.status, await response.clone().text()).toBe(201);
      const profile = (await response.json()) as Profile;
      expect(profile.frames!.map(({ fit }) => Math.round(fit.rotation_deg!.value))).toEqual([5, 40]);
      expect(new Set(profile.frames!.map(({ input_sha256 }) => input_sha256)).size).toBe(2);
      expect(profile.warnings.join()).not.toContain('One frame');
    });

    it('are of one size, and eight at most', async () => {
      const first = await ruled(5);
      const other = await recorded({ ...small, width_px: 160, target: { target_id: 'ronchi-50' } });
      const sizes = await expectProblem(await post([first, other]), 422, 'INVALID_INPUT');
      expect(sizes.errors![0]!.message).toContain('number 2 is 160 × 128 px');
      const nine = await expectProblem(
        await post(Array.from({ length: 9 }, () => first)),
        422,
        'INVALID_INPUT',
      );
      expect(nine.errors).toEqual([{ pointer: '/hologram', message: 'is sent more than 8 times' }]);
    });
  });

  async function expectCorrection(profile_id: string, as: string): Promise<void> {
    const { target_id: _, ...fields } = guesses;
    const beads = await recorded({ object: { kind: 'beads' }, target: undefined });
    const address = `/reconstruct_pdhm?calibration_profile_id=${profile_id}`;
    const body = upload({ files: { hologram: beads }, fields });
    const headers = { accept: 'application/json' };
    const response = await ask(address, { method: 'POST', headers, body }, as);
    expect(response.status, await response.clone().text()).toBe(201);
    const { summary } = (await response.json()) as { summary: { pixel_size_um: { x: number; y: number } } };
    expect(Math.abs(summary.pixel_size_um.x / rig.pixel_pitch_um - 1)).toBeLessThan(5e-4);
  }

  it('refuses and keeps nothing', async () => {
    const before = await stored();
    await expectProblem(await send({}, {}, { hologram: frame }, ''), 401, 'MISSING_API_KEY');
    await expectProblem(await send({ target_id: 'ruler' }), 422, 'TARGET_UNKNOWN');
    const mode = await send({ target_id: 'pinhole-50um', holography_mode: 'inline' });
    await expectProblem(mode, 422, 'TARGET_MODE_MISMATCH');
    const beads = { object: { kind: 'beads' }, target: undefined, width_px: 96, height_px: 96 };
    const other = await send({}, {}, { hologram: await recorded(beads) });
    const { picture } = (await expectProblem(other, 422, 'TARGET_NOT_RECOGNISED')) as { picture?: string };
    // where it was looked for
    expect(Buffer.from(picture!.split(',')[1]!, 'base64').toString('latin1', 1, 4)).toBe('PNG');
    const broken = { hologram: frame.slice(0, 5000) };
    await expectProblem(await send({}, {}, broken), 422, 'HOLOGRAM_UNREADABLE');
    const plain = await ask('/calibration/calibrate', { method: 'POST', body: 'x' });
    await expectProblem(plain, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(await stored()).toEqual(before);
    await expectNothingLeftOver(storage);
  });

  it('lists everything that is wrong at once, with the unit that was meant', async () => {
    const fields = {
      ...{ target_id: 'USAF_1951', wavelength_um: '632.8', z_mm: undefined, phase_background: 'none' },
      ...{ feature_tolerance_um: '-1', name: '', zoom: '2' },
    };
    const problem = await expectProblem(await send(fields, {}, {} as never), 422, 'INVALID_INPUT');
    const said = Object.fromEntries(
      problem.errors!.map(({ pointer, message }) => [pointer.slice(1), message]),
    );
    expect(Object.keys(said).sort()).toEqual([
      ...['feature_tolerance_um', 'hologram', 'name', 'phase_background', 'target_id'],
      'wavelength_um',
      'z_mm',
      'zoom',
    ]);
    expect(said.wavelength_um).toContain('did you mean 0.6328?');
    expect(said.target_id).toContain('did you mean usaf-1951?');
    const slip = await expectProblem(await send({ feature_size_um: '0.05' }), 422, 'INVALID_INPUT');
    expect(slip.errors![0]!.message).toContain('that looks like mm, did you mean 50?');
    const outside = await expectProblem(await send({ z_min_mm: '2', z_max_mm: '3' }), 422, 'INVALID_INPUT');
    expect(outside.errors![0]!.pointer).toBe('/z_mm');
  });

  it('has a page for every target, which the catalogue links to', async () => {
    const catalogue = await (await ask('/calibration/targets')).json();
    const { targets } = catalogue as { targets: { target_id: string; page_url: string }[] };
    for (const { target_id, page_url } of targets) {
      const text = await (await ask(page_url)).text();
      expect(text).toContain(`src="/calibration/targets/${target_id}/drawing.svg"`);
    }
    expect(await (await ask('/targets')).text()).toContain('href="/targets/usaf-1951"');
    await expectProblem(await ask('/targets/ruler'), 404, 'NOT_FOUND');
  });
});
