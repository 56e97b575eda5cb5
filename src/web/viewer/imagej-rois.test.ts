import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { imagejRois } from './imagej-rois.ts';

/** As RoiDecoder of ImageJ reads a file, from what its source says of the places of numbers. */
function decode(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('Iout');
  expect(view.getInt16(4)).toBeGreaterThanOrEqual(217);
  const [top, left, bottom, right] = [8, 10, 12, 14].map((at) => view.getInt16(at)) as number[];
  const n = view.getUint16(16);
  const floats = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i));
  return {
    ...{ kind: view.getUint8(6), top, left, bottom, right },
    line: floats(18, 4),
    subPixel: (view.getInt16(50) & 128) !== 0,
    whole: Array.from({ length: n }, (_, i) => [
      left! + view.getInt16(64 + 2 * i),
      top! + view.getInt16(64 + 2 * (n + i)),
    ]),
    exact: n > 0 ? [floats(64 + 4 * n, n), floats(64 + 8 * n, n)] : [],
  };
}

describe('regions for Fiji', () => {
  const points = [
    { x: 10.25, y: 20.5 },
    { x: 30, y: 22 },
    { x: 15.5, y: 40.75 },
  ];
  const files = unzipSync(
    imagejRois({
      lines: [{ from: { x: 50, y: 7 }, to: { x: 2, y: 9 } }],
      regions: [
        { x: 3, y: 4, width: 100, height: 20 },
        { x: 5, y: 6, width: 70, height: 30, shape: 'ellipse' },
        { x: 10, y: 20, width: 20, height: 21, shape: 'polygon', points },
        { x: 60, y: 70, width: 1, height: 1, shape: 'point' },
      ],
    }),
  );

  it('are one file each, under the names that the page gives them', () => {
    expect(Object.keys(files)).toEqual(['line-1.roi', 'A.roi', 'B.roi', 'C.roi', 'D.roi']);
  });

  it('take the names that a person gave, no folder and no second of the same', () => {
    const box = { x: 3, y: 4, width: 10, height: 20 };
    const regions = ['Cell 1/2', 'Cell 1/2', undefined].map((name) => ({ ...box, ...(name && { name }) }));
    expect(Object.keys(unzipSync(imagejRois({ lines: [], regions })))).toEqual([
      ...['Cell 1-2.roi', 'Cell 1-2 2.roi', 'C.roi'],
    ]);
  });

  it('are where they were drawn', () => {
    expect(decode(files['A.roi']!)).toMatchObject({ kind: 1, left: 3, top: 4, right: 103, bottom: 24 });
    expect(decode(files['B.roi']!)).toMatchObject({ kind: 2, left: 5, top: 6, right: 75, bottom: 36 });
    const line = decode(files['line-1.roi']!);
    expect(line).toMatchObject({ kind: 3, subPixel: true, line: [50.5, 7.5, 2.5, 9.5] });
    // the middle of the pixel
    expect(decode(files['D.roi']!)).toMatchObject({ kind: 10, left: 60, top: 70, exact: [[60.5], [70.5]] });
    const freehand = decode(files['C.roi']!);
    expect(freehand).toMatchObject({ kind: 7, subPixel: true, left: 10, top: 20 });
    expect(freehand.exact).toEqual([points.map(({ x }) => x), points.map(({ y }) => y)]);
    expect(freehand.whole).toEqual([
      [10, 21],
      [30, 22],
      [16, 41],
    ]);
  });
});
