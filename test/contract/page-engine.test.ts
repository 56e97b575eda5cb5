// @module-tag further/page
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  said,
  type PageService,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { downloaded, exampleFrame, npyValues, reconstructExample } from './page-package.ts';

const MAPS = ['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty'];

describe.runIf(browserPresent)('the engine in the page', () => {
  let service: PageService;
  let page: Page;
  const sent: string[] = [];

  openPageBefore(async (opened) => {
    ({ service, page } = opened);
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    for (const [part, name] of [
      ['hologram', 'off-axis.png'],
      ['background', 'off-axis-background.png'],
    ] as const) {
      await page.setInputFiles(`#${part}`, fileOf(name, await exampleFrame(name)));
    }
    for (const [name, value] of Object.entries({
      wavelength_um: '632.8 nm',
      pixel_pitch_um: '3.45',
      z_mm: '5',
    }))
      await page.fill(`#${name}`, value);
  });

  afterEach(() => {
    expect(sent).toEqual([]);
  });

  test('makes the bytes that the service makes, and sends nothing', async () => {
    const made = await reconstructExample(service.url);
    await page.waitForSelector('[data-here=done]');
    for (const name of MAPS) {
      await page.selectOption('[data-control=map]', name);
      await page.waitForSelector(`[data-painted=${name}][data-values=${name}]`);
      const { bytes, name: file } = await downloaded(page, '[data-control=save-tiff]');
      expect(file).toBe(`off-axis-${name}.tif`);
      expect(Buffer.compare(bytes, made.files[`data/${name}.tif`]!), name).toBe(0);
    }
    await page.click('[data-panel=refocus] summary');
    await page.click('[data-control=refocus-reset]');
    await page.waitForSelector('[data-values=refocused_amplitude]');
    const field = npyValues((await downloaded(page, '[data-control=save-field]')).bytes);
    expect(field).toEqual(npyValues(made.files['data/field.npy']!));
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'here');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('follows a hand on the spectrum, whose doing is in the fields', async () => {
    const ring = (await page.locator('.frame-panel canvas.movable').boundingBox())!;
    const at = (x: number, y: number) =>
      [ring.x + (0.5 + x) * ring.width, ring.y + (0.5 + y) * ring.height] as const;
    // the twin's place
    await page.mouse.click(...at(-0.18, -0.15));
    await eventually(() => page.inputValue('#carrier_cycles_per_px')).toMatch(
      /^-0\.1[78]\d\d,-0\.1[45]\d\d$/,
    );
    // a picture of the phase follows the hand at once, the numbers when it rests
    await page.getByRole('img', { name: 'The wrapped phase with this filter' }).waitFor();
    await page.waitForSelector('[data-here=done]');
    // its phase has the other sign
    await page.selectOption('[data-control=map]', 'phase');
    await eventually(async () =>
      Number((await page.getByLabel('From rad').inputValue()).replace('−', '-')),
    ).toBeLessThan(-1);
    await page.click('[data-control=as-found]');
    await page.waitForSelector('[data-here=done]');
    expect(await page.inputValue('#carrier_cycles_per_px')).toBe('');
  });

  test('follows what one changes, and says so', async () => {
    await page.fill('#z_mm', '');
    await page.check('input[value=unknown]');
    await said(page, '.here .verdict-said', 'Look at');
    await page.click('.here .remarks summary');
    await page.click('[data-remedy=distance_unknown]');
    await eventually(() => page.inputValue('#z_max_mm')).toBe('10');
    await page.waitForSelector('[data-flag=distance_unknown]', { state: 'detached' });
    await page.waitForSelector('[data-here=done]');
    await page.click('.here [role=tab]:text("Evidence report")');
    await said(page, '.report-tab', 'nothing was sent');
  });

  test('shows how far an in-line retrieval is, and stops at once', async () => {
    await page.click('text=Resolution chart');
    await page.click('[data-control=here]');
    await page.waitForSelector('.here progress');
    await page.click('.here >> text=Stop');
    await said(page, '[data-here]', 'Stopped.');
    await page.waitForSelector('.here progress', { state: 'detached' });
    await page.waitForSelector('[data-control=here]');
  });
});
