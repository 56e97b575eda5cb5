import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  openPageBefore,
  said,
  type PageService,
  type WatchedPage,
  loadAnew,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import {
  downloaded,
  exampleFrame,
  mapOf,
  reconstructExample,
  SIDE,
  type ReadPackage,
} from './page-package.ts';

const further = { tags: 'further/page' };

describe.runIf(browserPresent)('a result by its address', () => {
  let service: PageService;
  let result: ReadPackage;
  let watched: WatchedPage;
  let page: Page;
  let asked: string[] = [];

  /** Which of the result's files were asked for since the last look. */
  const files = () => asked.map((url) => /evr_\w+\/(?:files\/data\/)?([\w./]+)$/.exec(url)?.[1] ?? '');

  openPageBefore(async (opened) => {
    ({ service, watched, page } = opened);
    result = await reconstructExample(service.url);
    page.on('request', (request: Request) => request.url().includes('/evr_') && asked.push(request.url()));
  });

  const open = async (query = '', first = 'phase'): Promise<void> => {
    await page.goto('about:blank');
    asked = [];
    await page.goto(`${service.url}/#/result/${result.report.evidence_report_id}${query}`);
    await page.waitForSelector(`[data-painted=${first}]`);
    await page.waitForSelector('.viewer .trust', { state: 'attached' });
  };

  test('shows the picture of the phase first, then its values, and fetches nothing that is not looked at', async () => {
    let give: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (give = resolve));
    await page.route('**/files/data/phase.tif', async (route) => {
      await held;
      await route.continue();
    });
    asked = [];
    await loadAnew(page, `${service.url}/#/result/${result.report.evidence_report_id}`);
    await page.waitForSelector('[data-pictured=phase][data-painted=""]');
    await said(page, '.coming', 'Fetching the values');
    // nothing large was waited for
    expect(files().filter((path) => /tif$|npy$/.test(path))).toEqual(['phase.tif']);
    give!();
    await page.waitForSelector('[data-painted=phase][data-values=phase]');
    await page.unroute('**/files/data/phase.tif');
    await eventually(() => files().filter((path) => path.endsWith('.tif'))).toEqual([
      'phase.tif',
      'phase_uncertainty.tif',
    ]);
    await page.click('.map-strip button:has-text("Amplitude")');
    await page.waitForSelector('[data-values=amplitude]');
    expect(files().filter((path) => path.endsWith('.tif'))).toContain('amplitude.tif');
    expect(files()).not.toContain('field.npy');
    const values = await mapOf(result, 'amplitude');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await said(page, '.read-out-value', /\d/);
    const [, x, y] = /x (\d+) px, y (\d+) px/.exec((await page.textContent('.read-out'))!)!.map(Number);
    const shown = Number((await page.textContent('.read-out-value'))!.split(' ')[0]);
    expect(shown).toBeCloseTo(values[y! * SIDE + x!]!, 2);
    // the size is asked for, the bytes are not
    expect(asked.filter((url) => url.endsWith('/package'))).toHaveLength(1);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('tells the value under the pointer before its map is here, as the file has it', further, async () => {
    let give: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (give = resolve));
    await page.route(/files\/data\/phase(_uncertainty)?\.tif$/, async (route) => {
      const range = route.request().headers()['range'] ?? '';
      // the whole is waited for, single rows and the size are not
      if (route.request().method() === 'GET' && range.startsWith('bytes=0-')) await held;
      await route.continue();
    });
    await loadAnew(page, `${service.url}/#/result/${result.report.evidence_report_id}`);
    await page.waitForSelector('[data-pictured=phase][data-painted=""]');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.6 * box.height);
    await said(page, '.read-out-value', /\d ± 0\.\d+ rad/);
    await said(page, '.read-out .why', 'not yet checked');
    const [, x, y] = /x (\d+) px, y (\d+) px/
      .exec((await page.textContent('.read-out:not([role])'))!)!
      .map(Number);
    const [value, sigma] = (await page.textContent('.read-out-value'))!.split(' ± ').map(parseFloat);
    const at = y! * SIDE + x!;
    expect(Math.abs(value! - (await mapOf(result, 'phase'))[at]!)).toBeLessThanOrEqual(sigma!);
    expect(sigma! / (await mapOf(result, 'phase_uncertainty'))[at]!).toBeCloseTo(1, 1);
    give!();
    await page.waitForSelector('[data-values=phase]');
    await page.unroute(/files\/data\/phase(_uncertainty)?\.tif$/);
    await eventually(() => page.locator('.read-out .why').allTextContents()).not.toContain('not yet checked');
  });

  test('fetches no map that this page has made itself, to the last bit', further, async () => {
    await loadAnew(page, service.url);
    for (const [part, name] of [
      ['hologram', 'off-axis.png'],
      ['background', 'off-axis-background.png'],
    ] as const)
      await page.setInputFiles(`#${part}`, fileOf(name, await exampleFrame(name)));
    for (const [name, value] of Object.entries({
      wavelength_um: '0.6328',
      pixel_pitch_um: '3.45',
      z_mm: '5',
    }))
      await page.fill(`#${name}`, value);
    await page.waitForSelector('[data-here=done]');
    asked = [];
    await page.click('button[type=submit]');
    await page.waitForSelector('.result-head ~ * [data-values=phase]');
    await eventually(() => page.getAttribute('.trust', 'data-verdict')).toBe('authentic');
    await page.click('.map-strip button:has-text("Amplitude")');
    await page.waitForSelector('[data-values=amplitude]');
    expect(files().filter((path) => path.endsWith('.tif'))).toEqual([]);
    await page.click('.trust summary');
    await said(page, '.trust', 'amplitude');
    await eventually(() => page.getAttribute('.trust', 'data-verdict')).toBe('authentic');
  });

  test('checks what it shows as it comes, and the whole on request', further, async () => {
    await open();
    await eventually(() => page.getAttribute('.trust', 'data-verdict')).toBe('authentic');
    await page.click('.trust summary');
    await eventually(() => page.textContent('.trust')).toContain('phase uncertainty');
    await page.click('[data-control=check-whole]');
    await said(page, '.trust', 'The whole package was fetched and checked.');
    await said(page, '.trust', 'every byte belongs to a file of the package');
    await page.click('[data-panel=refocus] summary');
    await page.waitForSelector('[data-panel=refocus] input[type=range]');
    expect(files()).toContain('field.npy');
    // how sure a refocused value is follows from two maps more: they come with it
    await page.click('[data-control=refocus-reset]');
    await page.waitForSelector('[data-values=refocused_amplitude]');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    await said(page, '.read-out-value', /^\d\.\d+ ± 0\.\d+$/);
    expect(files()).toContain('amplitude.tif');
    const { name, bytes } = await downloaded(page, '.result-head a[download]');
    expect(name).toBe(`leith-${result.report.evidence_report_id}.zip`);
    expect(bytes.equals(result.zip)).toBe(true);
  });

  test('does not trust a map whose bytes were changed on the way', further, async () => {
    const spoiled = Buffer.from(result.files['data/phase.tif']!);
    spoiled[spoiled.length >> 1]! ^= 1;
    await page.route('**/files/data/phase.tif', (route) => route.fulfill({ body: spoiled }));
    await open();
    await said(page, '.verdict-said', 'do not trust it');
    await said(page, '.trust', 'what was signed differs for data/phase.tif');
    await page.unroute('**/files/data/phase.tif');
  });

  test('says why a part did not come, and tries it again', further, async () => {
    watched.provoked = /Failed to load resource/;
    await page.route('**/files/data/amplitude.tif', (route) => route.abort());
    await open();
    await page.keyboard.press('Tab');
    await page.click('.map-strip button:has-text("Amplitude")');
    await said(page, '.map-area [role=alert]', 'It was not possible to fetch the values');
    await page.unroute('**/files/data/amplitude.tif');
    await page.click('.map-area [role=alert] button');
    await page.waitForSelector('[data-values=amplitude]');
    watched.provoked = null;
  });

  test('shows four views that share one cursor, and fills the window with the map', further, async () => {
    await open();
    const stage = (await page.locator('.map-canvas').first().boundingBox())!;
    // of 1280 × 900: the rest is what stands around it
    expect(stage.width * stage.height).toBeGreaterThan(0.35 * 1280 * 900);
    await page.locator('.map-canvas').first().press('g');
    for (const name of ['phase', 'phase_uncertainty', 'amplitude'])
      await page.waitForSelector(`[data-linked=${name}]`);
    await page.waitForSelector('.linked-spectrum img');
    const box = (await page.locator('[data-linked=amplitude] canvas').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const values = await page.locator('.linked-views output').allTextContents();
    expect(values).toHaveLength(3);
    const [, x, y] = /x (\d+) px, y (\d+) px/.exec((await page.textContent('.read-out'))!)!.map(Number);
    for (const [i, name] of ['phase', 'phase_uncertainty', 'amplitude'].entries()) {
      const expected = (await mapOf(result, name))[y! * SIDE + x!]!;
      expect(Number(values[i]!.split(' ')[0]!.replace('−', '-'))).toBeCloseTo(expected, 2);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('[data-control=linked]');
    await page.waitForSelector('.map-stage[data-painted=phase]');
  });

  test('keeps the map in sight on a telephone, whatever comes up from below', further, async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await open();
    await page.click('[data-control=sheet]');
    await page.waitForSelector('.sheet.open .viewer-panels');
    const map = async () => (await page.locator('.map-canvas').boundingBox())!;
    const panels = async () => (await page.locator('.sheet').boundingBox())!;
    await eventually(async () => (await map()).y + (await map()).height <= (await panels()).y).toBe(true);
    expect((await map()).y).toBeGreaterThanOrEqual(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('[data-control=sheet]');
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
