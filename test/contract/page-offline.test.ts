import { expect, describe, test } from 'vitest';
import { browserPresent, openBrowser, watchedPage } from './page-browser.ts';
import { reconstructExample, view } from './page-package.ts';
import { startService } from './running-service.ts';

describe.runIf(browserPresent)('the viewer without a connection', () => {
  test('opens a package, plots and refocuses', async () => {
    const service = await startService();
    const browser = await openBrowser();
    try {
      const result = await reconstructExample(service.url);
      const { page, complaints } = await watchedPage(browser, service.url);
      await page.goto(`${service.url}/#/view`);
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await service.stop();
      await view(page, result.zip);
      await page.click('[data-panel=profile] summary');
      await page.click('text=Profile along the middle row');
      await page.waitForSelector('.plot canvas');
      await page.click('[data-panel=refocus] summary');
      await page.locator('.distance-slider input').first().press('ArrowRight');
      await page.waitForSelector('[data-values=refocused_amplitude]');
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await service.stop();
    }
  });
});
