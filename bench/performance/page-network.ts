/**
 * The page at 10 Mbit/s and 40 ms, with a frame of 1920 × 1080 pixels: how long after the end of a run its phase is seen,
 * and can be read: `node bench/performance/page-network.ts`, after `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { markdownTable } from '../accuracy/markdown-table.ts';
import { startLeith } from './server-process.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const OPTICS = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 5 };
const BYTES_PER_S = 10e6 / 8;
const PATIENCE = { timeout: 120_000 };

async function frame(): Promise<Buffer> {
  const { hologram } = simulate(await loadKernels(), {
    ...{ mode: 'off-axis', object: { kind: 'beads', count: 12 }, width_px: 1920, height_px: 1080 },
    ...OPTICS,
    background: false,
  });
  return Buffer.concat(await encodeFrame(hologram, 'tif', OPTICS.pixel_pitch_um));
}

/** A page whose network is that of a telephone. */
async function slowPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  page.setDefaultTimeout(PATIENCE.timeout);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const speed = { downloadThroughput: BYTES_PER_S, uploadThroughput: BYTES_PER_S };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 40, ...speed });
  return page;
}

async function ended(url: string, run: string): Promise<number> {
  for (;;) {
    const { status } = (await (await fetch(`${url}/runs/${run}`)).json()) as { status: string };
    if (status === 'succeeded') return performance.now();
    if (status !== 'queued' && status !== 'running') throw new Error(`The run has ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const rows: string[][] = [];

/** Waits for what is seen of a run, and notes how long after its end. */
async function note(page: Page, url: string, run: string, what: string): Promise<void> {
  const end = ended(url, run);
  const since = async (seen: Promise<unknown>) => {
    await seen;
    return performance.now();
  };
  const pictured = since(
    page.waitForSelector('[data-control=first-picture], .result-head ~ * [data-pictured=phase]'),
  );
  const read = since(page.waitForSelector('.result-head')).then(async () => {
    await page.waitForSelector('.result-head ~ * [data-pictured=phase]');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('.read-out-value:text-matches("[0-9]")');
    return performance.now();
  });
  const whole = since(page.waitForSelector('.result-head ~ * [data-values=phase]:has(.colour-bar)'));
  const times = [await pictured, await read, await whole];
  const at = await end;
  rows.push([what, ...times.map((time) => ((time - at) / 1000).toFixed(1))]);
  await page.context().close();
}

const leith = await startLeith({ WORKERS: '1' });
const folder = mkdtempSync(join(tmpdir(), 'leith-page-'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
try {
  const path = join(folder, 'frame.tif');
  const bytes = await frame();
  writeFileSync(path, bytes);

  const page = await slowPage(browser);
  await page.goto(leith.url);
  await page.setInputFiles('#hologram', path);
  for (const [name, value] of Object.entries(OPTICS)) await page.fill(`#${name}`, String(value));
  await page.waitForSelector('[data-here=done]');
  await page.click('button[type=submit]');
  await page.waitForURL(/#\/run\//, PATIENCE);
  await note(page, leith.url, /run_\w+/.exec(page.url())![0], 'sent from the form');

  const form = new FormData();
  form.set('hologram', new Blob([new Uint8Array(bytes)]), 'frame.tif');
  form.set('holography_mode', 'off-axis');
  for (const [name, value] of Object.entries(OPTICS)) form.set(name, String(value));
  const asked = { method: 'POST', body: form, headers: { prefer: 'respond-async' } };
  const answer = await fetch(`${leith.url}/public/reconstruct`, asked);
  const { run_id: run } = (await answer.json()) as { run_id: string };
  const other = await slowPage(browser);
  const watched = note(other, leith.url, run, 'followed by its address');
  await other.goto(`${leith.url}/#/run/${run}`);
  await watched;
  const head = ['a run', 'phase seen, s', 'a value under the pointer, s', 'all values, s'];
  console.log(markdownTable(head, rows));
} finally {
  await browser.close();
  await leith.stop();
  rmSync(folder, { recursive: true, force: true });
}
