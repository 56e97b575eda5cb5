import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { decodeShard, shardLayout } from '../../src/formats/sequence/shard.ts';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  said,
  type PageService,
  staySignedIn,
  loadAnew,
} from './page-browser.ts';
import { thorough } from '../short-form.ts';
import { fileOf } from './page-files.ts';
import { runClient } from './run-client.ts';
import { npyOf, sequenceClient, someFrames } from './sequence-client.ts';

const further = { tags: 'further/page' };

const FRAMES = 12;

describe.runIf(browserPresent)('the page on which a sequence is watched', () => {
  let service: PageService;
  let page: Page;
  let id: string;
  let zip: Buffer;
  let phases: readonly Float32Array[];
  let size: { readonly rows: number; readonly cols: number };

  openPageBefore((opened) => void ({ service, page } = opened));
  beforeAll(async () => {
    const client = runClient(() => service.url);
    const { api_key } = await client.signUp();
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(new URL(path, service.url), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${api_key}` },
      });
    const mine = sequenceClient(ask);
    const sequence = await mine.begin({ frames: FRAMES, interval_s: 0.5 });
    const few = await someFrames(FRAMES, 120);
    expect((await mine.put(sequence, 0, npyOf(few), `?count=${FRAMES}`)).status).toBe(200);
    const { run_id } = (await (await mine.start(sequence)).json()) as { run_id: string };
    const run = await client.ended(run_id, api_key);
    id = run.evidence_report_id!;
    zip = Buffer.from(await (await ask(`/results/${id}/package`)).arrayBuffer());
    const files = unpackPackage(new Uint8Array(zip));
    const { shape } = JSON.parse(new TextDecoder().decode(files.get('data/phase.ome.zarr/0/zarr.json'))) as {
      shape: [number, number, number];
    };
    size = { rows: shape[1], cols: shape[2] };
    phases = decodeShard(shardLayout(...shape), files.get('data/phase.ome.zarr/0/c/0/0/0')!.slice(), FRAMES);
    await staySignedIn(page, api_key);
  });
  async function visit(address: string): Promise<void> {
    await loadAnew(page, `${service.url}/#/sequence${address}`);
    await page.waitForSelector('main h1');
  }

  /** Presses at a sample and lets go at another. */
  async function draw(from: readonly [number, number], to = from): Promise<void> {
    const box = (await page.locator('.frame').boundingBox())!;
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + ((x + 0.5) / size.cols) * box.width, box.y + ((y + 0.5) / size.rows) * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to));
    await page.mouse.up();
  }

  async function saved(button: string | RegExp): Promise<Buffer> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFileSync(await download.path());
  }

  test('plays, steps by keys, and says in its address what is looked at', async () => {
    await visit(`/${id}`);
    await said(page, '.transport .now', `Frame 0 of ${FRAMES - 1}, 0 s`);
    await page.waitForSelector('canvas.frame');
    await page.waitForSelector('.with-bar .colour-bar[aria-label^="Phase: from"]');
    // known up to the outermost samples: their colours are the map's, and have not faded
    const colourful = await page.locator('canvas.frame').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, 1);
      const pixels = Array.from({ length: data.length / 4 }, (_, k) => [...data.slice(4 * k, 4 * k + 3)]);
      const chromas = pixels.map((rgb) => Math.max(...rgb) - Math.min(...rgb));
      return chromas.sort((a, b) => a - b)[chromas.length >> 1];
    });
    // every colour of the map itself has more, and none that has faded
    expect(colourful).toBeGreaterThan(60);
    await page.hover('canvas.frame');
    await said(page, '[data-looked-at]', /^\(\d+, \d+\) −?\d+\.\d+ ± \d+\.\d+ rad$/);
    await page.getByLabel('to rad').fill('9');
    await page.getByLabel('to rad').press('Enter');
    await page.waitForSelector('.colour-bar[aria-label$="to 9 rad"]');
    await page.getByRole('button', { name: 'All values' }).click();
    await page.waitForSelector('.colour-bar:not([aria-label$="to 9 rad"])');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await said(page, '.transport .now', 'Frame 1 of 11, 0.5 s');
    await page.keyboard.press('End');
    await said(page, '.transport .now', 'Frame 11 of 11');
    await eventually(() => page.evaluate('location.hash')).toBe(`#/sequence/${id}?frame=11`);
    await page.getByRole('button', { name: 'Play' }).click();
    await said(page, '.transport .now', /Frame [1-9] of 11/);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test(
    'shows and saves what a point does over time, a line as a picture, a frame and a film',
    further,
    async () => {
      await visit(`/${id}?frame=3`);
      await page.waitForSelector('canvas.frame');
      const [x, y] = [Math.floor(size.cols / 2), Math.floor(size.rows / 3)];
      await draw([x, y]);
      await page.waitForSelector('.plot canvas');
      const lines = (await saved('Save as CSV')).toString().trimEnd().split('\n').slice(1);
      const values = lines.map((line) => Number(line.split(',')[2]));
      phases.forEach((phase, t) => expect(values[t]).toBeCloseTo(phase[y * size.cols + x]!, 5));
      expect(lines.every((line) => Number(line.split(',')[3]) > 0)).toBe(true);
      await page.getByLabel('Region').check();
      await draw([x - 4, y - 4], [x + 4, y + 4]);
      await said(page, '.tools h2', `region (${x - 4}, ${y - 4}) to (${x + 4}, ${y + 4})`);
      await page.waitForSelector('.plot canvas');
      await expectToFit(page, 'sequence-region');
      await page.setViewportSize({ width: 1280, height: 900 });
      const sigmas = (await saved('Save as CSV')).toString().split('\n').slice(1, 3);
      expect(Number(sigmas[0]!.split(',')[3])).toBeLessThan(Number(lines[0]!.split(',')[3]));
      await page.getByLabel('Line').check();
      await draw([2, y], [size.cols - 3, y]);
      await page.waitForSelector('canvas.kymograph');
      await expectToFit(page, 'sequence-line');
      await page.setViewportSize({ width: 1280, height: 900 });
      const { frame } = await decodeFrame(new Uint8Array(await saved('Frame as TIFF')));
      expect(frame.samples).toEqual(phases[3]);
      // with its title, colour bar and scale bar around it
      const png = await saved('Frame as PNG');
      expect(png.readUInt32BE(16)).toBeGreaterThan(
        size.cols * Math.floor(720 / Math.max(size.rows, size.cols)) + 96,
      );
      await page.getByLabel('Frames a second').selectOption('25');
      const film = await saved('All as film (WebM)');
      expect(film.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      await page.evaluate('void (window.MediaRecorder = undefined)');
      await page.getByLabel('Frames a second').selectOption('10');
      const other = 'All as film (animated PNG)';
      await page.getByRole('button', { name: other }).waitFor();
      // its bytes are tested with what writes them (animated-png.test.ts)
      if (thorough) {
        const drawn = await saved(other);
        expect(drawn.subarray(37, 41).toString()).toBe('acTL');
        expect(drawn.readUInt32BE(41)).toBe(FRAMES);
      }
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );

  test('takes a frame to another distance, and back to what it was', further, async () => {
    await visit(`/${id}?frame=3`);
    const pixels = () =>
      page.locator('canvas.frame').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    await page.waitForSelector('canvas.frame');
    const before = await pixels();
    await page.getByRole('slider', { name: 'Distance' }).fill('40');
    await page.waitForSelector('canvas[aria-label="Phase of frame 3, refocused"]');
    await eventually(pixels).not.toBe(before);
    await page.getByLabel('Amplitude').check();
    await page.waitForSelector('canvas[aria-label="Amplitude of frame 3, refocused"]');
    await expectToFit(page, 'sequence-refocused');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel('Phase').check();
    await page.getByRole('button', { name: 'Back to the result’s own' }).click();
    await page.waitForSelector('canvas[aria-label="Phase of frame 3"]');
    await eventually(pixels).toBe(before);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('opens a package from disk, without asking the service, and says what is none', further, async () => {
    await visit('');
    await page.setInputFiles('#sequence', fileOf('cells.zip', zip));
    await said(page, '.transport .now', `Frame 0 of ${FRAMES - 1}`);
    await page.waitForSelector('canvas.frame');
    await page.setInputFiles('#sequence', fileOf('cut.zip', zip.subarray(0, zip.length - 100)));
    await said(page, '[role=alert]', /no ZIP file, or it is cut short/);
  });
});
