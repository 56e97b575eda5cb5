import { unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { figurePdf } from './figure-pdf.ts';

const map = {
  title: 'Phase uncertainty (1 σ)',
  unit: 'rad',
  rows: 3,
  cols: 4,
  pixelSizeUm: { x: 0.5, y: 1 },
};
const points = [
  { x: 0, y: 0 },
  { x: 3, y: 0 },
  { x: 1.5, y: 2 },
];
const rgb = Uint8Array.from({ length: 36 }, (_, i) => 7 * i);
const figure = {
  ...{ map, colours: 'viridis' as const, range: { min: -1, max: 3 } },
  marks: {
    lines: [{ from: { x: 0, y: 0 }, to: { x: 3, y: 2 } }],
    regions: [
      { x: 1, y: 0, width: 2, height: 2, name: 'Zelle (α)' },
      { x: 0, y: 1, width: 4, height: 2, shape: 'ellipse' },
      { x: 0, y: 0, width: 3, height: 2, shape: 'polygon', points },
    ],
  },
  caption: ['Evidence report evr_0123, 2026-11-23', 'Input SHA-256 00ff'],
} as const;

/** As a reader does it: the table at the end leads to every object. */
function read(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const [, count] = /^xref\n0 (\d+)\n/.exec(text.slice(table))!;
  const places = [...text.slice(table).matchAll(/(\d{10}) 00000 n \n/g)].map(([, place]) => Number(place));
  expect(places).toHaveLength(Number(count) - 1);
  return places.map((place, i) => {
    expect(text.slice(place).startsWith(`${i + 1} 0 obj\n`)).toBe(true);
    const object = text.slice(place, text.indexOf('\nendobj\n', place));
    const length = Number(/\/Length (\d+)/.exec(object)?.[1] ?? 0);
    const from = place + object.indexOf('stream\n') + 7;
    return { text: object, data: length > 0 ? unzlibSync(bytes.subarray(from, from + length)) : null };
  });
}

describe('a figure as a PDF', async () => {
  const bytes = await figurePdf(figure, rgb);
  const objects = read(bytes);
  const content = Buffer.from(objects[3]!.data!).toString('latin1');

  it('holds the pixels as they are, and the colours from high to low', () => {
    expect([...objects[5]!.data!]).toEqual([...rgb]);
    expect(objects[5]!.text).toContain('/Width 4 /Height 3');
    // the ends of viridis, as its authors give them
    expect([...objects[6]!.data!.subarray(0, 3)]).toEqual([253, 231, 37]);
    expect([...objects[6]!.data!.subarray(-3)]).toEqual([68, 1, 84]);
  });

  it('stretches pixels as they lie on the sample', () => {
    // 4 × 3 pixels of 0.5 × 1 µm
    expect(content).toContain('q 800 0 0 -1200 24 1244 cm /Map Do Q');
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(objects[2]!.text)!;
    expect([Number(width), Number(height)]).toEqual([479, 672]);
  });

  it('says what it shows, by which evidence, in letters that every reader has', () => {
    expect(content).toContain('/F1 14 Tf (Evidence report evr_0123, 2026-11-23) Tj');
    expect(content).toContain(
      '/F1 14 Tf (Phase uncertainty \\(1 ) Tj /F3 14 Tf (s) Tj /F1 14 Tf (\\), rad) Tj',
    );
    expect(content).toContain('(\\2261.0) Tj');
    expect(content).toContain('(Zelle \\(?\\)) Tj');
    const subject = /Subject <feff([0-9a-f]+)>/.exec(objects[4]!.text)![1]!;
    const words = Buffer.from(subject, 'hex').swap16().toString('utf16le');
    expect(words).toContain('evr_0123');
  });

  it('draws each mark where it is', () => {
    expect(content).toContain('124 244 m 724 1044 l S');
    expect(content).toContain('224 44 400 800 re S');
    expect(content).toContain('24 44 m 624 44 l 324 844 l s');
    // the ellipse ends where it begins, on the right
    expect(content).toMatch(/824 844 m [\d. ]+ c [\d. ]+ c [\d. ]+ c [\d. ]+ 824 844 c s/);
    expect(bytes.every((byte) => byte <= 255)).toBe(true);
  });
});
