import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPresent } from './page-browser.ts';

const PAGE = 'http://127.0.0.1:9/';
/** WebGPU on the processor: it has the arithmetic of a graphics processor, and not its speed. */
const SWIFTSHADER = [
  ...['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
  ...['--enable-features=Vulkan', '--use-vulkan=swiftshader', '--disable-background-networking'],
];
/** Gives the page what it compares, and how. */
const ENTRY = `
import { Kernels } from './src/core/kernel/kernels.ts';
import { FieldRefocuser } from './src/web/worker/refocuser.ts';
import { paint } from './src/web/worker/paint.ts';
import { GpuRefocuser, isRight, openGpu, shareOfOthers } from './src/web/worker/gpu-refocus.ts';
Object.assign(window, { Kernels, FieldRefocuser, paint, GpuRefocuser, isRight, openGpu, shareOfOthers });
`;

async function bundled(): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const name = 'virtual:gpu-preview';
  const entry = {
    name,
    resolveId: (id: string) => (id.endsWith(name) ? `${root}${name}.ts` : null),
    load: (id: string) => (id === `${root}${name}.ts` ? ENTRY : null),
  };
  const made = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [entry] },
    build: { write: false, minify: false, lib: { entry: name, formats: ['es'], fileName: 'all' } },
  });
  const [first] = [made].flat();
  if (!first || !('output' in first)) throw new Error('vite has made nothing');
  return first.output.map((file) => ('code' in file ? file.code : '')).join('\n');
}

describe.runIf(browserPresent)('a preview by the graphics processor', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: SWIFTSHADER });
    page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>WebGPU</p>' }));
    await page.goto(PAGE);
    await page.addScriptTag({ type: 'module', content: await bundled() });
    await page.waitForFunction('window.openGpu');
    const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url)).toString('base64');
    await page.evaluate(`(async () => {
      window.kernels = await Kernels.load(Uint8Array.from(atob(${JSON.stringify(wasm)}), (c) => c.charCodeAt(0)));
      window.gpu = await openGpu(false);
      // up to the edges, on a frame that is no power of two
      const [rows, cols] = [270, 450];
      const data = new Float32Array(2 * rows * cols);
      for (let i = 0; i < rows * cols; i++) {
        // no two patches of 4 by 4 pixels alike
        const [x, y] = [Math.floor((i % cols) / 4), Math.floor(i / cols / 4)];
        const phase = Math.sin(x * x + 1.7 * y * y + x * y);
        const light = i % 997 === 0 ? 0.5 : 1;
        data[2 * i] = light * Math.cos(phase);
        data[2 * i + 1] = light * Math.sin(phase);
      }
      window.field = { rows, cols, data };
      window.optics = { wavelength: 0.532, pitchX: 1.67, pitchY: 1.67, radius: 0.5 / 1.67, outside: 1, taper: 0 };
    })()`);
  });
  afterAll(() => browser?.close());

  test('what stands in for a graphics processor is not used', async () => {
    expect(await page.evaluate('gpu !== null')).toBe(true);
    expect(await page.evaluate('openGpu().then((fast) => fast)')).toBe(null);
  });

  test('is held against the kernels before it is believed', async () => {
    expect(await page.evaluate('isRight(gpu, kernels)')).toBe(true);
    // one that cuts its lines short
    const broken = `isRight({ device: gpu.device, longest: 32 }, kernels)`;
    expect(await page.evaluate(broken)).toBe(false);
  });

  test.each([0, 0.05, -0.3])('shows what the kernels show, %s mm away', async (shift_mm) => {
    const shares = await page.evaluate<Record<string, number>>(`(async () => {
      const found = {};
      const own = new FieldRefocuser(kernels, field, optics);
      const other = await GpuRefocuser.of(gpu, field, optics, 0.3);
      for (const show of ['amplitude', 'phase']) {
        const range = show === 'phase' ? { min: -Math.PI, max: Math.PI } : { min: 0, max: 1.6 };
        const seen = (shift_mm) => other.picture({ shift_mm, show, colours: 'grey', range });
        own.to(${shift_mm});
        const expected = paint(own.map(show).data, 'grey', range);
        found[show] = shareOfOthers(await seen(${shift_mm}), expected);
        found['wrong ' + show] = shareOfOthers(await seen(${shift_mm} + 0.1), expected);
      }
      own[Symbol.dispose]();
      other[Symbol.dispose]();
      return found;
    })()`);
    // of 256 levels no more than one pixel in a thousand is off by more than 8
    expect(shares.amplitude).toBeLessThan(0.001);
    expect(shares.phase).toBeLessThan(0.001);
    expect(shares['wrong amplitude']).toBeGreaterThan(0.3);
    expect(shares['wrong phase']).toBeGreaterThan(0.3);
  });
});
