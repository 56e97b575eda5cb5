import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { lentService } from '../backends/lent-servers.ts';
import { startService, type RunningService } from './running-service.ts';

const CHROMIUM = '/usr/bin/chromium';
/** The same without what a window needs, where it is installed: a fifth less processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
/** Whether there is a browser to test the page in. */
export const browserPresent = existsSync(CHROMIUM);
if (!browserPresent) console.log(`skipped: the page in a browser needs ${CHROMIUM} (Debian: chromium)`);

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
  // every page that is opened or loaded anew would otherwise start a process of its own, which takes half a second
  ...['--renderer-process-limit=1', '--disable-site-isolation-trials'],
  // nothing here runs long enough to be worth the optimising compilers: an eighth of the processor time
  // and helpers that look for dead memory cost more than they save: a tenth
  '--js-flags=--no-opt --no-wasm-tier-up --single-threaded-gc',
];
/** PAGE_SLOWDOWN=10 shows whether a test waits for what it needs: the page then runs at a tenth of its speed. */
const SLOWDOWN = Number(process.env.PAGE_SLOWDOWN ?? 1);
/** How long a condition is waited for where nothing else ends it: a machine may be slow. */
export const WAIT = { timeout: 120_000 };
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export const examplePath = (name: string) =>
  fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

let launched: Promise<Browser> | undefined;
/** One for all files that a process runs; it ends with the process. */
function openBrowser(): Promise<Browser> {
  const executablePath = existsSync(SHELL) ? SHELL : CHROMIUM;
  return (launched ??= chromium.launch({ executablePath, args: FLAGS }));
}

/**
 * Complains where what was pressed has moved away before it was let go: the hand stayed where it was, and its click is
 * lost. Run in every document.
 */
const STAYS_UNDER_THE_HAND = `{
  let pressed = null;
  addEventListener('mousedown', ({ target, clientX: x, clientY: y }) => (pressed = { target, x, y }), true);
  addEventListener('mouseup', ({ target, clientX: x, clientY: y }) => {
    const { x: atX, y: atY, target: before } = pressed ?? {};
    if (atX !== x || atY !== y || before === target || before.contains(target)) return;
    console.warn('moved away under the hand: ' + before.outerHTML.slice(0, 120));
  }, true);
}`;

/** A page that writes down what a page of this service must not do. */
export interface WatchedPage {
  readonly page: Page;
  /** what it complained of, but for answers of the service that were meant to be refusals */
  readonly complaints: string[];
  /** what it may complain of while a test provokes it */
  provoked: RegExp | null;
  /** addresses on other hosts that it asked for */
  readonly elsewhere: string[];
}

/** @param serviceWorkers where allowed, what it keeps stands between the page and the routes of a test */
export async function watchedPage(
  browser: Browser,
  url: string,
  serviceWorkers: 'block' | 'allow' = 'block',
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, serviceWorkers });
  page.setDefaultTimeout(WAIT.timeout);
  if (SLOWDOWN > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  await page.addInitScript(STAYS_UNDER_THE_HAND);
  const watched: WatchedPage = { page, complaints: [], elsewhere: [], provoked: null };
  const { complaints, elsewhere } = watched;
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const refusal =
      message.text().startsWith('Failed to load resource: the server responded with') &&
      !message.location().url.includes('/assets/');
    // and what software rendering of WebGL says of itself
    const known = /^Service Worker registration blocked by Playwright$|GL Driver Message/.test(
      message.text(),
    );
    if (!['error', 'warning'].includes(message.type()) || refusal || known) return;
    if (!watched.provoked?.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const known = [url, 'data:', 'blob:', 'about:'].some((start) => request.url().startsWith(start));
    if (!known) elsewhere.push(request.url());
  });
  await page.goto(url);
  await page.waitForSelector('main h1');
  if ((await page.title()).startsWith('Not built')) throw new Error('The page is not built: npm run build');
  return watched;
}

export type PageService = Pick<RunningService, 'url' | 'dataDir'>;

export interface OpenedPage {
  readonly service: PageService;
  /** the service where it is the test's own */
  readonly own: RunningService | undefined;
  readonly browser: Browser;
  readonly watched: WatchedPage;
  readonly page: Page;
}

/**
 * Before the tests of a `describe`: a service and its page in a browser; the pages end with the tests. After each of them
 * nothing was complained of, and nothing fetched from elsewhere.
 * @param take keeps what the tests need of them
 * @param environment where given, the service is its own and ends with them; else it is the one that files share
 */
export function openPageBefore(
  take: (opened: OpenedPage) => void | Promise<void>,
  environment?: Record<string, string>,
  serviceWorkers: 'block' | 'allow' = 'block',
): void {
  let own: RunningService | undefined;
  let browser: Browser | undefined;
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    own = environment && (await startService(environment));
    const service = own ?? (await lentService());
    browser = await openBrowser();
    watched = await watchedPage(browser, service.url, serviceWorkers);
    await take({ service, own, browser, watched, page: watched.page });
  });
  afterEach(() => {
    expect(watched?.complaints ?? []).toEqual([]);
    expect(watched?.elsewhere ?? []).toEqual([]);
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    await own?.stop();
  });
}

let loads = 0;
/**
 * Loads a whole page, also where only what follows the # is another: the query, which nothing reads, is. A blank page
 * between the two would cost as much as the half of one.
 */
export async function loadAnew(page: Page, address: string): Promise<void> {
  const url = new URL(address);
  url.searchParams.set('load', String((loads += 1)));
  await page.goto(url.href);
}

/** Before each test the page anew. */
export function beginAnew(opened: () => Pick<OpenedPage, 'service' | 'page'>): void {
  beforeEach(async () => {
    const { page, service } = opened();
    await loadAnew(page, service.url);
    await page.waitForSelector('main h1');
  });
}

/** From its next load on the page is that of somebody who stays signed in. */
export async function staySignedIn(page: Page, apiKey: string): Promise<void> {
  const session = JSON.stringify({ apiKey, keyId: null });
  await page.evaluate(`localStorage.setItem('leith.session', ${JSON.stringify(session)})`);
}

/** Asks again until the answer is as expected. */
export const eventually = <T>(read: () => T, message = '') => expect.poll(read, { ...WAIT, message });

/** Waits until a part of the page says this. */
export function said(page: Page, selector: string, text: string | RegExp): Promise<void> {
  return eventually(() => page.textContent(selector)).toMatch(text);
}

/** Two pictures later: what was asked for before has been drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What axe finds wrong with the page as it is now: rule, and where. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // the content security policy allows no script element, so axe is evaluated, once in a document
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // nothing is fetched again: that is for rules about sound that plays by itself, and for one that is off
  const options = { resultTypes: ['violations'], preload: false };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What the browser keeps beyond the page: both storages, cookies aside. */
export function storedInBrowser(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
}

const PICTURES = fileURLToPath(new URL('../../coverage/pages', import.meta.url));

/** Expects that the page scrolls only downwards at every width; keeps pictures to look at. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const widest = () => page.evaluate<number>('document.documentElement.scrollWidth');
  for (const width of inject('page_widths')) {
    await page.setViewportSize({ width, height: 900 });
    // what measures itself, as plots do, follows a moment later
    await eventually(widest, `at ${width} px`).toBeLessThanOrEqual(width);
    await settled(page);
    await page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, fullPage: true });
  }
}
