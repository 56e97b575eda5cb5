import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Group,
  LineBasicMaterial,
  LineSegments,
  Sprite,
  SpriteMaterial,
} from 'three';
import { ticks } from '../../formats/preview/ticks.ts';
import { USUAL_HEIGHT, type SurfaceAxes, type SurfaceGrid, type SurfaceLook } from './surface-message.ts';

type Point = readonly [x: number, y: number, z: number];

/** of the longer side */
const TICK = 0.02;
const AWAY = 0.1;
const LETTERS = { width: 160, height: 48, scale: 0.3 };
const MOST_TICKS = 5;
/** the surface is a quarter as high as it is wide */
const MOST_HEIGHTS = 3;

/** The ground below a surface and the axes around it, with their numbers. */
export class SurfaceFrame {
  readonly group = new Group();

  draw({ rows, cols }: SurfaceGrid, { range, stretch }: SurfaceLook, axes: SurfaceAxes): void {
    this.#clear();
    const longest = Math.max(rows, cols);
    const [x, y] = [cols / longest / 2, rows / longest / 2];
    const z = (USUAL_HEIGHT * stretch) / 2;
    const lines: Point[] = [];
    const line = (from: Point, to: Point) => lines.push(from, to);
    const corners: Point[] = [
      [-x, -y, -z],
      [x, -y, -z],
      [x, y, -z],
      [-x, y, -z],
    ];
    corners.forEach((corner, i) => line(corner, corners[(i + 1) % 4]!));
    line([-x, -y, -z], [-x, -y, z]);
    const write = (words: string, at: Point) => this.group.add(letters(words, at, axes.ink));
    for (const { value, label } of ticks({ min: 0, max: axes.widthUm }, MOST_TICKS)) {
      const at = -x + (2 * x * value) / axes.widthUm;
      line([at, -y, -z], [at, -y - TICK, -z]);
      write(label, [at, -y - AWAY, -z]);
    }
    for (const { value, label } of ticks({ min: 0, max: axes.heightUm }, MOST_TICKS)) {
      // rows go away from the upper border
      const at = y - (2 * y * value) / axes.heightUm;
      line([x, at, -z], [x + TICK, at, -z]);
      write(label, [x + AWAY, at, -z]);
    }
    write('x, µm', [0, -y - 3 * AWAY, -z]);
    write('y, µm', [x + 3 * AWAY, 0, -z]);
    const span = range.max - range.min || 1;
    for (const { value, label } of ticks(range, MOST_HEIGHTS)) {
      const at = -z + (2 * z * (value - range.min)) / span;
      line([-x, -y, at], [-x - TICK, -y, at]);
      write(label, [-x - AWAY, -y, at]);
    }
    write(axes.unit || 'relative', [-x, -y, z + AWAY]);
    this.group.add(segments(lines, axes.ink));
  }

  #clear(): void {
    for (const child of this.group.children) {
      if (child instanceof Sprite) child.material.map?.dispose();
      if (child instanceof Sprite || child instanceof LineSegments) child.material.dispose();
      if (child instanceof LineSegments) child.geometry.dispose();
    }
    this.group.clear();
  }
}

function segments(points: readonly Point[], ink: string): LineSegments<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points.flat()), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: ink }));
}

/** Words that face whoever looks. */
function letters(words: string, [x, y, z]: Point, ink: string): Sprite {
  const { width, height, scale } = LETTERS;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.font = '32px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = ink;
  context.fillText(words, width / 2, height / 2, width);
  const material = new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false });
  const sprite = new Sprite(material);
  sprite.position.set(x, y, z);
  sprite.scale.set(scale, (scale * height) / width, 1);
  return sprite;
}
