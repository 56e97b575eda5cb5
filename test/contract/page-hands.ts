import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { openPageBefore, said, settled, type OpenedPage, loadAnew } from './page-browser.ts';
import { reconstructExample, SIDE, view, type ReadPackage } from './page-package.ts';

/** With these a result has a height. */
export const indices = { refractive_index_sample: '1.45', refractive_index_medium: '1.33' };

/**
 * Before the tests of a `describe`, and anew before each of them, a result with a height lies open in the viewer.
 * @param take keeps what the tests need, and its name in the viewer
 */
export function viewBefore(
  take: (opened: OpenedPage & { readonly result: ReadPackage; readonly name: string }) => void,
): void {
  let opened: OpenedPage;
  let result: ReadPackage;
  openPageBefore(async (of) => {
    opened = of;
    const { page, service } = of;
    result = await reconstructExample(service.url, { ...indices, z_mm: '', z_min_mm: '3', z_max_mm: '7' });
    await loadAnew(page, `${service.url}/#/view`);
  });
  beforeEach(async () => {
    await opened.page.setViewportSize({ width: 1280, height: 900 });
    take({ ...opened, result, name: await view(opened.page, result.zip) });
  });
}

/** A number as the page writes it: with a real minus sign. */
export const number = (text: string) => Number(text.replace('−', '-'));

export async function fillField(
  page: Page,
  scope: string,
  label: string | RegExp,
  value: number,
): Promise<void> {
  const field = page.locator(scope).getByLabel(label).first();
  await field.fill(String(value));
  await field.dispatchEvent('change');
  await settled(page);
}

/** Where on the map the pointer is now, and what the page says of it. */
export async function pointAt(page: Page, across: number, down: number) {
  await settled(page);
  const box = (await page.locator('.map-canvas').first().boundingBox())!;
  await page.mouse.move(0, 0);
  await said(page, '.read-out', 'µm a pixel');
  await page.mouse.move(box.x + across * box.width, box.y + down * box.height);
  await said(page, '.read-out', /x \d+ px, y \d+ px/);
  const [, x, y] = /x (\d+) px, y (\d+) px/.exec((await page.textContent('.read-out'))!)!.map(Number);
  return { at: y! * SIDE + x!, shown: (await page.textContent('.read-out-value'))! };
}
