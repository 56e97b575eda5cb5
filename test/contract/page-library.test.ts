import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { jsonClient, signUp } from './json-client.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  type PageService,
  staySignedIn,
  said as pageSaid,
} from './page-browser.ts';
import { upload } from './running-service.ts';

/** What an account has, found and compared; the tests follow each other. */
describe.runIf(browserPresent)('the library of results in a browser', () => {
  let service: PageService;
  let page: Page;
  let apiKey = '';

  const go = async (address: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
  };
  const api = (method: string, path: string, body?: BodyInit, more = {}): Promise<Response> =>
    fetch(service.url + path, {
      ...{ method, headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', ...more } },
      ...(body === undefined ? {} : { body }),
    });
  const said = (selector: string, text: string | RegExp) => pageSaid(page, selector, text);

  openPageBefore(async (opened) => {
    ({ service, page } = opened);
    ({ api_key: apiKey } = await signUp(jsonClient(service.url)));
    await staySignedIn(page, apiKey);
    await page.reload();
  });

  test('shows what is under way and what came of it, without a look elsewhere', async () => {
    await go('/account');
    await said('.library .empty', 'No results yet.');
    await go('/account/usage');
    const accepted = await api('POST', '/reconstruct_pdhm', upload(), { prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    await go('/account');
    await page.waitForSelector('.result-row');
    await said('.result-row th', 'hologram.png');
    await eventually(() => page.locator('.running-work').count()).toBe(0);
  });

  test('names a result where it stands, by the keyboard alone, and finds it by that', async () => {
    await page.focus('[data-control=label]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name=sample]:focus');
    await page.keyboard.type('Slide 4');
    await page.keyboard.press('Tab');
    await page.keyboard.type('rinsed twice');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said('.result-row .sample', 'Slide 4');
    await eventually(() => page.evaluate('document.activeElement.dataset.control')).toBe('label');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name=sample]:focus');
    await page.keyboard.type(' and more');
    await page.keyboard.press('Escape');
    await said('.result-row .sample', 'Slide 4');
    await page.fill('[type=search]', 'no such');
    await said('.library .empty', 'No result is called that.');
    await page.fill('[type=search]', 'RINSED slide');
    await page.waitForSelector('.result-row');
    await eventually(() => page.evaluate('location.hash')).toBe('#/account?q=RINSED+slide');
    await page.reload();
    await page.waitForSelector('.result-row');
    expect(await page.inputValue('[type=search]')).toBe('RINSED slide');
    await page.fill('[type=search]', '');
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'library');
  });

  test(
    'compares two results: the same places in the same colours, and what differs is marked',
    { tags: 'further/page' },
    async () => {
      const sent = async (form: FormData) =>
        expect((await api('POST', '/reconstruct_pdhm', form)).status).toBe(201);
      await go('/account');
      await page.waitForSelector('.result-row, .library .empty');
      // run by itself it has none that another test has left
      if ((await page.locator('.result-row').count()) === 0) await sent(upload());
      await sent(upload({ fields: { z_mm: '5.1' } }));
      await go('/account/usage');
      await page.waitForSelector('td');
      await go('/account');
      await eventually(() => page.locator('.result-row').count()).toBe(2);
      for (const k of [0, 1]) await page.locator('.choose input').nth(k).check();
      await page.click('text=Compare these two');
      await page.waitForSelector('[data-compared="A less B"]');
      await said('.compared .differs', /^≠ Distance \(mm\)5\.10$/);
      await page.check('text=Only what differs');
      await eventually(() => page.locator('.compared tr:not(.differs) td').count()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
      await expectToFit(page, 'compare');
    },
  );
});
