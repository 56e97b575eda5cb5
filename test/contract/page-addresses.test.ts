import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserPresent,
  eventually,
  examplePath,
  beginAnew,
  openPageBefore,
  said,
  type PageService,
} from './page-browser.ts';
import { downloaded, reconstructExample } from './page-package.ts';
import { upload } from './running-service.ts';

const further = { tags: 'further/page' };

describe.runIf(browserPresent)('what comes to the page, and where it can be found again', () => {
  let service: PageService;
  let page: Page;

  const hash = () => page.evaluate<string>('location.hash');

  /** Drops files on the page itself, beside every box. */
  const drop = (...names: string[]) =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['no frame'], name));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }`);

  /** Drops what lies on the disk, folders too, as a hand does. */
  async function dropFromDisk(...files: string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const { x, y } = (await page.locator('main h1').boundingBox())!;
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        ...{ type, x: x + 5, y: y + 5 },
        data: { items: [], files, dragOperationsMask: 1 },
      });
  }

  openPageBefore((opened) => void ({ service, page } = opened));

  beginAnew(() => ({ service, page }));

  /** What the service says of the run “run_1”, as it has been asked at this time. */
  const events = '**/runs/run_1/events';
  const tellOfRun = (run: Readonly<Record<string, unknown>>, now: Date) =>
    page.route(events, (route) =>
      route.fulfill({
        headers: { 'content-type': 'text/event-stream', date: now.toUTCString() },
        body: `data: ${JSON.stringify({ run_id: 'run_1', ...run })}\n\n`,
      }),
    );

  test('counts the time of a run from when it was accepted, by the service’s clock', further, async () => {
    const progress = { stage: 'phase', fraction: 0.5 };
    // neither is anywhere near the browser's clock
    const run = { status: 'running', progress, created_at: '2020-05-01T12:00:00Z' };
    await tellOfRun(run, new Date('2020-05-01T13:00:00Z'));
    await page.goto(`${service.url}/#/run/run_1`);
    await said(page, '.progress', /36\d\d s/);
    await page.unroute(events);
  });

  test('offers no second look at a run that has failed', further, async () => {
    const problem = {
      code: 'TOOK_TOO_LONG',
      title: 'It took too long',
      status: 422,
      detail: 'It was given up.',
    };
    await tellOfRun({ status: 'failed', progress: { stage: null, fraction: 0 }, problem }, new Date());
    await page.goto(`${service.url}/#/run/run_1`);
    await said(page, '[role=alert]', 'It was given up.');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unroute(events);
    // of one that is not known here somebody may have signed in meanwhile
    await page.goto(`${service.url}/#/run/run_2`);
    await said(page, '[role=alert]', 'no run with this identifier');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  });

  test('takes a run up again by its address, in another page', async () => {
    const answer = await fetch(`${service.url}/public/reconstruct`, {
      ...{ method: 'POST', body: upload(), headers: { prefer: 'respond-async' } },
    });
    await page.goto(`${service.url}/#${answer.headers.get('location')!.replace('/runs/', '/run/')}`);
    await page.waitForSelector('.viewer');
    expect(await hash()).toMatch(/^#\/result\/evr_/);
  });

  test('shows at an address what was looked at there, and says what is looked at now', further, async () => {
    const { report } = await reconstructExample(service.url);
    const looked =
      'map=amplitude&range=0.5,1.25&line=10,20,200,20&roi=ellipse,20,30,40,50;rectangle,9999,0,5,5';
    await page.goto(`${service.url}/#/result/${report.evidence_report_id}?${looked}`);
    await page.waitForSelector('[data-painted=amplitude]');
    await eventually(() => page.getAttribute('.colour-bar', 'aria-label')).toContain('from 0.5000 to 1.250');
    // what lies outside is of another result
    expect(await page.locator('.statistics thead th').allTextContents()).toEqual(['Amplitude', 'A']);
    expect(await page.getByLabel('To x').inputValue()).toBe('200');
    await page.click('text="Rectangle"');
    const box = (await page.locator('.map-canvas').boundingBox())!;
    const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(0.45, 0.6));
    await page.mouse.down();
    await page.mouse.move(...at(0.55, 0.7), { steps: 3 });
    await page.mouse.up();
    await said(page, '.step-height', 'Step from A to B');
    await eventually(hash).toMatch(
      /map=amplitude&range=0.5,1.25&line=10,20,200,20&roi=ellipse,20,30,40,50;rectangle,\d+,\d+,\d+,\d+$/,
    );
    const { bytes } = await downloaded(page, '[data-control=save-regions]');
    expect(bytes.toString().trim().split('\n')).toHaveLength(3);
    await page.click('[data-panel=refocus] summary');
    await page.getByRole('slider', { name: 'Distance', exact: true }).press('ArrowRight');
    await eventually(hash).toContain('map=refocused_amplitude');
    await eventually(hash).toMatch(/&z=5\.\d+/);
    const now = await hash();
    await page.reload();
    await page.waitForSelector('[data-values=refocused_amplitude]');
    await said(page, '.step-height', 'Step from A to B');
    await eventually(hash).toBe(now);
  });

  test('promises nothing for a frame without a sideband, nor without a frame', further, async () => {
    for (const [name, value] of Object.entries({
      wavelength_um: '633 nm',
      pixel_pitch_um: '3.45',
      z_mm: '5cm',
    }))
      await page.fill(`#${name}`, value);
    await said(page, '#z_mm-help', 'That is 50 mm');
    await said(page, '.verdict .said', 'Still needed: a hologram.');
    await page.setInputFiles('#hologram', examplePath('inline.png'));
    await said(page, '.verdict .said', 'Would not be accepted');
    await said(page, '.verdict', 'no usable sideband');
    // there is no ring to drag
    await said(page, '.frame-panel', 'No usable sideband was found in it.');
    expect(await page.textContent('.frame-panel')).not.toContain('Drag the ring');
    await page.check('input[value=inline]');
    await said(page, '.verdict .said', /^Accepted/);
    const words = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') };
    await page.setInputFiles('#hologram', words);
    await said(page, '.verdict', 'of no known format');
    expect(await page.locator('.verdict > ul > li').count(), 'why it is refused, once').toBe(1);
  });

  test(
    'takes what is dropped beside its box, keeps a second file, and opens a package',
    further,
    async () => {
      await drop('one.png', 'two.png');
      await said(page, '.frames', 'one.png');
      await said(page, '[data-hint=left-out]', 'two.png');
      await page.click('text=Take it as the background');
      await said(page, '.chosen', 'two.png');
      // of a folder the frames, in their order
      await dropFromDisk(examplePath('.'));
      await said(page, '.frames', 'inline.png');
      await said(
        page,
        '[data-hint=left-out]',
        /a sequence of all 4.*off-axis-background\.png.*off-axis-hard\.png/,
      );
      await drop('result.zip');
      await eventually(hash).toBe('#/view');
      await said(page, '[role=alert]', 'result.zip can’t be shown');
      await drop('three.png');
      await eventually(hash).toMatch(/^#\/(new|$)/);
      await said(page, '.frames', 'three.png');
    },
  );
});
