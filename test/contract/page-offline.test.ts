// @module-tag further/page
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { thorough } from '../short-form.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  openPageBefore,
  storedInBrowser,
  watchedPage,
  type WatchedPage,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { exampleFrame, reconstructExample, view, type ReadPackage } from './page-package.ts';
import type { RunningService } from './running-service.ts';

const built = new URL('../../dist/web/', import.meta.url);

/** The addresses of everything that the browser keeps for this page. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);
}

/** The same, and how far the browser's workers are: what is kept comes from them. */
async function kept(page: Page): Promise<object> {
  const workers = await page.evaluate(`navigator.serviceWorker.getRegistrations().then((all) =>
    all.map(({ installing, waiting, active }) => [installing, waiting, active].map((one) => one && one.state)))`);
  return { addresses: await keptAddresses(page), workers };
}

describe.runIf(browserPresent)('the page without its service', () => {
  let service: RunningService;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let result: ReadPackage;
  let keys: Buffer;

  openPageBefore(
    async (opened) => {
      ({ browser, watched, page } = opened);
      service = opened.own!;
      result = await reconstructExample(service.url);
      const published = await fetch(`${service.url}/.well-known/leith-keys.json`);
      keys = Buffer.from(await published.arrayBuffer());
    },
    {},
    'allow',
  );

  test('is kept by the browser once it was loaded, and nothing else is', async () => {
    await eventually(() => kept(page)).toMatchObject({ addresses: expect.arrayContaining(['/']) });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    // what could be kept and must not be: answers of the API, with an account and without one
    await page.click('text=Six beads');
    await page.waitForSelector('.frame-panel canvas');
    await page.evaluate(`location.hash = '/account'`);
    await page.click('text=Make an account');
    await page.fill('#email', 'ada@example.org');
    await page.fill('#password', 'correct horse battery');
    await page.click('button[type=submit]');
    await page.click('text=I have it');
    await page.evaluate(`location.hash = '/account/keys'`);
    await page.waitForSelector('td');
    for (const address of await keptAddresses(page)) {
      expect(address).toMatch(/^\/(style\.css|assets\/[\w.-]+)?$/);
    }
    expect(await storedInBrowser(page)).toEqual([]);
    // who looks at packages may lose the connection, and have 3D all the same
    await page.evaluate(`location.hash = '/view'`);
    await eventually(() => keptAddresses(page)).toContainEqual(expect.stringMatching(/surface-worker/));
  });

  test.runIf(thorough)('is kept once: another build takes the place of the one before', async () => {
    const versions = ['one', 'two'];
    const script = readFileSync(new URL('service-worker.js', built), 'utf8');
    const server = createServer(({ url }, answer) => {
      const name = url === '/' ? 'index.html' : url!.slice(1).split('?')[0]!;
      const type = /\.js$/.test(name) ? 'text/javascript' : /\.css$/.test(name) ? 'text/css' : 'text/html';
      answer.setHeader('content-type', /\.wasm$/.test(name) ? 'application/wasm' : type);
      answer.setHeader('cache-control', 'no-store');
      const path = new URL(name, built);
      if (name === 'service-worker.js') answer.end(`const BUILD = "${versions[0]}";\n${changed(script)}`);
      else if (existsSync(path)) answer.end(readFileSync(path));
      else answer.writeHead(404).end('{}');
    });
    const changed = (text: string) => text.replace(/const VERSION = "\w+"/, 'const VERSION = BUILD');
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = await watchedPage(browser, url, 'allow');
    try {
      const names = () => other.page.evaluate<string[]>('caches.keys()');
      const complete = async () => (await keptAddresses(other.page)).includes('/');
      await eventually(complete).toBe(true);
      expect(await names()).toEqual(['leith-page-one']);
      versions.shift();
      await other.page.reload();
      await eventually(names).toEqual(['leith-page-two']);
      await eventually(complete).toBe(true);
    } finally {
      await other.page.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test('is loaded again without its service, and shows a package with everything there is to it', async () => {
    await service.stop();
    // what a browser says itself of a service that is away
    watched.provoked = /ERR_CONNECTION_REFUSED/;
    await page.goto('about:blank');
    await page.goto(`${service.url}/#/view`);
    await view(page, result.zip);
    expect(await page.textContent('.trust')).toContain('can’t be fetched now');
    await page.click('[data-panel=profile] summary');
    await page.click('text=Profile along the middle row');
    await page.waitForSelector('.plot canvas');
    await page.click('[data-panel=refocus] summary');
    await page.locator('.distance-slider input').first().press('ArrowRight');
    await page.waitForSelector('[data-values=refocused_amplitude]');
    // and a frame is reconstructed
    // and checked, with keys of one's own, at an address that was never asked for
    await page.goto('about:blank');
    await page.goto(`${service.url}/verify`);
    await page.waitForSelector('[data-ready=true]');
    const buffer = result.zip;
    await page.setInputFiles('#verify-package', fileOf('result.zip', buffer));
    await page.click('summary:text("Proof, keys, root, timestamp")');
    await page.setInputFiles('#verify-keys', fileOf('k.json', keys));
    await page.waitForSelector('[data-verdict=authentic]');
    await page.evaluate(
      `location.hash = '/new?holography_mode=off-axis&wavelength_um=0.6328&pixel_pitch_um=3.45&z_mm=5'`,
    );
    const frame = await exampleFrame('off-axis.png');
    await page.setInputFiles('#hologram', fileOf('off-axis.png', frame));
    await page.waitForSelector('.here [data-painted=phase]');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
