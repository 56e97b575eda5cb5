// @module-tag further/page
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { loadKernels } from '../load-kernels.ts';
import { thorough } from '../short-form.ts';
import { adminJson } from './admin.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  storedInBrowser,
  type PageService,
  said as pageSaid,
  loadAnew,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { downloaded } from './page-package.ts';
import { wholeUpload } from './running-service.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';

/** One account's life in the page, told in order. */
describe.runIf(browserPresent)('an account in a browser', () => {
  let service: PageService;
  let page: Page;
  let apiKey = '';

  const go = async (address: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  };
  const api = (method: string, path: string, body?: BodyInit): Promise<Response> =>
    fetch(service.url + path, {
      ...{ method, headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' } },
      ...(body === undefined ? {} : { body }),
    });
  const reconstructed = async (): Promise<string> => {
    const answer = await api('POST', '/reconstruct_pdhm', wholeUpload());
    return ((await answer.json()) as { evidence_report_id: string }).evidence_report_id;
  };
  const said = (selector: string, text: string | RegExp) => pageSaid(page, selector, text);

  openPageBefore((opened) => void ({ service, page } = opened));

  test('is made; what is wrong is said beside the field; the key is shown once and kept nowhere', async () => {
    await go('/account');
    await page.click('text=Make an account');
    await page.fill('#email', EMAIL);
    await page.fill('#password', 'short');
    await page.click('button[type=submit]');
    await said('#password-error', 'shorter than 10 characters');
    await page.fill('#password', PASSWORD);
    await page.click('button[type=submit]');
    apiKey = (await page.textContent('section[aria-label="New API key"] code')) ?? '';
    expect(apiKey).toMatch(/^leith_key_/);
    expect((await api('GET', '/users/me')).status).toBe(200);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('text=I have it');
    await eventually(() => page.content()).not.toContain(apiKey);
    expect(await storedInBrowser(page)).toEqual([]);
  });

  test('lists a result with a picture, of whose package nothing else is fetched', async () => {
    const id = await reconstructed();
    const fetched: string[] = [];
    page.on('request', (request) => void (request.url().includes(id) && fetched.push(request.url())));
    await go('/account/usage');
    await page.waitForSelector('td');
    await go('/account');
    await page.waitForSelector('.thumbnail[src]');
    const width = () => page.evaluate<number>('document.querySelector(".thumbnail").naturalWidth');
    await eventually(width).toBeGreaterThan(100);
    expect(fetched).toEqual([`${service.url}/results/${id}/files/data/preview/phase.png`]);
    expect(await page.getAttribute('.result-row', 'data-result')).toBe(id);
    await said('.result-row', /hologram\.png.*off-axis.*λ 632\.8 nm.*pitch 3\.45 µm.*z 5 mm/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')]);
    expect(download.suggestedFilename()).toBe(`leith-${id}.zip`);
  });

  test('asks for a result again with what it was made with, to be changed', async () => {
    await page.click('.result-row [data-control=again]');
    await eventually(() => page.evaluate<string>('location.hash')).toMatch(/^#\/new\?/);
    await eventually(() => page.inputValue('#wavelength_um')).not.toBe('');
    // another program has sent it
    await said('[data-hint=frame-again]', 'its frame is not kept here');
    await page.goBack();
  });

  test('opens a result and takes what its owner thinks of it', async () => {
    await page.click('.result-row th a');
    await page.waitForSelector('.viewer');
    await page.fill('#comment', 'Good; call me at ada@example.org');
    await page.click('.feedback button');
    await said('.feedback', 'Stored as: “Good; call me at [email]”');
  });

  test('switches the retention of raw holograms, with its consequences in words', async () => {
    await go('/account/settings');
    await said('#retention-consequence', /^Off: /);
    await page.click('#retain_raw_inputs');
    await said('#retention-consequence', /^On: every frame you send from now on is kept/);
    const now = (): Promise<unknown> => api('GET', '/users/me/retention').then((answer) => answer.json());
    await eventually(now).toEqual({ retain_raw_inputs: true });
    await page.click('#retain_raw_inputs');
    await eventually(now).toEqual({ retain_raw_inputs: false });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('makes and revokes keys', async () => {
    await go('/account/keys');
    await page.fill('#key_name', 'microscope 2');
    for (const scope of ['delete', 'calibrate']) await page.uncheck(`[name=scope][value=${scope}]`);
    // a hasty hand makes one, too
    await page.dblclick('text=Make a key');
    const made = (await page.textContent('section[aria-label="New API key"] code')) ?? '';
    const works = async () =>
      (await fetch(`${service.url}/users/me`, { headers: { authorization: `Bearer ${made}` } })).status;
    expect(await works()).toBe(200);
    await page.click('text=I have it');
    await said('tbody tr:first-child', 'reconstruct, read results');
    expect(await page.locator('tbody tr', { hasText: 'microscope 2' }).count()).toBe(1);
    await page.click('[aria-label="Revoke microscope 2"]');
    await said('dialog', 'Whatever works with it stops at once');
    expect(await works()).toBe(200);
    await page.click('text=Revoke it');
    await eventually(works).toBe(401);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('changes the password', async () => {
    await go('/account/settings');
    await page.fill('#current_password', 'wrong wrong');
    await page.fill('#new_password', 'short');
    await page.click('text=Change the password');
    await said('#new_password-error', 'shorter than 10 characters');
    await page.fill('#new_password', 'staple correct horse');
    await page.click('text=Change the password');
    await said('form [role=alert]', 'The current password is another one.');
    await page.fill('#current_password', PASSWORD);
    await page.click('text=Change the password');
    await said('form [role=status]', 'The password is changed.');
    await page.fill('#current_password', 'staple correct horse');
    await page.fill('#new_password', PASSWORD);
    await page.click('text=Change the password');
    await eventually(() => page.inputValue('#new_password')).toBe('');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('learns that what is held can’t be deleted, and that nothing was', async () => {
    const environment = { DATA_DIR: service.dataDir };
    const [{ archive_id }] = (await (await api('GET', '/results')).json()).items as [{ archive_id: string }];
    const reason = ['--reason', 'case 2026-114'];
    await adminJson(environment, 'hold', 'add', archive_id, ...reason);
    await go('/account/settings');
    await page.click('text=Delete my data …');
    await page.click('text=Delete everything');
    await said('[role=alert]', 'Nothing was deleted.');
    await go('/account');
    await said('.result-row', 'Under a hold: it can’t be deleted');
    expect(await page.locator('[aria-label^="Delete the result"]').count()).toBe(0);
    await adminJson(environment, 'hold', 'release', archive_id, ...reason);
  });

  test('calibrates a rig step by step, sees what was measured, and uses it', async () => {
    const frame = fileOf('grid.png', await recordedTarget());
    await go('/calibrate');
    await page.waitForSelector('.card');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click(`.card:has([src*="/${TARGET}/"]) button`);
    expect(await page.evaluate('location.hash')).toBe(`#/calibrate/new/${TARGET}/record`);
    await page.click('text=I have a frame');
    await page.setInputFiles('#hologram', frame);
    const guesses = { wavelength_um: '632.8', pixel_pitch_um: '1', z_mm: '0.3', name: 'green rig' };
    // a lattice leaves the distance open without its ends, as the profile's own words say
    Object.assign(guesses, { z_min_mm: '0.25', z_max_mm: '0.35' });
    for (const [name, value] of Object.entries(guesses)) await page.fill(`#${name}`, value);
    await page.click('text=Use 0.6328');
    expect(await page.textContent('#z_min_mm-error')).toBe('');
    await page.click('form button[type=submit]');
    await page.waitForSelector('.overlay');
    expect(await page.textContent('main')).not.toContain('the distance is not known');
    expect(await page.evaluate('location.hash')).toMatch(/^#\/calibrate\/prof_/);
    await expectToFit(page, 'profile');
    // a name stays whole, however long what stands beside it is
    const linesOfNumber = await page.evaluate<number>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.certificate th'));
      return range.getClientRects().length;
    })()`);
    expect(linesOfNumber).toBe(1);
    await said('table', /Pixel pitch1 µm1\.0[12]\d* ± 0\.\d+ µm/);
    expect(await page.textContent('main')).toMatch(/\d+ of \d+ features found/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await said('.residuals figcaption', /What the lens does to places.*Arrows are \d+ times as long/s);
    await said('section[aria-label=Drift]', /One calibration of this rig so far/);
    const profile = await page.evaluate('location.hash');
    // another fit
    if (thorough) {
      const moved = new Uint8Array(await recordedTarget(1.035));
      const fields = { target_id: TARGET, holography_mode: 'off-axis', wavelength_um: '0.6328' };
      const later = wholeUpload({
        files: { hologram: moved },
        fields: { ...fields, pixel_pitch_um: '1', z_mm: '0.3' },
      });
      expect((await api('POST', '/calibration/calibrate', later)).status).toBe(201);
      await go('/calibrate');
      await page.waitForSelector('.card');
      await go(String(profile).slice(1));
      await said('.drift figcaption', /Pixel pitch: 1 of 1 other calibrations do not agree/);
      expect(await page.locator('.drift .moved').count()).toBeGreaterThan(0);
      expect(await page.evaluate('location.hash')).toBe(profile);
      expect(await accessibilityViolations(page)).toEqual([]);
      await expectToFit(page, 'profile-drift');
    }
    // all of its words: a warning may say "before you use it"
    await page.click('text="Use it"');
    await said('#calibration_profile_id', 'green rig');
    await eventually(() => page.inputValue('#calibration_profile_id')).toMatch(/^prof_/);
    expect(await page.inputValue('#wavelength_um')).toBe('0.6328');
    await page.setInputFiles('#hologram', frame);
    // the page applies the profile too, and comes to the same bytes
    await page.waitForSelector('[data-here=done]');
    await page.waitForSelector('[data-values=phase]');
    const here = await downloaded(page, '[data-control=save-tiff]');
    await page.click('#submit');
    await page.waitForSelector('.identity');
    await page.waitForSelector('[data-values=phase]');
    const made = await downloaded(page, '[data-control=save-tiff]');
    expect(Buffer.compare(here.bytes, made.bytes)).toBe(0);
    await go('/account');
    await said('.result-row', 'calibrated');
  });

  test('deletes its data and shows the receipt', async () => {
    await go('/account/settings');
    await page.click('text=Delete my data …');
    await page.click('text=Delete everything');
    await said('section[aria-label=Receipt]', /rcpt_/);
    expect(await page.textContent('section[aria-label=Receipt]')).toMatch(/Results deleted\s*2/);
    await said('[data-stored]', /^0 results/);
    const [receipt] = await Promise.all([page.waitForEvent('download'), page.click('text=/^Save rcpt_/')]);
    expect(receipt.suggestedFilename()).toMatch(/^leith-rcpt_.*\.json$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'receipt');
  });

  test('offers to sign in at the address of a result that is not shown, and shows it then', async () => {
    const id = await reconstructed();
    await loadAnew(page, `${service.url}/#/result/${id}`);
    await said('[role=alert]', 'result');
    await page.fill('#email', EMAIL);
    await page.fill('#password', PASSWORD);
    await page.click('section[aria-label="Sign in"] button[type=submit]');
    await page.waitForSelector('.viewer');
    expect(await page.evaluate('location.hash')).toBe(`#/result/${id}`);
    await go('/account');
  });

  test('is kept on this device only where that was asked for, and until signing out', async () => {
    await page.reload();
    await page.waitForSelector('#email');
    await page.fill('#email', EMAIL);
    await page.fill('#password', 'wrong password');
    await page.click('button[type=submit]');
    await said('[role=alert]', 'The email address or the password is wrong');
    await page.fill('#password', PASSWORD);
    await page.check('#keep');
    await page.click('button[type=submit]');
    await page.waitForSelector('.tabs');
    await eventually(() => storedInBrowser(page)).toEqual(['leith.session']);
    const { apiKey: kept } = JSON.parse(
      await page.evaluate<string>('localStorage.getItem("leith.session")'),
    ) as { apiKey: string };
    await page.reload();
    await page.waitForSelector('.tabs');
    await page.click('text=Sign out');
    await page.waitForSelector('#email');
    await eventually(() => storedInBrowser(page)).toEqual([]);
    // the key was made for this page alone, so it ends with it
    const status = async () =>
      (await fetch(`${service.url}/users/me`, { headers: { authorization: `Bearer ${kept}` } })).status;
    await eventually(status).toBe(401);
  });
});

const TARGET = 'distortion-grid-50um';

/** Recorded with pixels 2 % larger than the best guess says. */
async function recordedTarget(pixel_pitch_um = 1.02): Promise<Buffer> {
  const { hologram } = simulate(await loadKernels(), {
    ...{ mode: 'off-axis', object: { kind: 'target' }, width_px: 128, height_px: 128, background: false },
    ...{ target: { target_id: TARGET, rotation_deg: 5 }, wavelength_um: 0.6328 },
    ...{ pixel_pitch_um, z_mm: 0.315 },
  });
  return Buffer.concat(await encodeFrame(hologram, 'png', pixel_pitch_um));
}
