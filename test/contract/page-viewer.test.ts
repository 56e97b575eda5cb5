import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  said,
  settled,
  type PageService,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { fillField, indices, number, pointAt, viewBefore } from './page-hands.ts';
import { downloaded, mapOf, reconstructExample, SIDE, view, type ReadPackage } from './page-package.ts';

const further = { tags: 'further/page' };

describe.runIf(browserPresent)('the viewer in a browser', () => {
  let service: PageService;
  let result: ReadPackage;
  let page: Page;

  viewBefore((opened) => void ({ service, result, page } = opened));

  test('says that the package is whole, and of a changed one that it is not', further, async () => {
    await said(
      page,
      '.verdict-said',
      result.report.quality.flags.some(({ level }) => level !== 'info') ? 'Look at' : 'Usable',
    );
    const trust = '.trust[data-verdict]';
    await said(page, trust, 'Authentic: it is as the key’s owner signed it.');
    await said(page, trust, `with the keys of ${service.url}`);
    const spoiled = Buffer.from(result.zip);
    const field = result.files['data/field.npy']!;
    const at = spoiled.indexOf(Buffer.from(field.subarray(2000, 2100)));
    spoiled[at] = spoiled[at]! ^ 1;
    await view(page, spoiled, 'spoiled');
    await said(page, '.verdict-said', 'do not trust it');
    await said(page, trust, 'Not to be trusted');
    await said(page, trust, 'signature: what was signed differs for data/field.npy');
  });

  test('reads out under the pointer what the arrays of the package hold, with their uncertainty', async () => {
    const sigma = await mapOf(result, 'phase_uncertainty');
    const amplitude = await mapOf(result, 'amplitude');
    const maps = { phase: 'rad', height: 'nm', amplitude: '', phase_uncertainty: 'rad' };
    for (const [name, unit] of Object.entries(maps)) {
      await page.selectOption('[data-control=map]', name);
      await page.waitForSelector(`[data-painted=${name}]`);
      const values = await mapOf(result, name);
      await page.waitForSelector(`[data-values=${name}]`);
      for (const [across, down] of [
        [0.4, 0.3],
        [0.55, 0.62],
        [0.62, 0.86],
      ] as const) {
        const { at, shown } = await pointAt(page, across, down);
        const [value, spread] = shown
          .replace(/ (rad|nm)$/, '')
          .split(' ± ')
          .map(number) as [number, number?];
        const digits = /\.(\d+)/.exec(shown)![1]!.length;
        expect(Math.abs(value - values[at]!)).toBeLessThanOrEqual(0.51 * 10 ** -digits);
        if (unit) expect(shown.endsWith(` ${unit}`)).toBe(true);
        const nmPerRad = 632.8 / (2 * Math.PI * 0.12);
        // the noise across a phasor makes its phase's, the noise along it its amplitude's
        const expected = {
          phase: sigma[at]!,
          height: sigma[at]! * nmPerRad,
          amplitude: sigma[at]! * amplitude[at]!,
        }[name];
        if (expected === undefined) expect(spread).toBeUndefined();
        else expect(Math.abs(spread! - expected)).toBeLessThanOrEqual(0.51 * 10 ** -digits);
      }
    }
  });

  test('says how sure a refocused value is, or why that is not known', further, async () => {
    await page.click('[data-panel=refocus] summary');
    await fillField(page, '[data-panel=refocus]', /^Distance mm/, 5.5);
    await page.waitForSelector('[data-values=refocused_amplitude]');
    expect(await page.getByRole('slider', { name: 'Distance', exact: true }).count()).toBe(1);
    expect((await pointAt(page, 0.5, 0.5)).shown).toMatch(/^\d\.\d+ ± 0\.\d+$/);
    expect(await page.locator('.read-out .why').count()).toBe(0);
    await page.click('[data-control=find-focus]');
    // the package was focused by the same search, over a range
    await said(page, '[data-panel=refocus]', /Sharpest at [45]\.\d+ ± 0\.\d+ mm/);
    await page.waitForSelector('[data-panel=refocus] .plot canvas');
    const address = (await page.getAttribute('[data-control=focus-window]', 'href'))!;
    const asked = new URLSearchParams(address.split('?')[1]);
    expect(Number(asked.get('z_min_mm'))).toBeLessThan(5);
    expect(Number(asked.get('z_max_mm')) - Number(asked.get('z_min_mm'))).toBeLessThanOrEqual(10);
    expect(asked.get('z_mm') ?? '').toBe('');
    // what is clicked is looked at alone
    await page.click('[data-control=focus-click]');
    const map = (await page.locator('.map-canvas').first().boundingBox())!;
    await page.mouse.click(map.x + 0.5 * map.width, map.y + 0.5 * map.height);
    await said(page, '[data-control=focus-click]', 'Of what I click');
    await said(page, '[data-control=find-focus]', 'Find the focus');
    await page.selectOption('[data-panel=refocus] select', 'phase');
    await page.waitForSelector('[data-values=refocused_phase]');
    expect((await pointAt(page, 0.5, 0.5)).shown).toMatch(/ ± 0\.\d+ rad$/);
    await page.selectOption('[data-panel=refocus] select', 'uncertainty');
    await page.waitForSelector('[data-values=refocused_uncertainty]');
    expect((await pointAt(page, 0.5, 0.5)).shown).toMatch(/^0\.\d+ rad$/);
    await page.selectOption('[data-panel=refocus] select', 'phase');
    await page.waitForSelector('[data-values=refocused_phase]');
    // the middle of the canvas goes to the map's upper border
    const zoomed = ['+', '+', '+', ...Array.from({ length: 40 }, () => 'ArrowUp')];
    await page.locator('.map-canvas').focus();
    for (const key of zoomed) await page.keyboard.press(key);
    await said(page, '.read-out .why', 'no uncertainty');
    await page.locator('.read-out .why').focus();
    await page.waitForSelector('.why-about:visible');
    await said(page, '.why-about', 'nearer to the borders than light spreads');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('paints with the range one sets, and saves what is seen with its bars', further, async () => {
    const phase = await mapOf(result, 'phase');
    await page.selectOption('[data-control=colours]', 'grey');
    await fillField(page, '[data-panel=histogram]', 'From', 0);
    await fillField(page, '[data-panel=histogram]', 'To', 2);
    // the bar is that of the picture as it is painted
    await eventually(() => page.getAttribute('.colour-bar', 'aria-label')).toContain('from 0 to 2 rad');
    await settled(page);
    const { bytes } = await downloaded(page, '[data-control=save-png]');
    const picture = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = picture.info;
    expect(width).toBeGreaterThan(SIDE + 100);
    // find the map's corner: where it begins is white paper's end
    const at = (x: number, y: number) => picture.data[(y * width + x) * 3]!;
    let left = 0;
    while (at(left, height >> 1) > 250) left++;
    let top = 60;
    while (at(left + 3, top - 1) <= 250) top--;
    // a small map is enlarged by a whole factor
    const zoom = Math.floor(720 / SIDE);
    const { bytes: pdf, name: file } = await downloaded(page, '[data-control=save-pdf]');
    expect(file).toMatch(/-phase\.pdf$/);
    expect(pdf.toString('latin1')).toMatch(/^%PDF-1\.4/);
    const id = Buffer.from(result.report.evidence_report_id, 'utf16le').swap16().toString('hex');
    expect(pdf.toString('latin1')).toContain(id);
    for (const [x, y] of [
      [120, 80],
      [160, 160],
      [140, 215],
    ] as const) {
      const level = Math.min(255, Math.max(0, Math.floor((phase[y * SIDE + x]! / 2) * 256)));
      expect(Math.abs(at(left + zoom * x, top + zoom * y) - level)).toBeLessThanOrEqual(1);
    }
  });

  test('shows another result beside it and the difference of the two', further, async () => {
    const other = await reconstructExample(service.url, { ...indices, z_mm: '5.5' });
    await page.click('[data-panel=compare] summary');
    await page.fill('[data-panel=compare] input[type=text]', 'nothing');
    await page.click('text=Fetch it');
    await said(page, '[data-panel=compare] [role=alert]', 'begins with evr_');
    const address = `${service.url}/#/result/${other.report.evidence_report_id}?map=phase`;
    await page.fill('[data-panel=compare] input[type=text]', address);
    await page.click('text=Fetch it');
    await page.waitForSelector('.map-stage.two');
    await page.click('[data-control=difference]');
    await page.waitForSelector('[data-painted=difference_phase]');
    const [a, b] = [await mapOf(result, 'phase'), await mapOf(other, 'phase')];
    await page.waitForSelector('[data-values=difference_phase]');
    const { at, shown } = await pointAt(page, 0.42, 0.4);
    expect(number(shown.split(' ')[0]!)).toBeCloseTo(a[at]! - b[at]!, 3);
  });

  test('moves by keyboard, and opens every panel', further, async () => {
    await page.locator('.map-canvas').focus();
    for (const key of ['+', '+', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await said(page, '.read-out', /x \d+ px/);
    const seen = await page.textContent('.read-out');
    await page.keyboard.press('ArrowRight');
    await eventually(() => page.textContent('.read-out')).not.toBe(seen);
    for (const panel of ['profile', 'regions', 'refocus', 'focus', 'surface', 'compare']) {
      await page.click(`[data-panel=${panel}] summary`);
    }
    await page.waitForSelector('[data-panel=focus] .plot canvas');
    await said(page, '[data-control=proportions]', /1 rad is drawn as high as \d+ µm of the sides/);
    await page.check('[data-control=drape]');
    await said(page, '[data-panel=surface]', /the uncertainty: 0 \(dark\) to [\d.]+ rad/);
    const surface = page.locator('.surface, [data-panel=surface] [role=alert]');
    await eventually(() => surface.count()).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'viewer');
  });

  test('makes the evidence report readable', further, async () => {
    await page.click('[role=tab]:text("Evidence report")');
    await page.waitForSelector('.report-tab');
    const text = (await page.textContent('.report-tab'))!;
    for (const part of [
      result.report.evidence_report_id,
      result.report.payload_sha256,
      ...result.report.limitations,
      ...result.report.steps.map((step) => step.method),
      ...result.report.quality.flags.map((flag) => flag.detail),
    ]) {
      expect(text).toContain(part);
    }
    // words and numbers, and no JSON
    expect(text).not.toMatch(/[{[]"/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'report');
  });

  test('says what is wrong with a file that is no package, and goes on', further, async () => {
    const buffer = Buffer.from('not a package');
    await page.setInputFiles('#package', fileOf('a.zip', buffer));
    await said(page, 'main', 'This is no ZIP file');
    await view(page, result.zip);
  });
});
