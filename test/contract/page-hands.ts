import type { Page } from 'playwright-core';
import { said, settled } from './page-browser.ts';
import { SIDE } from './page-package.ts';

/** With these a result has a height. */
export const indices = { refractive_index_sample: '1.45', refractive_index_medium: '1.33' };

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
