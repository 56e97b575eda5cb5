import { colourWords } from '../colour/colour-maps.ts';
import type { SurfaceGrid, SurfaceLook } from './surface-message.ts';

/** A surface in space, µm: two triangles between four neighbouring samples. */
export interface SurfaceMesh {
  /** x, y, z of every sample; y points away from the first row, so that it is no mirror image */
  readonly positions: Float32Array<ArrayBuffer>;
  /** red, green, blue, alpha of every sample */
  readonly colours: Uint8Array<ArrayBuffer>;
  readonly triangles: Uint32Array<ArrayBuffer>;
}

/**
 * @param stepUm from one sample to the next
 * @param umPerValue height of one unit of the values
 */
export function surfaceMesh(
  { rows, cols, values }: SurfaceGrid,
  { colours, range }: Pick<SurfaceLook, 'colours' | 'range'>,
  stepUm: { readonly x: number; readonly y: number },
  umPerValue: number,
): SurfaceMesh {
  const words = new Uint32Array(colourWords(colours));
  const positions = new Float32Array(3 * values.length);
  const shades = new Uint32Array(values.length);
  const span = range.max - range.min || 1;
  values.forEach((value, i) => {
    // where there is no number the surface lies at the range's lower end
    const height = Number.isFinite(value) ? value : range.min;
    positions.set([(i % cols) * stepUm.x, -Math.floor(i / cols) * stepUm.y, height * umPerValue], 3 * i);
    const level = Math.floor((256 * (height - range.min)) / span);
    shades[i] = words[Math.min(255, Math.max(0, level))]!;
  });
  const triangles = new Uint32Array(6 * (rows - 1) * (cols - 1));
  let at = 0;
  for (let y = 0; y + 1 < rows; y++) {
    for (let x = 0; x + 1 < cols; x++) {
      const a = y * cols + x;
      // anticlockwise from above
      triangles.set([a, a + cols, a + 1, a + 1, a + cols, a + cols + 1], at);
      at += 6;
    }
  }
  return { positions, colours: new Uint8Array(shades.buffer), triangles };
}

/** Binary STL, in µm: 80 bytes of words, the count, and 50 bytes a triangle. */
export function encodeStl({ positions, triangles }: SurfaceMesh, words: string): Uint8Array<ArrayBuffer> {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + 50 * count);
  bytes.set(new TextEncoder().encode(words).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  const corner = (index: number) => positions.subarray(3 * index, 3 * index + 3);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(triangles[3 * t + k]!)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    [normalOf(a, b, c), a, b, c].forEach((triple, k) => {
      for (let i = 0; i < 3; i++) view.setFloat32(84 + 50 * t + 12 * k + 4 * i, triple[i]!, true);
    });
  }
  return bytes;
}

function normalOf(a: Float32Array, b: Float32Array, c: Float32Array): number[] {
  const [u, v] = [b, c].map((end) => [0, 1, 2].map((i) => end[i]! - a[i]!)) as [number[], number[]];
  const cross = [0, 1, 2].map((i) => u[(i + 1) % 3]! * v[(i + 2) % 3]! - u[(i + 2) % 3]! * v[(i + 1) % 3]!);
  const length = Math.hypot(...cross) || 1;
  return cross.map((value) => value / length);
}

/** glTF has the colours of vertices linear in light; the fourth of four is no colour. */
function linear(shade: number, index: number): number {
  if (index % 4 === 3) return shade;
  const share = shade / 255;
  return Math.round(255 * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
}

const [GLTF, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];
const [FLOAT, UNSIGNED_BYTE, UNSIGNED_INT] = [5126, 5121, 5125];

/** Binary glTF 2.0. Its unit is the metre and y points up; 1 µm of the sample is 1 m, or nothing could be seen of it. */
export function encodeGlb(
  { positions, colours, triangles }: SurfaceMesh,
  words: string,
): Uint8Array<ArrayBuffer> {
  const parts = [positions, colours.map(linear), triangles];
  const sizes = parts.map(({ byteLength }) => byteLength);
  const starts = [0, sizes[0]!, sizes[0]! + sizes[1]!];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const count = positions.length / 3;
  const extreme = (pick: (a: number, b: number) => number) => {
    const found = [...positions.subarray(0, 3)];
    positions.forEach((value, i) => (found[i % 3] = pick(found[i % 3]!, value)));
    return found;
  };
  const gltf = {
    asset: { version: '2.0', generator: words },
    scene: 0,
    scenes: [{ nodes: [0] }],
    // the map's up is z
    nodes: [{ mesh: 0, rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] }],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.9 } }],
    accessors: [
      {
        ...{ bufferView: 0, componentType: FLOAT, count, type: 'VEC3' },
        ...{ min: extreme(Math.min), max: extreme(Math.max) },
      },
      { bufferView: 1, componentType: UNSIGNED_BYTE, normalized: true, count, type: 'VEC4' },
      { bufferView: 2, componentType: UNSIGNED_INT, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews: sizes.map((byteLength, i) => ({ buffer: 0, byteOffset: starts[i], byteLength })),
    buffers: [{ byteLength: total }],
  };
  const text = JSON.stringify(gltf);
  const json = new TextEncoder().encode(
    text + ' '.repeat((4 - (new TextEncoder().encode(text).length % 4)) % 4),
  );
  const bytes = new Uint8Array(12 + 8 + json.length + 8 + total);
  const view = new DataView(bytes.buffer);
  [GLTF, 2, bytes.length, json.length, JSON_CHUNK].forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.set(json, 20);
  view.setUint32(20 + json.length, total, true);
  view.setUint32(24 + json.length, BINARY_CHUNK, true);
  parts.forEach((part, i) =>
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), 28 + json.length + starts[i]!),
  );
  return bytes;
}
