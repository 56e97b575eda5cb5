import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { fromArrayBuffer } from 'geotiff';
import { expect } from 'vitest';
import type { Download, Page } from 'playwright-core';
import type { EvidenceReport } from '../../src/formats/report/evidence-report.ts';
import { examplePath } from './page-browser.ts';

/** A package as the service made it, read by other means than the page's. */
export interface ReadPackage {
  readonly zip: Buffer;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly report: EvidenceReport;
}

/** Has the example with its background reconstructed. */
export async function reconstructExample(
  url: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<ReadPackage> {
  const form = new FormData();
  for (const [part, name] of [
    ['hologram', 'off-axis.png'],
    ['background', 'off-axis-background.png'],
  ] as const) {
    form.set(part, new File([readFileSync(examplePath(name))], name));
  }
  const rig = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' };
  for (const [name, value] of Object.entries({ ...rig, ...fields })) if (value !== '') form.set(name, value);
  const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  const zip = Buffer.from(await answer.arrayBuffer());
  const files = unzipSync(zip);
  const report = JSON.parse(new TextDecoder().decode(files['data/evidence.json'])) as EvidenceReport;
  return { zip, files, report };
}

export async function mapOf({ files }: ReadPackage, name: string): Promise<Float32Array> {
  const bytes = files[`data/${name}.tif`]!;
  const tiff = await fromArrayBuffer(bytes.slice().buffer as ArrayBuffer);
  const [values] = (await (await tiff.getImage()).readRasters()) as unknown as [Float32Array];
  return values;
}

/** The samples of an NPY file as NumPy wrote or would read them: header of version 1, then the values. */
export function npyValues(bytes: Uint8Array): {
  readonly header: string;
  readonly words: Uint32Array<ArrayBuffer>;
} {
  const length = bytes[8]! + 256 * bytes[9]!;
  const header = Buffer.from(bytes.subarray(10, 10 + length)).toString('latin1');
  return { header, words: new Uint32Array(new Uint8Array(bytes.subarray(10 + length)).buffer) };
}

/** Opens a package in the viewer and waits for its first map. */
export async function view(page: Page, zip: Buffer, name = 'result.zip'): Promise<void> {
  await page.setInputFiles('#package', { name, mimeType: 'application/zip', buffer: zip });
  await page.waitForSelector('[data-painted=phase]');
}

export async function downloaded(page: Page, press: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.click(press),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
