import { loadKernels } from '../../../test/load-kernels.ts';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { beadReconstruction, packageContext } from '../package/bead-reconstruction.fixture.ts';
import type { PackageContext } from './package-context.ts';
import { encodePayload } from '../package/payload.ts';
import { buildEvidenceReport } from './build-evidence-report.ts';
import { reportPage } from './report-page.ts';

const kernels = await loadKernels();

const made = new Map<string, string>();

/** Made once for all tests that look at the same. */
function page(context: Partial<PackageContext> = {}, change: object = {}): string {
  const key = JSON.stringify([context, change]);
  if (!made.has(key)) made.set(key, makePage(context, change));
  return made.get(key)!;
}

function makePage(context: Partial<PackageContext>, change: object): string {
  const reconstruction = { ...beadReconstruction(32, 48, { height: true }), ...change };
  const { files, previews } = encodePayload(kernels, reconstruction);
  const outputs = files.map(({ output }) => output);
  const report = buildEvidenceReport(
    reconstruction,
    { ...packageContext(), ...context },
    outputs,
    'c'.repeat(64),
  );
  return reportPage(report, previews, reconstruction.spectrum);
}

describe('reportPage', () => {
  it('loads nothing from anywhere and runs nothing', () => {
    const markup = page();
    const pictures = [...markup.matchAll(/<img src="([^"]{0,22})/g)].map(([, source]) => source);
    expect(pictures).toHaveLength(7);
    expect(new Set(pictures)).toEqual(new Set(['data:image/png;base64,']));
    const rest = markup.replace(/base64,[^"]+/g, '');
    expect(rest).not.toMatch(/<script|<link|<iframe|<a |href=|https?:|url\((?!#)|@import/i);
  });

  it('allows its own style and no other', () => {
    const markup = page();
    const style = /<style>([^]*?)<\/style>/.exec(markup)![1]!;
    const digest = createHash('sha256').update(style).digest('base64');
    expect(markup).toContain(`style-src &#39;sha256-${digest}&#39;`);
    expect(markup).not.toMatch(/ style="/);
  });

  it('shows hostile names as text', () => {
    const hostile = `"><img src=x onerror=alert(1)>`;
    const markup = page({ requester: hostile, requested: { [hostile]: hostile } });
    expect(markup).not.toContain('<img src=x');
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('puts the worst flag first and says so', () => {
    const markup = page();
    expect(markup).toContain('verdict warning');
    expect(markup.indexOf('saturated_pixels')).toBeLessThan(markup.indexOf('distance_unknown'));
    expect(page({}, { flags: [] })).toContain('Nothing about this result calls for a second look');
  });

  it('marks the focus that was found on its curve', () => {
    expect(page()).toMatch(/class="best-label"[^>]*>\s*0\.42 mm/);
    expect(page({}, { focus_curves: [] })).not.toContain('<h2>Focus</h2>');
  });

  it('draws a focus curve of one value, and one that is flat', () => {
    const curve = { metric: 'm', extremum: 'min', z_mm: [1], value: [2], best_z_mm: 1 };
    const flat = { ...curve, z_mm: [1, 2], value: [3, 3] };
    expect(page({}, { focus_curves: [curve, flat] })).not.toMatch(/NaN|Infinity/);
  });

  it('draws the budget of the uncertainty: what is not known first, then the largest, all together last', () => {
    const budget = /<table class="budget">([^]*?)<\/table>/.exec(page())![1]!;
    const cells = [...budget.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].slice(1);
    const read = cells.map(([, row]) =>
      [...row!.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell]) => cell!.trim()),
    );
    expect(read.map(([name, type, sigma]) => [name, type, sigma])).toEqual([
      ['Speckle and stray light', 'A', 'not known'],
      ['Noise of the camera', 'A', '0.03'],
      ['All together', '', '0.041'],
    ]);
    const lengths = read.map((row) => /<rect width="([\d.]+)"/.exec(row[3]!)?.[1] ?? null);
    expect(lengths).toEqual([null, '73.2', '100.0']);
  });
});
