import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneIn, thorough } from '../short-form.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  said,
  storedInBrowser,
  type WatchedPage,
  type PageService,
  loadAnew,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { exampleFrame, SIDE } from './page-package.ts';
import { example, part, upload } from './running-service.ts';

const further = { tags: 'further/page' };

const SUPPORT = 'holograms@example.org';

const small = fileOf('off-axis.png', Buffer.from(part.png));

/** A stranger's frame and the four fields that go with it. */
async function fillIn(page: Page, frame: string = small): Promise<void> {
  await page.setInputFiles('#hologram', frame);
  const all = { wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' };
  for (const [name, value] of Object.entries(all)) await page.fill(`#${name}`, value);
}

/** Gives the service's one worker something to do. @returns the address of the run */
async function occupy(url: string): Promise<string> {
  const inline = { holography_mode: 'inline', wavelength_um: '0.532', pixel_pitch_um: '1.67' };
  const fields = { ...inline, z_mm: undefined, z_min_mm: '1', z_max_mm: '8' };
  const body = upload({ files: { hologram: example('inline.png') }, fields });
  const headers = { prefer: 'respond-async' };
  const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body, headers });
  expect(answer.status).toBe(202);
  return url + answer.headers.get('location')!;
}

describe.runIf(browserPresent)('the form in a browser', () => {
  let service: PageService;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  openPageBefore((opened) => void ({ service, browser, watched, page } = opened), {
    ...{ SUPPORT_EMAIL: SUPPORT, MAX_UPLOAD_BYTES: '900000', WORKERS: '1' },
  });

  const hash = () => page.evaluate<string>('location.hash');

  beforeEach(async () => {
    await loadAnew(page, service.url);
    // a page without requests under way has no more to complain of
    watched.provoked = null;
    await page.waitForSelector('main h1');
  });

  afterEach(async () => {
    await page.unrouteAll();
    expect(await storedInBrowser(page)).toEqual([]);
  });

  test('takes a stranger from a frame to a viewer, a package, and back to what was typed', async () => {
    const buffer = await exampleFrame('off-axis.png');
    await fillIn(page, fileOf('off-axis.png', buffer));
    await said(page, '[data-facts]', `PNG, ${SIDE} × ${SIDE} px, 8 bit`);
    await said(page, '.verdict .said', 'Accepted, and covered by tests');
    await page.click('#submit');
    await page.waitForSelector('.identity');
    await page.waitForSelector('.colour-bar');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')]);
    const id = await page.textContent('.identity code');
    expect(id).toMatch(/^evr_/);
    expect(download.suggestedFilename()).toBe(`leith-${id}.zip`);
    await said(page, '.identity', SUPPORT);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await hash()).toBe(`#/result/${id}`);
    // the run has had an address of its own, which “back” skips now that it is over
    await page.goBack();
    await said(page, '.frames', 'off-axis.png');
    await page.goForward();
    await page.click('[role=tab]:text("Evidence report")');
    await page.click('text=New request with these parameters');
    await said(page, '.frames', 'off-axis.png');
    await page.goBack();
    await page.click('text=Change the parameters');
    expect(await page.inputValue('#wavelength_um')).toBe('0.6328');
    await said(page, '.frames', 'off-axis.png');
    await page.reload();
    await eventually(() => page.inputValue('#wavelength_um')).toBe('0.6328');

    // the result by its own address, after everything else is forgotten
    await loadAnew(page, `${service.url}/#/result/${id}`);
    await page.waitForSelector('.viewer');
  });

  test('names a slip of the unit while one types, in words, and puts it right', further, async () => {
    await page.fill('#wavelength_um', '632.8');
    await said(page, '#wavelength_um-error', 'that looks like nm, did you mean 0.6328?');
    await eventually(() => page.getAttribute('#wavelength_um', 'aria-invalid')).toBe('true');
    await page.click('text=Use 0.6328');
    await eventually(() => page.getAttribute('#wavelength_um', 'aria-invalid')).toBeNull();
    expect(await page.inputValue('#wavelength_um')).toBe('0.6328');
  });

  test('judges by the rules of the fit check without asking for it', further, async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [name, value] of [
      ['wavelength_um', '0.65'],
      ['pixel_pitch_um', '0.6'],
      ['z_mm', '5'],
    ] as const) {
      await page.fill(`#${name}`, value);
    }
    await said(page, '.verdict .said', 'Would not be accepted');
    expect(await page.textContent('.verdict')).toContain('not above the wavelength');
    expect(asked.filter((url) => url.includes('workflow_fit'))).toEqual([]);
  });

  test('sends nothing while something lacks or is too large, and goes to that field', further, async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.setInputFiles('#hologram', small);
    await page.click('#submit');
    await eventually(() => page.evaluate('document.activeElement.id')).toBe('wavelength_um');
    await said(page, '#wavelength_um-error', 'is missing');
    const buffer = Buffer.alloc(900_001);
    await page.setInputFiles('#hologram', fileOf('large.raw.png', buffer));
    await said(page, '#hologram-error', 'large.raw.png has 900 kB; the service takes files up to 900 kB');
    expect(sent).not.toContain('POST');
  });

  test('shows what the service refuses beside its field, and keeps everything else', further, async () => {
    // that the background is of another size is found only by the service
    const raw = { width: 32, height: 32, channels: 1 } as const;
    const buffer = await sharp(new Uint8Array(32 * 32).fill(90), { raw })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    await fillIn(page);
    await page.setInputFiles('#background', fileOf('small.png', buffer));
    await page.click('#submit');
    await said(page, '#background-error', `is 32 × 32 px, the hologram ${part.side} × ${part.side} px`);
    await said(page, '[role=alert]', 'See the marked field.');
    expect(await page.inputValue('#z_mm')).toBe('5');
    await page.click('[aria-label="Remove the background"]');
    await said(page, '#background-error', /^$/);
  });

  test('cancels a run at the service, also where no events come through', further, async () => {
    // the events that are kept from it
    watched.provoked = /ERR_FAILED/;
    await page.route('**/runs/*/events', (route) => route.abort());
    // so that it waits, and can't end before it is cancelled
    const before = await Promise.all([occupy(service.url), occupy(service.url)]);
    await page.click('text=Resolution chart');
    await page.waitForSelector('[data-facts]');
    const [accepted] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/public/reconstruct')),
      page.click('#submit'),
    ]);
    const { run_id } = (await accepted.json()) as { run_id: string };
    await said(page, '.progress [role=status]', /queue|frame|light|focus|Propagating|Retrieving/);
    // it goes on when the page is closed, which is nothing to be asked about
    const asksBeforeLoss = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asksBeforeLoss()).toBe(false);
    await page.click('text=Cancel');
    await said(page, '.send', 'Cancelled: nothing was kept.');
    expect(await asksBeforeLoss()).toBe(true);
    const run = async () =>
      (await (await fetch(`${service.url}/runs/${run_id}`)).json()) as { status: string };
    await eventually(async () => (await run()).status).toBe('cancelled');
    expect(await page.inputValue('#pixel_pitch_um')).toBe('1.67');
    for (const run of before) await fetch(run, { method: 'DELETE' });
  });

  // in test:further only a run is cancelled, which is an upload before
  test.runIf(thorough)('cancels an upload', further, async () => {
    await page.route('**/public/reconstruct', () => {});
    await fillIn(page);
    await page.click('#submit');
    await page.waitForSelector('.progress');
    await page.click('text=Cancel');
    await said(page, '.send', 'Cancelled: nothing was kept.');
  });

  test.runIf(thorough)('counts down to when it may be tried again', further, async () => {
    let wait = 3000;
    await page.route('**/public/reconstruct', (route) => {
      const headers = { 'retry-after': String(wait), 'content-type': 'application/problem+json' };
      return route.fulfill({ status: 503, body: JSON.stringify(overloaded), headers });
    });
    await fillIn(page);
    await page.click('#submit');
    await said(page, '[role=alert]', 'There is too much work at the moment');
    const again = page.getByRole('button', { name: 'Try again' });
    expect(await again.isDisabled()).toBe(true);
    await said(page, '[role=alert]', /It can be tried again in/);
    wait = 1;
    await page.click('#submit');
    await eventually(() => again.isDisabled()).toBe(false);
    await Promise.all([page.waitForRequest('**/public/reconstruct'), again.click()]);
  });

  test('says that the service is away, and sends a request again as the same work', further, async () => {
    watched.provoked = /ERR_FAILED/;
    const keys: (string | undefined)[] = [];
    await page.route('**/public/reconstruct', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.abort();
    });
    await fillIn(page);
    await page.click('#submit');
    await said(page, '[role=alert]', 'can’t be reached');
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => keys.length).toBe(2);
    await said(page, '[role=alert]', 'can’t be reached');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    await page.fill('#z_mm', '6');
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => keys.length).toBe(3);
    expect(keys[2]).not.toBe(keys[0]);
    await said(page, '[role=alert]', 'can’t be reached');
  });

  test('fills in everything from each example', further, async () => {
    for (const [name, file, wavelength] of oneIn(3, [
      ['Six beads', 'off-axis.png', '0.6328'],
      ['Cells on an uneven bench', 'off-axis-hard.png', '0.532'],
      ['Resolution chart', 'inline.png', '0.532'],
    ] as const)) {
      await page.click(`text=${name}`);
      await said(page, '.frames', file);
      await said(page, '[data-facts]', 'PNG');
      await said(page, '.verdict .said', /^Accepted/);
      expect(await page.inputValue('#wavelength_um')).toBe(wavelength);
      expect(await page.textContent('main')).not.toContain('is missing');
    }
  });

  test('is accessible and scrolls only downwards, light and dark', further, async () => {
    await page.click('summary:has-text("More")');
    await page.fill('#wavelength_um', '632.8');
    await page.waitForSelector('#wavelength_um[aria-invalid]');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page), colorScheme).toEqual([]);
    }
    await expectToFit(page, 'form');
  });

  test('names the packages that it holds, with their licences', further, async () => {
    expect(await page.getAttribute('.bottom >> text=Licences', 'href')).toBe('/licences.txt');
    const answer = await fetch(`${service.url}/licences.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    for (const name of ['h5wasm', 'preact', 'three']) expect(text).toContain(`\n${name}\n\n`);
    // h5wasm holds the HDF5 library
    expect(text).toContain('HDF5');
  });

  test('loads at first with less than 150 kB, and without the engine and the 3D part', further, async () => {
    const sizes = new Map<string, number>();
    const first = await browser.newPage();
    const counted: Promise<unknown>[] = [];
    first.on('requestfinished', (request) => {
      const count = async () => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        sizes.set(new URL(request.url()).pathname, responseBodySize + responseHeadersSize);
      };
      counted.push(count());
    });
    await first.goto(service.url, { waitUntil: 'networkidle' });
    await Promise.all(counted);
    const sum = [...sizes.values()].reduce((a, b) => a + b, 0);
    expect(sizes.size).toBeGreaterThan(2);
    expect(sum).toBeLessThan(150_000);
    expect([...sizes.keys()].filter((path) => /three|surface|engine|kernels/.test(path))).toEqual([]);
    await first.close();
  });
});

const overloaded = {
  ...{ type: '/problems/OVERLOADED', title: 'There is too much work at the moment', status: 503 },
  ...{ detail: '32 reconstructions wait.', code: 'OVERLOADED', request_id: 'req_1' },
};
