import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityViolations, browserPresent, said } from './page-browser.ts';
import { fillField, number, pointAt, viewBefore } from './page-hands.ts';
import { downloaded, mapOf, SIDE, type ReadPackage } from './page-package.ts';

const further = { tags: 'further/page' };

describe.runIf(browserPresent)('measuring in the viewer', () => {
  let result: ReadPackage;
  let page: Page;
  let name: string;

  viewBefore((opened) => void ({ result, page, name } = opened));

  test('measures two regions as their pixels are, and the step between them', async () => {
    const phase = await mapOf(result, 'phase');
    const regions = {
      A: { x: 20, y: 30, width: 101, height: 57 },
      B: { x: 230, y: 210, width: 33, height: 40 },
    };
    await page.click('[data-panel=regions] summary');
    const sigma = await mapOf(result, 'phase_uncertainty');
    const means: number[] = [];
    let [alike, stated] = [0, 0];
    const { components, lasting_share: lasting } = result.report.uncertainty;
    const averaging = components!.filter(({ correlation_length_um: length }) => length !== null);
    const pixel = result.report.outputs.find(({ path }) => path === 'data/phase.tif')!.pixel_size_um!;
    const keptOf = (n: number) => {
      const of = (area: number) =>
        averaging.reduce(
          (sum, { median_rad: u, correlation_length_um: length }) =>
            sum + u! ** 2 / (1 + area / (Math.PI * length! ** 2)),
          0,
        );
      return of(n * pixel.x * pixel.y) / of(0);
    };
    for (const [name, region] of Object.entries(regions)) {
      await page.click(`[data-control=add-region-${name.toLowerCase()}]`);
      const scope = `[data-panel=regions] fieldset:has(legend:text-is("Region ${name}"))`;
      // the size first: a place is refused where the rectangle would not fit
      for (const field of ['width', 'height', 'x', 'y'] as const)
        await fillField(page, scope, field, region[field]);
      let sum = 0;
      let squares = 0;
      const n = region.width * region.height;
      const each = (visit: (value: number) => void) => {
        for (let y = region.y; y < region.y + region.height; y++)
          for (let x = region.x; x < region.x + region.width; x++) visit(phase[y * SIDE + x]!);
      };
      each((value) => (sum += value));
      each((value) => (squares += (value - sum / n) ** 2));
      for (let y = region.y; y < region.y + region.height; y++)
        for (let x = region.x; x < region.x + region.width; x++) {
          const variance = sigma[y * SIDE + x]! ** 2 / n;
          const cell =
            Math.floor((y * lasting!.rows) / SIDE) * lasting!.cols + Math.floor((x * lasting!.cols) / SIDE);
          alike += variance;
          stated += variance * (lasting!.values[cell]! + keptOf(n) * (1 - lasting!.values[cell]!));
        }
      means.push(sum / n);
      const column = name === 'A' ? 1 : 2;
      const cell = async (row: string) =>
        (await page.textContent(`.statistics tr:has(th:text-matches("^${row}")) td:nth-of-type(${column})`))!;
      expect(number(await cell('Pixels'))).toBe(n);
      const [mean, spread] = (await cell('Mean')).split(' ± ').map(number) as [number, number];
      expect(Math.abs(mean - sum / n)).toBeLessThanOrEqual(spread);
      expect(number(await cell('Standard'))).toBeCloseTo(Math.sqrt(squares / (n - 1)), 3);
      expect(number(await cell('RMS'))).toBeCloseTo(Math.sqrt(squares / n + (sum / n) ** 2), 2);
    }
    const [step, spread] = (await page.textContent('.step-height output'))!
      .replace(' rad', '')
      .split(' ± ')
      .map(number) as [number, number];
    expect(Math.abs(step - (means[1]! - means[0]!))).toBeLessThanOrEqual(spread);
    // the frame is a part of a simulated one: a bead that its edge cuts and the distance, which was searched for, take 0.02 rad from the step
    expect(spread).toBeGreaterThan(0.01);
    // what the report says of places stays, the rest averages out
    expect(Math.abs(spread / Math.sqrt(stated) - 1)).toBeLessThan(0.05);
    expect(stated).toBeLessThan(alike);
    expect(keptOf(1320)).toBeLessThan(0.3);
  });

  test('draws without a pointer: Enter begins and ends what the tool in hand draws', further, async () => {
    const map = page.locator('.map-canvas').first();
    for (const key of [
      'l',
      'Enter',
      'ArrowRight',
      'ArrowRight',
      'Enter',
      'r',
      'Enter',
      'ArrowDown',
      'Escape',
    ])
      await map.press(key);
    await said(page, '.dock', 'µm long, at 0°');
    expect(await page.locator('.statistics').count()).toBe(0);
  });

  test('names regions, flattens to one, and draws a polygon by clicks', further, async () => {
    const phase = await mapOf(result, 'phase');
    await page.click('[data-panel=regions] summary');
    await page.click('[data-control=add-region-a]');
    await page.fill('[data-control=name-1]', 'Ground, flat');
    await page.locator('[data-control=name-1]').dispatchEvent('change');
    await said(page, '.statistics', 'Ground, flat');
    // the corner of an 80 px square, less the plane of its values: what is left of them has no mean
    await page.click('[data-control=flatten]');
    await page.waitForSelector('[data-values=flat_phase]');
    await said(page, '.colour-bar', 'rad');
    const mean = await page.textContent('.statistics tr:has(th:text-matches("^Mean")) td');
    expect(Math.abs(number(mean!.split(' ± ')[0]!))).toBeLessThan(1e-3);
    const { at, shown } = await pointAt(page, 0.6, 0.6);
    // of a flat ground the plane is nearly its mean
    let sum = 0;
    for (let y = 0; y < 80; y++) for (let x = 0; x < 80; x++) sum += phase[y * SIDE + x]! / 6400;
    expect(Math.abs(number(shown.split(' ')[0]!) - (phase[at]! - sum))).toBeLessThan(0.3);
    await page.click('[data-control=as-it-was]');
    await page.waitForSelector('[data-painted=phase]');
    await page.locator('.map-canvas').first().press('p');
    const box = (await page.locator('.map-canvas').first().boundingBox())!;
    for (const [x, y] of [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.5, 0.7],
    ] as const)
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    await page.keyboard.press('Enter');
    await said(page, '.step-height', 'Step from Ground, flat to B');
    await page.click('text=Step histogram of Ground, flat');
    await page.waitForSelector('[data-control=step-histogram] .plot canvas');
    // a point is a region of one pixel
    await page.locator('.map-canvas').first().press('i');
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    await said(page, '.statistics thead', 'C');
    expect(await page.textContent('.statistics tr:has(th:text-matches("^Pixels")) td:last-child')).toBe('1');
    await page.click('text=Remove C');
    // what is removed takes no other's name with it
    await page.click('text=Remove Ground, flat');
    await said(page, '.statistics thead', 'PhaseB');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('text=Remove B');
  });

  test('gives a profile as a plot and as a table', further, async () => {
    const phase = await mapOf(result, 'phase');
    await page.click('[data-panel=profile] summary');
    await page.click('text=Profile along the middle row');
    await page.waitForSelector('.plot canvas');
    expect(await accessibilityViolations(page)).toEqual([]);
    // two cursors bound what is measured
    await page.locator('[data-cursor="2"]').press('ArrowLeft');
    await said(page, '[data-length="1"]', /between the cursors 10\d\d\.\d+ µm, .* ± .* rad from the first/);
    // a click is no line
    await page.click('text="Profile"');
    await page.locator('.map-canvas').first().click();
    const { bytes, name: file } = await downloaded(page, '[data-control=save-csv]');
    expect(file).toBe(`${name.replace('.zip', '')}-phase-profile.csv`);
    const [head, ...lines] = bytes.toString().trim().split('\n');
    expect(head).toBe('distance_um,x_px,y_px,phase_rad,sigma_rad');
    expect(lines).toHaveLength(SIDE);
    lines.forEach((line, i) => {
      const [distance, x, y, value] = line.split(',').map(Number);
      expect([x, y]).toEqual([i, SIDE / 2]);
      expect(distance).toBeCloseTo(i * 3.45, 9);
      expect(value).toBe(phase[(SIDE / 2) * SIDE + i]);
    });
  });
});
