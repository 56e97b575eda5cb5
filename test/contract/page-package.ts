import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { fromArrayBuffer } from 'geotiff';
import sharp, { type Region } from 'sharp';
import { expect } from 'vitest';
import type { Download, Page } from 'playwright-core';
import type { EvidenceReport } from '../../src/formats/report/evidence-report.ts';
import { examplePath, settled } from './page-browser.ts';
import { fileOf } from './page-files.ts';

/** px, of the frames that `reconstructExample` sends: a browser on a slow machine has enough to do with these */
export const SIDE = 320;
/** px from the corner of the example: two beads and half of a third */
const CUT = { left: 230, top: 90, width: SIDE, height: SIDE };

/** A package as the service made it, read by other means than the page's. */
export interface ReadPackage {
  readonly zip: Buffer;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly report: EvidenceReport;
}

/** A part of one of the example's frames. */
export function exampleFrame(name: string, cut: Region | null = CUT): Promise<Buffer> {
  const whole = sharp(examplePath(name));
  return (cut ? whole.extract(cut) : whole).toColourspace('b-w').png().toBuffer();
}

const made = new Map<string, Promise<ReadPackage>>();

/**
 * Has a part of the example with its background reconstructed: once for all files that ask a service for the same.
 * @param cut null: the whole of it, 768 px a side
 */
export function reconstructExample(
  url: string,
  fields: Readonly<Record<string, string>> = {},
  cut: Region | null = CUT,
): Promise<ReadPackage> {
  const asked = JSON.stringify([url, fields, cut]);
  if (!made.has(asked)) made.set(asked, reconstructOnce(url, fields, cut));
  return made.get(asked)!;
}

async function reconstructOnce(
  url: string,
  fields: Readonly<Record<string, string>>,
  cut: Region | null,
): Promise<ReadPackage> {
  const form = new FormData();
  for (const [part, name] of [
    ['hologram', 'off-axis.png'],
    ['background', 'off-axis-background.png'],
  ] as const) {
    form.set(part, new File([new Uint8Array(await exampleFrame(name, cut))], name));
  }
  const rig = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' };
  for (const [name, value] of Object.entries({ ...rig, ...fields })) if (value !== '') form.set(name, value);
  const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form });
  expect(answer.status, answer.ok ? '' : await answer.clone().text()).toBe(200);
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

let opened = 0;

/** Opens a package in the viewer, under a name that none had before, and waits for its first map. */
export async function view(page: Page, zip: Buffer, stem = 'result', first = 'phase'): Promise<string> {
  const name = `${stem}-${++opened}.zip`;
  await page.setInputFiles('#package', fileOf(name, zip));
  await page.waitForSelector(`[aria-label="Result ${name}"] [data-painted=${first}]`);
  // counted and painted: nothing is under way that could redraw the page behind a test's back
  await page.waitForSelector('.viewer .trust', { state: 'attached' });
  await page.waitForSelector('.viewer .colour-bar');
  await settled(page);
  return name;
}

export async function downloaded(page: Page, press: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.click(press),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
