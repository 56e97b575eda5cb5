import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  beginAnew,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  said,
  type PageService,
  type WatchedPage,
  staySignedIn,
  loadAnew,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { runClient } from './run-client.ts';
import { npyOf, pngOf, sequenceClient, sequenceFields, someFrames } from './sequence-client.ts';

const further = { tags: 'further/page' };

const FRAMES = 11;

describe.runIf(browserPresent)('the page on which a sequence is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-frames-'));
  const files = Array.from({ length: FRAMES }, (_, k) => join(folder, `frame ${k}.png`));
  let service: PageService;
  let watched: WatchedPage;
  let page: Page;
  let apiKey: string;
  let mine: ReturnType<typeof sequenceClient>;
  let stack: Uint8Array<ArrayBuffer>;

  openPageBefore((opened) => void ({ service, watched, page } = opened));
  beginAnew(() => ({ service, page }));
  beforeAll(async () => {
    const frames = await someFrames(FRAMES, 120);
    for (const [k, frame] of frames.entries()) writeFileSync(files[k]!, await pngOf(frame));
    writeFileSync(join(folder, '.hidden.png'), 'what a program left');
    stack = npyOf(frames);
    apiKey = (await runClient(() => service.url).signUp()).api_key;
    mine = sequenceClient((path, init = {}) => {
      const headers = { ...init.headers, authorization: `Bearer ${apiKey}` };
      return fetch(new URL(path, service.url), { ...init, headers });
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The form, as somebody sees it who is signed in or not. */
  async function visit(address: string, signedIn = true): Promise<void> {
    if (signedIn) await staySignedIn(page, apiKey);
    else await page.evaluate('localStorage.clear()');
    await loadAnew(page, `${service.url}/#/sequence/${address}`);
    await page.waitForSelector('main h1');
  }

  async function fillIn(frames: Parameters<Page['setInputFiles']>[1] = files): Promise<void> {
    await page.setInputFiles('#frames', frames);
    for (const name of ['wavelength_um', 'pixel_pitch_um'] as const)
      await page.fill(`#${name}`, sequenceFields[name]);
    await page.check('input[value=unknown]');
  }

  /** Which frames the page sends, in the order of their requests. */
  function sentFrames(): string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      const place = /\/frames\/(.*)$/.exec(request.url())?.[1];
      if (place !== undefined) sent.push(place);
    });
    return sent;
  }

  test('says in words that it needs an account, and loses nothing on the way to one', further, async () => {
    await visit('new', false);
    await fillIn([...files, join(folder, '.hidden.png')]);
    await said(page, '[data-frames]', /^11 frames, .* frame 0\.png to frame 10\.png/);
    await page.click('#submit');
    await said(page, '.notice', 'A sequence needs an account');
    await page.check('label:has-text("Use an API key") input');
    await page.fill('#api_key', apiKey);
    await page.click('button:has-text("Sign in"):not(#submit)');
    await said(page, '#submit', 'Send the frames');
    await said(page, '[data-frames]', /^11 frames/);
    expect(await page.inputValue('#wavelength_um')).toBe(sequenceFields.wavelength_um);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'new-sequence');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('sends the frames, goes on by itself where the connection broke, and opens the player', async () => {
    await visit('new');
    await fillIn();
    await page.fill('#interval_s', '0.5');
    const sent = sentFrames();
    watched.provoked = /Failed to load resource/;
    let broken = 0;
    await page.route('**/frames/4', (route) => (broken++ === 0 ? route.abort() : route.continue()));
    await page.click('#submit');
    await eventually(() => page.evaluate('location.hash')).toMatch(/^#\/sequence\/seq_/);
    await eventually(() => page.evaluate('location.hash')).toMatch(/^#\/sequence\/evr_/);
    await page.unroute('**/frames/4');
    watched.provoked = null;
    await said(page, '.transport .now', `Frame 0 of ${FRAMES - 1}, 0 s`);
    expect(sent.sort()).toEqual([...Array(FRAMES).keys(), 4].map(String).sort());
  });

  test('goes on with what another page began, and mixes nothing into it', further, async () => {
    const id = await mine.begin({ frames: FRAMES });
    for (const k of [0, 1, 2, 3]) await mine.put(id, k, readFileSync(files[k]!));
    await visit(id);
    await said(page, 'main', `4 of ${FRAMES} frames are there`);
    await page.setInputFiles('#frames', files.slice(1));
    await said(page, '#frames-error', 'These are 10 frames; the sequence was begun for 11');
    const others = files.map((_, k) => fileOf(`frame ${k}.png`, readFileSync(files[(k + 1) % FRAMES]!)));
    await page.setInputFiles('#frames', others);
    await page.click('text=Go on sending');
    await said(page, '[role=alert]', 'other files than those that were sent before: frame 0 differs');
    const sent = sentFrames();
    await page.setInputFiles('#frames', files);
    await page.click('text=Go on sending');
    await eventually(() => page.evaluate('location.hash')).toMatch(/^#\/sequence\/evr_/);
    // one to see whether they are the same, the one that was another, and those that were missing
    expect(sent.sort()).toEqual(['0', '1', '10', '4', '5', '6', '7', '8', '9']);
  });

  test(
    'sends a stack in one piece where it is small, and leaves nothing behind when it is cancelled',
    further,
    async () => {
      const buffer = Buffer.from(stack);
      await visit('new');
      await fillIn(fileOf('stack.npy', buffer));
      await said(page, '[data-frames]', /^11 frames/);
      const sent = sentFrames();
      await page.route('**/frames/**', () => {});
      await page.click('#submit');
      await eventually(() => sent).toEqual([`0?count=${FRAMES}`]);
      await page.click('.progress button:has-text("Cancel")');
      await said(page, 'main', 'Cancelled: nothing was kept.');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const left = await mine.list();
      expect(left.filter(({ status }) => status === 'open')).toEqual([]);
    },
  );
});
