// @module-tag further/page
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../short-form.ts';
import {
  browserPresent,
  eventually,
  openPageBefore,
  said,
  type PageService,
  loadAnew,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { mapOf, reconstructExample, SIDE, view } from './page-package.ts';

describe.runIf(browserPresent)('a package of some maps in a browser', () => {
  let service: PageService;
  let page: Page;

  openPageBefore(async (opened) => {
    ({ service, page } = opened);
    await loadAnew(page, `${service.url}/#/view`);
  });

  const packageOf = (outputs: string) => reconstructExample(service.url, { outputs });
  const offered = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-control=map] option')].map(({ value }) => value)",
    );

  const some: [string, string[]][] = [
    ['phase', ['phase']],
    ['phase_uncertainty,phase_noise', ['phase_uncertainty', 'phase_noise']],
    // a field by itself is worth looking at too
    ['field', ['phase_wrapped', 'amplitude']],
  ];
  test.each(oneIn(3, some, 2))('of %s shows these maps and no others', async (outputs, names) => {
    const result = await packageOf(outputs);
    await view(page, result.zip, 'some', names[0]);
    expect(await offered()).toEqual(names);
    await said(page, '.trust[data-verdict]', 'Authentic');
    for (const name of names) {
      await page.selectOption('[data-control=map]', name);
      await page.waitForSelector(`[data-painted=${name}][data-values=${name}]`);
      await eventually(() => page.getAttribute('.colour-bar', 'aria-label')).toMatch(/from \S+ to \S+/);
    }
  });

  test('that lacks the uncertainty gives values without one', async () => {
    const result = await packageOf('phase');
    await view(page, result.zip, 'phase');
    await page.waitForSelector('[data-values=phase]');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await said(page, '.read-out', /x \d+ px, y \d+ px/);
    const [, x, y] = /x (\d+) px, y (\d+) px/.exec((await page.textContent('.read-out'))!)!.map(Number);
    const value = (await mapOf(result, 'phase'))[y! * SIDE + x!]!;
    const shown = (await page.textContent('.read-out-value'))!;
    expect(shown).not.toContain('±');
    expect(Number(shown.replace(' rad', '').replace('−', '-'))).toBeCloseTo(value, 2);
  });

  test('that is its field alone is refocused', async () => {
    await view(page, (await packageOf('field')).zip, 'field', 'phase_wrapped');
    await page.click('[data-panel=refocus] summary');
    const distance = page
      .locator('[data-panel=refocus]')
      .getByLabel(/^Distance mm/)
      .first();
    await distance.fill('6');
    await distance.dispatchEvent('change');
    await page.waitForSelector('[data-values=refocused_amplitude]');
  });

  test('that is pictures only shows the pictures and the report', async () => {
    const { zip: buffer, report } = await packageOf('previews');
    await page.setInputFiles('#package', fileOf('pictures.zip', buffer));
    await page.waitForSelector('[aria-label="Result pictures.zip"] img[alt=phase]');
    const width = () => page.evaluate<number>("document.querySelector('img[alt=phase]').naturalWidth");
    await eventually(width).toBeGreaterThan(SIDE / 2);
    await page.getByRole('tab', { name: 'Evidence report' }).click();
    await said(page, '.report-tab', report.payload_sha256);
  });
});
