import { crc32 } from 'node:zlib';
import { beadReconstruction } from '../package/bead-reconstruction.fixture.ts';
import { drawPreviews } from './previews.ts';
import { areaAverage } from './area-average.ts';
import { robustLimits } from './robust-limits.ts';
import { drawMapPicture } from './map-picture.ts';
import { encodePng } from './png.ts';
import { zlibStream } from './zlib-stream.ts';
import { grey } from './colour-map.ts';
const rec = beadReconstruction(1080, 1920, { height: false });
const best = (name: string, f: () => unknown) => {
  let b = 1e9,
    first = 0;
  for (let i = 0; i < 25; i++) {
    const t = performance.now();
    f();
    const d = performance.now() - t;
    if (!i) first = d;
    b = Math.min(b, d);
  }
  console.log(name, 'first', first.toFixed(1), 'best', b.toFixed(2));
};
best('previews', () => drawPreviews(rec, crc32));
best('area', () => areaAverage(rec.amplitude, 540, 960));
const a = areaAverage(rec.amplitude, 540, 960);
best('limits', () => robustLimits(a.data));
const o = { title: 'Amplitude', unit: 'rad', map: grey, pixelSizeUm: rec.pixel_size_um };
best('draw', () => drawMapPicture(rec.amplitude, o));
const { canvas } = drawMapPicture(rec.amplitude, o);
best('png', () => encodePng(canvas, crc32));
best('zlib', () => zlibStream(canvas.pixels));
