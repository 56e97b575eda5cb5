import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from './running-service.ts';

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
if (!present) console.log(`skipped: the form in a browser needs ${CHROMIUM} (Debian: chromium)`);

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];
const hologram = fileURLToPath(new URL('../../examples/off-axis.png', import.meta.url));

describe.runIf(present)('the form in a browser 400 px wide', () => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];

  beforeAll(async () => {
    service = await startService();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    page = await browser.newPage({ viewport: { width: 400, height: 800 } });
    page.on('request', (request) => {
      const known = request.url().startsWith(service.url) || request.url().startsWith('data:');
      if (!known && !request.url().startsWith('blob:')) elsewhere.push(request.url());
    });
    await page.goto(service.url);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('nothing is wider than the window', async () => {
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(400);
  });

  test('a slip of the unit is said beside its field', async () => {
    await page.setInputFiles('#hologram', hologram);
    await page.fill('#wavelength_um', '632.8');
    await page.fill('#pixel_pitch_um', '3.45');
    await page.fill('#z_mm', '5');
    await page.click('#submit');
    await page.waitForSelector('#wavelength_um[aria-invalid]');
    expect(await page.textContent('#wavelength_um-error')).toContain('did you mean 0.6328?');
  });

  test('put right, it shows the pictures and offers the package', async () => {
    await page.fill('#wavelength_um', '0.6328');
    await page.click('#submit');
    await page.waitForSelector('#result:not([hidden]) img');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#result a[href*="package"], #result a[download]'),
    ]);
    expect(download.suggestedFilename()).toMatch(/^leith-evr_.*\.zip$/);
  });

  test('no request left this host', () => expect(elsewhere).toEqual([]));
});
