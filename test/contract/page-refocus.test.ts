import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../src/core/kernel/complex-layout.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ComplexPlane } from '../../src/core/kernel/plane.ts';
import type { Kernels, Scope } from '../../src/core/kernel/kernels.ts';
import { propagate } from '../../src/core/propagate/propagate.ts';
import { loadKernels } from '../load-kernels.ts';
import { thorough } from '../short-form.ts';
import {
  browserPresent,
  eventually,
  openPageBefore,
  said,
  type PageService,
  loadAnew,
} from './page-browser.ts';
import {
  downloaded,
  mapOf,
  npyValues,
  reconstructExample,
  SIDE,
  view,
  type ReadPackage,
} from './page-package.ts';

const further = { tags: 'further/page' };

/** the whole of the example, whose beads all lie inside, where its edges are left out */
const [ROWS, COLS] = thorough ? [768, 768] : [SIDE, SIDE];
const cut = thorough ? [null] : [];
/** cycles/µm: the roll-off of the service's filter reaches 15 % beyond its radius (see the report's step `filter`) */
const ROLL_OFF = 1.15;

/** Interleaved samples in the kernels' memory, by way of the plane's own documented layout. */
function planeOf(kernels: Kernels, scope: Scope, samples: Float32Array): ComplexPlane {
  const plane = scope.complex(ROWS, COLS);
  const floats = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  for (let i = 0; i < ROWS * COLS; i++) {
    const [x, y] = [i % COLS, Math.floor(i / COLS)];
    const at = y * floatsPerRow(plane) + inRow(x);
    floats[at] = samples[2 * i]!;
    floats[at + TO_IMAGINARY] = samples[2 * i + 1]!;
  }
  return plane;
}

/** How many words of 32 bits differ. */
function differing(a: Uint32Array, b: Uint32Array): number {
  let count = Math.abs(a.length - b.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) count++;
  return count;
}

describe.runIf(browserPresent)('refocusing in a browser', () => {
  let service: PageService;
  let kernels: Kernels;
  let at5: ReadPackage;
  let at6: ReadPackage;
  let page: Page;
  let stem: string;

  openPageBefore(async (opened) => {
    ({ service, page } = opened);
    kernels = await loadKernels();
    at5 = await reconstructExample(service.url, { z_mm: '5' }, ...cut);
    if (thorough) at6 = await reconstructExample(service.url, { z_mm: '6' }, ...cut);
    await loadAnew(page, `${service.url}/#/view`);
    stem = (await view(page, at5.zip)).replace('.zip', '');
    await page.click('[data-panel=refocus] summary');
  });

  async function fieldAt(z_mm: number): Promise<ReturnType<typeof npyValues> & { name: string }> {
    const field = page.locator('[data-panel=refocus]').getByLabel(/^Distance mm/);
    await field.fill(String(z_mm));
    await field.dispatchEvent('change');
    const shown = z_mm === Math.round(z_mm) ? String(z_mm) : z_mm.toFixed(3);
    await said(page, '.distance-slider output', `${shown} mm`);
    await page.waitForSelector('[data-values=refocused_amplitude]');
    const { bytes, name } = await downloaded(page, '[data-control=save-field]');
    return { ...npyValues(bytes), name };
  }

  test('at the server’s own distance the field is that of the package, bit for bit', async () => {
    const { words, header } = await fieldAt(5);
    const own = npyValues(at5.files['data/field.npy']!);
    expect(header).toBe(own.header);
    expect(header).toContain(`'shape': (${ROWS}, ${COLS})`);
    expect(differing(words, own.words)).toBe(0);
    await said(page, '[data-control=refocus-rate]', 'bit for bit');
  });

  test.each([6, 4.25, 11.5])(
    'at %s mm it is what the same kernels give in Node, bit for bit',
    further,
    async (z_mm) => {
      const { words, name } = await fieldAt(z_mm);
      expect(name).toBe(`${stem}-field-at-${z_mm.toFixed(4)}mm.npy`);
      const own = npyValues(at5.files['data/field.npy']!).words;
      using scope = kernels.scope();
      const plane = planeOf(kernels, scope, new Float32Array(own.buffer));
      const radius = at5.report.parameters.used.filter_radius_cycles_per_um as number;
      propagate(kernels, plane, ROWS, COLS, {
        ...{ wavelength: 0.6328, z: -(z_mm - 5) * 1000, radius: radius * ROLL_OFF, taper: 0 },
        sampling: { pitchX: 3.45, pitchY: 3.45 },
        outside: { re: 1, im: 0 },
      });
      const out = scope.floats(words.length);
      kernels.wasm.exportField(plane, out);
      expect(differing(words, new Uint32Array(kernels.wasm.memory.buffer, out, words.length))).toBe(0);
    },
  );

  test('what is being typed stays while pictures of the last distance come in', further, async () => {
    const field = page.locator('[data-panel=refocus]').getByLabel(/^Distance mm/);
    await field.fill('5.5');
    await field.dispatchEvent('change');
    await field.fill('7.25');
    await page.locator('.distance-slider output', { hasText: '5.5' }).waitFor();
    // a picture and its values, drawn after the typing, put 5.5 back where the field was not left alone
    await page.waitForTimeout(600);
    expect(await field.inputValue()).toBe('7.25');
  });

  test('what a hand is about to press stays where it is while a distance is gone to', further, async () => {
    await page.evaluate(`{
      [window.places, window.valued] = [new Set(), ''];
      const look = () => {
        const { left, top } = document.querySelector('[data-control=save-field]').getBoundingClientRect();
        places.add(left + ' ' + (top + scrollY));
        valued += document.querySelector('[data-values=refocused_amplitude]') ? '1' : '0';
        requestAnimationFrame(look);
      };
      look();
    }`);
    const field = page.locator('[data-panel=refocus]').getByLabel(/^Distance mm/);
    await field.fill('9.5');
    await field.dispatchEvent('change');
    // the picture of the new place, its values, and a moment in which they were counted
    await eventually(() => page.evaluate('window.valued')).toMatch(/01{20}/);
    expect(await page.evaluate('[...window.places]')).toHaveLength(1);
  });

  test.runIf(thorough)(
    'its phase without jumps is that which the server gives there, but for edges and levelling',
    async () => {
      await fieldAt(6);
      await page.selectOption('[data-panel=refocus] select', 'unwrapped');
      await page.waitForSelector('[data-painted=refocused_unwrapped][data-values=refocused_unwrapped]');
      const { bytes } = await downloaded(page, '[data-control=save-tiff]');
      const found = await mapOf({ ...at6, files: { 'data/phase.tif': bytes } }, 'phase');
      const server = await mapOf(at6, 'phase');
      let worst = 0;
      for (let y = 25; y < ROWS - 25; y++)
        for (let x = 25; x < COLS - 25; x++)
          worst = Math.max(worst, Math.abs(found[y * COLS + x]! - server[y * COLS + x]!));
      // beads of 3 rad: a turn that was lost would be 6.28
      expect(worst).toBeLessThan(0.05);
      await page.selectOption('[data-panel=refocus] select', 'amplitude');
    },
  );

  test.runIf(thorough)(
    'at another distance it is what the server reconstructs there, but for edges and levelling',
    async () => {
      const { words, name } = await fieldAt(6);
      expect(name).toBe(`${stem}-field-at-6.0000mm.npy`);
      const found = new Float32Array(words.buffer);
      const server = new Float32Array(npyValues(at6.files['data/field.npy']!).words.buffer);
      const before = new Float32Array(npyValues(at5.files['data/field.npy']!).words.buffer);
      // the server fades the frame's edges before it propagates and levels afterwards: measured 7.4e-5 inside
      const inset = 25;
      const rms = (a: Float32Array) => {
        let sum = 0;
        let count = 0;
        for (let y = inset; y < ROWS - inset; y++) {
          for (let i = 2 * (y * COLS + inset); i < 2 * ((y + 1) * COLS - inset); i++, count++)
            sum += (a[i]! - server[i]!) ** 2;
        }
        return Math.sqrt((2 * sum) / count);
      };
      expect(rms(found)).toBeLessThan(1.5e-4);
      expect(rms(before)).toBeGreaterThan(0.02);
    },
  );
});
