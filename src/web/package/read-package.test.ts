import { createHash } from 'node:crypto';
import { zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import { encodeTiff } from '../../formats/encode/tiff.ts';
import { readPackage } from './read-package.ts';

const rows = 20;
const cols = 17;
const phase = Float32Array.from({ length: rows * cols }, (_, i) => i / 7 - 3);
const field = Float32Array.from({ length: 2 * rows * cols }, (_, i) => i / 11);
const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const joined = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

/** The least that is a package, its digests right unless `change` spoils something. */
async function packageOf(
  change: (files: Record<string, Uint8Array>) => void = () => undefined,
  level: 0 | 6 = 0,
) {
  const pixelSizeUm = { x: 3.45, y: 3.45 };
  const options = { pixelSizeUm, display: { min: 0, max: 1 }, valueUnit: 'rad' };
  const files: Record<string, Uint8Array> = {
    'data/phase.tif': joined(encodeTiff({ rows, cols, data: phase }, options)),
    'data/field.npy': joined(encodeNpyArray(field, [rows, cols], true)),
    'data/preview/phase.png': new Uint8Array([1, 2, 3]),
  };
  const outputs = await Promise.all(
    Object.entries(files).map(async ([path, bytes]) => ({ path, sha256: await sha256(bytes) })),
  );
  const report = { outputs, steps: [], quality: { flags: [], metrics: {} }, parameters: { used: {} } };
  files['data/evidence.json'] = new TextEncoder().encode(JSON.stringify(report));
  const lines = await Promise.all(
    Object.entries(files).map(async ([path, bytes]) => `${await sha256(bytes)}  ${path}\n`),
  );
  files['manifest-sha256.txt'] = new TextEncoder().encode(lines.join(''));
  change(files);
  return new Uint8Array(zipSync(files as Zippable, { level }));
}

describe('a result package', () => {
  it.each([0, 6] as const)(
    'at compression %i gives its values bit for bit, and is inspected',
    async (level) => {
      const contents = await readPackage(await packageOf(undefined, level), sha256);
      expect(contents.maps.phase).toEqual({ rows, cols, data: phase });
      expect(contents.field).toEqual({ rows, cols, data: field });
      expect(contents.previews.phase).toEqual(new Uint8Array([1, 2, 3]));
      // stored as it is, but no package that the service made
      const expected = level === 0 ? 'manifest-sha256.txt' : 'archive';
      expect(contents.inspection!.checks.map(({ name }) => name)).toContain(expected);
    },
  );

  it('is not inspected where digests can’t be computed', async () => {
    expect((await readPackage(await packageOf(), null)).inspection).toBeNull();
  });

  it.each([
    ['no ZIP', async () => new Uint8Array([1, 2, 3]), 'no ZIP file'],
    ['half a ZIP', async () => (await packageOf()).slice(0, 900), 'cut short'],
    [
      'a ZIP of something else',
      async () => new Uint8Array(zipSync({ 'a.txt': new Uint8Array(3) })),
      'evidence.json',
    ],
    [
      'nothing to look at',
      () =>
        packageOf((files) => {
          for (const path of Object.keys(files)) if (/tif|npy|png/.test(path)) delete files[path];
        }),
      'nothing to look at',
    ],
    [
      'a report that is no JSON',
      () => packageOf((files) => (files['data/evidence.json'] = new Uint8Array([123]))),
      'not JSON',
    ],
    [
      'a report without steps',
      () => packageOf((files) => (files['data/evidence.json'] = new TextEncoder().encode('{}'))),
      'lacks',
    ],
    [
      'a field cut short',
      () => packageOf((files) => (files['data/field.npy'] = files['data/field.npy']!.slice(0, -8))),
      'field.npy',
    ],
  ])('is refused in words: %s', async (_, make, words) => {
    await expect(readPackage(await make(), sha256)).rejects.toThrow(words);
  });
});
