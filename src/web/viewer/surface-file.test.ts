import { describe, expect, it } from 'vitest';
import { encodeGlb, encodeStl, surfaceMesh } from './surface-file.ts';

/** A plane that rises by 1 nm a column and 2 nm a row, drawn 2 µm by 3 µm a sample. */
const grid = {
  rows: 3,
  cols: 4,
  values: Float32Array.from({ length: 12 }, (_, i) => (i % 4) + 2 * Math.floor(i / 4)),
};
const mesh = surfaceMesh(grid, { colours: 'grey', range: { min: 0, max: 7 } }, { x: 2, y: 3 }, 1e-3);

describe('a surface in a file', () => {
  it('lies in space as the map does, in micrometres', () => {
    expect([...mesh.positions.subarray(3 * 5, 3 * 6)]).toEqual([2, -3, Math.fround(3e-3)]);
    expect([...mesh.colours.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
    expect(mesh.triangles).toHaveLength(6 * 2 * 3);
  });

  it('is an STL whose triangles look up and have the area of the plane', () => {
    const bytes = encodeStl(mesh, 'a plane');
    const view = new DataView(bytes.buffer);
    expect(bytes.length).toBe(84 + 50 * view.getUint32(80, true));
    let area = 0;
    for (let t = 0; t < view.getUint32(80, true); t++) {
      const at = (k: number) => [0, 1, 2].map((i) => view.getFloat32(84 + 50 * t + 12 * k + 4 * i, true));
      const [normal, a, b, c] = [at(0), at(1), at(2), at(3)] as [number[], number[], number[], number[]];
      // z = x / 2000 - y / 1500 in µm
      const length = Math.hypot(1 / 2000, 1 / 1500, 1);
      normal.forEach((value, i) => expect(value).toBeCloseTo([-1 / 2000, 2 / 3000, 1][i]! / length, 5));
      area += Math.abs((b[0]! - a[0]!) * (c[1]! - a[1]!) - (c[0]! - a[0]!) * (b[1]! - a[1]!)) / 2;
    }
    expect(area).toBeCloseTo(6 * 6, 5);
  });

  it('is a GLB whose accessors say what its buffer holds', () => {
    const bytes = encodeGlb(mesh, 'leith');
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('glTF');
    expect(view.getUint32(8, true)).toBe(bytes.length);
    const length = view.getUint32(12, true);
    expect(length % 4).toBe(0);
    const gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
    expect(view.getUint32(20 + length, true)).toBe(gltf.buffers[0].byteLength);
    expect(28 + length + gltf.buffers[0].byteLength).toBe(bytes.length);
    const start = 28 + length + gltf.bufferViews[0].byteOffset;
    const positions = Array.from({ length: 36 }, (_, i) => view.getFloat32(start + 4 * i, true));
    expect(positions).toEqual([...mesh.positions]);
    expect(gltf.accessors[0].max).toEqual([6, 0, Math.fround(7e-3)]);
    expect(gltf.accessors[2].count).toBe(36);
  });
});
