import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  browserPresent,
  eventually,
  examplePath,
  openPageBefore,
  said,
  type PageService,
  type WatchedPage,
} from './page-browser.ts';
import { upload } from './running-service.ts';

describe.runIf(browserPresent)('what comes to the page, and where it can be found again', () => {
  let service: PageService;
  let watched: WatchedPage;
  let page: Page;

  const hash = () => page.evaluate<string>('location.hash');

  /** Drops files on the page itself, beside every box. */
  const drop = (...names: string[]) =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['no frame'], name));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }`);

  openPageBefore((opened) => void ({ service, watched, page } = opened));

  beforeEach(async () => {
    await page.goto('about:blank');
    await page.goto(service.url);
    await page.waitForSelector('main h1');
  });

  afterEach(() => {
    expect(watched.complaints).toEqual([]);
    expect(watched.elsewhere).toEqual([]);
  });

  test('takes a run up again by its address, in another page', async () => {
    const answer = await fetch(`${service.url}/public/reconstruct`, {
      ...{ method: 'POST', body: upload(), headers: { prefer: 'respond-async' } },
    });
    await page.goto(`${service.url}/#${answer.headers.get('location')!.replace('/runs/', '/run/')}`);
    await page.waitForSelector('.viewer');
    expect(await hash()).toMatch(/^#\/result\/evr_/);
  });

  test('promises nothing for a frame without a sideband, nor without a frame', async () => {
    for (const [name, value] of Object.entries({
      wavelength_um: '633 nm',
      pixel_pitch_um: '3.45',
      z_mm: '5cm',
    }))
      await page.fill(`#${name}`, value);
    await said(page, '#z_mm-help', 'That is 50 mm');
    await said(page, '.verdict .said', 'Still needed: a hologram.');
    await page.setInputFiles('#hologram', examplePath('inline.png'));
    await said(page, '.verdict .said', 'Would not be accepted');
    await said(page, '.verdict', 'no usable sideband');
    await page.check('input[value=inline]');
    await said(page, '.verdict .said', /^Accepted/);
  });

  test('takes what is dropped beside its box, keeps a second file, and opens a package', async () => {
    await drop('one.png', 'two.png');
    await said(page, '.frames', 'one.png');
    await said(page, '[data-hint=left-out]', 'two.png');
    await page.click('text=Take it as the background');
    await said(page, '.chosen', 'two.png');
    await drop('result.zip');
    await eventually(hash).toBe('#/view');
    await said(page, '[role=alert]', 'result.zip can’t be shown');
    await drop('three.png');
    await eventually(hash).toMatch(/^#\/(new|$)/);
    await said(page, '.frames', 'three.png');
  });
});
