// @module-tag further/page
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../short-form.ts';
import {
  accessibilityViolations,
  browserPresent,
  expectToFit,
  openPageBefore,
  type PageService,
} from './page-browser.ts';

describe.runIf(browserPresent)('pages that the service writes', () => {
  let service: PageService;
  let page: Page;

  openPageBefore((opened) => void ({ service, page } = opened));

  it.each(oneIn(2, ['targets', 'problems', 'targets/usaf-1951', 'nothing', 'problems/INVALID_INPUT']))(
    '/%s fits screens of every width',
    async (path) => {
      await page.goto(`${service.url}/${path}`);
      await expectToFit(page, path.replace('/', '-'));
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );

  it.each(['targets', 'problems'])(
    'the table of /%s breaks words only where they may be broken',
    async (path) => {
      await page.goto(`${service.url}/${path}`);
      const wraps = await page.evaluate<string>(
        'getComputedStyle(document.querySelector("td")).overflowWrap',
      );
      expect(wraps).toBe('normal');
    },
  );
});
