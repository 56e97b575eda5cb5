/**
 * The viewer in Debian's chromium with a result of 1920 × 1080 pixels: how long it takes to open, whether anything holds
 * the main thread for more than 50 ms (what browsers call a long task), how many pictures a second refocusing shows while
 * a hand moves the slider from one picture of the screen to the next, off-axis and in-line, and how long a frame of 1024²
 * pixels takes from where it is chosen to its phase, in the page: `node bench/performance/page.ts`, after `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { markdownTable } from '../accuracy/markdown-table.ts';
import { startLeith } from './server-process.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const Z_MM = 5;
const OPTICS = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: Z_MM };

async function reconstructed(url: string, mode: 'off-axis' | 'inline'): Promise<Buffer> {
  const { hologram } = simulate(await loadKernels(), {
    ...{ mode, object: { kind: 'beads', count: 12 }, width_px: 1920, height_px: 1080 },
    ...OPTICS,
    background: false,
  });
  const file = Buffer.concat(await encodeFrame(hologram, 'tif', OPTICS.pixel_pitch_um));
  const form = new FormData();
  form.set('hologram', new Blob([file]), 'frame.tiff');
  form.set('holography_mode', mode);
  for (const [name, value] of Object.entries(OPTICS)) form.set(name, String(value));
  const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

const rows: string[][] = [];

async function watched(page: Page, what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  await page.waitForTimeout(500);
  const tasks = (await page.evaluate('window.longTasks.splice(0)')) as number[];
  rows.push([what, took.toFixed(0), String(tasks.length), Math.max(0, ...tasks).toFixed(0)]);
}

function watchTasks(page: Page): Promise<unknown> {
  return page.evaluate(
    `window.longTasks = []; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ entryTypes: ['longtask'] })`,
  );
}

/** Two seconds of a hand on the slider, which asks for another distance at every picture of the screen. */
async function refocused(page: Page, mode: string): Promise<string> {
  await page.click('[data-panel=refocus] summary');
  const slider = '[data-panel=refocus] input[type=range]';
  await page.focus(slider);
  // the first picture takes the field's spectrum, which is kept
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('[data-values=refocused_amplitude]');
  await watched(page, `refocus, ${mode}, 120 steps`, async () => {
    await page.evaluate(`(async () => {
      const slider = document.querySelector('${slider}');
      for (let i = 1; i <= 120; i++) {
        slider.value = String((slider.max * i) / 125);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    })()`);
  });
  const said = (await page.textContent('[data-control=refocus-rate]')) ?? '';
  return `${/^\d+/.exec(said)?.[0] ?? 'none'} (${mode})`;
}

/** The second frame of a rig that is chosen: the engine is loaded by then. */
async function inThePage(page: Page, url: string, folder: string): Promise<void> {
  const kernels = await loadKernels();
  const frames = await Promise.all(
    ['cells', 'beads'].map(async (kind) => {
      const size = { width_px: 1024, height_px: 1024, background: false };
      const { hologram } = simulate(kernels, { mode: 'off-axis', object: { kind }, ...size } as never);
      const path = join(folder, `${kind}.tif`);
      writeFileSync(path, Buffer.concat(await encodeFrame(hologram, 'tif', OPTICS.pixel_pitch_um)));
      return path;
    }),
  );
  await page.goto('about:blank');
  await page.goto(url);
  await page.waitForSelector('#hologram', { state: 'attached' });
  for (const [name, value] of Object.entries({ ...OPTICS, z_mm: 0 }))
    await page.fill(`#${name}`, String(value));
  await page.setInputFiles('#hologram', frames[0]!);
  await page.waitForSelector('[data-here=done]');
  await page.waitForTimeout(1000);
  await watchTasks(page);
  await watched(page, 'reconstruct 1024², off-axis', async () => {
    // the page says that it is at work before it says that it is done
    const begun = page.waitForSelector('[data-here]:not([data-here=done])');
    await page.setInputFiles('#hologram', frames[1]!);
    await begun;
    await page.waitForSelector('[data-here=done]');
  });
}

const leith = await startLeith({ WORKERS: '1' });
const folder = mkdtempSync(join(tmpdir(), 'leith-page-'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
try {
  const zip = join(folder, 'result.zip');
  writeFileSync(zip, await reconstructed(leith.url, 'off-axis'));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${leith.url}/#/view`);
  await page.waitForTimeout(2000);
  await watchTasks(page);
  await watched(page, 'open the package', async () => {
    await page.setInputFiles('input[type=file]', zip);
    await page.waitForSelector('[data-painted=phase]');
  });
  const box = (await page.locator('.map-canvas').first().boundingBox())!;
  await watched(page, 'zoom, 20 turns of the wheel', async () => {
    await page.mouse.move(box.x + 300, box.y + 300);
    for (let i = 0; i < 20; i++) await page.mouse.wheel(0, -60);
  });
  await watched(page, 'pan, 30 moves', async () => {
    await page.mouse.down();
    for (let i = 0; i < 30; i++) await page.mouse.move(box.x + 300 + 3 * i, box.y + 300 + i);
    await page.mouse.up();
  });
  const rates = [await refocused(page, 'off-axis')];
  await watched(page, 'another map', async () => {
    await page.selectOption('[data-control=map]', 'amplitude');
    await page.waitForSelector('[data-painted=amplitude]');
  });
  writeFileSync(zip, await reconstructed(leith.url, 'inline'));
  await page.goto('about:blank');
  await page.goto(`${leith.url}/#/view`);
  await page.waitForTimeout(1000);
  await watchTasks(page);
  await page.setInputFiles('input[type=file]', zip);
  await page.waitForSelector('[data-painted=phase]');
  rates.push(await refocused(page, 'in-line'));
  await inThePage(page, leith.url, folder);
  console.log(markdownTable(['what is done', 'ms', 'long tasks', 'longest, ms'], rows));
  console.log(`\nPictures a second while a hand refocuses: ${rates.join(', ')}.`);
} finally {
  await browser.close();
  await leith.stop();
  rmSync(folder, { recursive: true, force: true });
}
