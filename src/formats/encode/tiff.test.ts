import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { describe, expect, it } from 'vitest';
import { encodeTiff } from './tiff.ts';

const map = { rows: 3, cols: 5, data: Float32Array.from({ length: 15 }, (_, i) => i * 0.25 - 1.7) };
const options = { pixelSizeUm: { x: 0.1725, y: 0.173 }, display: { min: -1.5, max: 2 }, valueUnit: 'rad' };
const hasTifffile = spawnSync('/usr/bin/python3', ['-c', 'import tifffile']).status === 0;

describe('encodeTiff', () => {
  it('passes the map through uncopied behind a header that ends on a boundary', () => {
    const [header, strip] = encodeTiff(map, options);
    expect(strip!.buffer).toBe(map.data.buffer);
    expect(header!.length % 16).toBe(0);
  });

  it('gives geotiff the very values', async () => {
    const file = Buffer.concat(encodeTiff(map, options));
    const image = await (await fromArrayBuffer(new Uint8Array(file).buffer)).getImage();
    expect([image.getWidth(), image.getHeight(), image.getSamplesPerPixel()]).toEqual([5, 3, 1]);
    const [values] = (await image.readRasters()) as unknown as [Float32Array];
    expect(values).toEqual(map.data);
  });

  it('writes a view into a larger block of memory as well as an array of its own', () => {
    const block = Float32Array.from({ length: 40 }, (_, i) => i);
    const view = { rows: 3, cols: 5, data: block.subarray(7, 22) };
    const strip = encodeTiff(view, options)[1]!;
    expect([...new Float32Array(strip.slice().buffer)]).toEqual([...view.data]);
  });

  it.each([0.05, 1, 6.5, 430, 50_000])('keeps a pixel size of %d µm as it is', (size) => {
    const [header] = encodeTiff(map, { ...options, pixelSizeUm: { x: size, y: size } });
    const view = new DataView(header!.buffer);
    const entries = Array.from({ length: view.getUint16(8, true) }, (_, i) => 10 + 12 * i);
    const at = view.getUint32(entries.find((entry) => view.getUint16(entry, true) === 282)! + 8, true);
    expect(view.getUint32(at + 4, true) / view.getUint32(at, true)).toBeCloseTo(size, 9);
  });

  it.skipIf(!hasTifffile)(
    'is what tifffile calls an ImageJ file, with its units (skipped without tifffile)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'leith-tiff-'));
      try {
        const path = join(folder, 'map.tif');
        writeFileSync(path, Buffer.concat(encodeTiff(map, options)));
        const script =
          'import tifffile, json, sys\n' +
          'with tifffile.TiffFile(sys.argv[1]) as t:\n' +
          ' p = t.pages[0]; m = t.imagej_metadata; r = [p.tags[n].value for n in ("XResolution", "YResolution")]\n' +
          ' print(json.dumps([m["unit"], m["min"], m["max"], [d / n for n, d in r], p.tags["ResolutionUnit"].value,\n' +
          '  p.asarray().tolist(), str(p.dtype), p.is_memmappable]))';
        const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script, path], { encoding: 'utf8' });
        expect(stderr).toBe('');
        const values = [0, 1, 2].map((row) => [...map.data.subarray(5 * row, 5 * row + 5)]);
        expect(JSON.parse(stdout)).toEqual(['um', -1.5, 2, [0.1725, 0.173], 1, values, 'float32', true]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
