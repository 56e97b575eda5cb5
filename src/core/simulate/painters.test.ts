import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { barWidth } from '../targets/bar-width.ts';
import { drawObject } from './draw-object.ts';
import { paintRectangle } from './paint-rectangle.ts';
import { chartElements, type ChartElement } from './resolution-chart.ts';
import { completeSpec, simulatedObjects, type ObjectSpec } from './simulation-spec.ts';
import { emptyObject } from './thin-object.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const frame = { mode: 'inline', width_px: 300, height_px: 200, pixel_pitch_um: 2 } as const;

function draw(object: Partial<ObjectSpec> & Pick<ObjectSpec, 'kind'>, seed = 1) {
  return drawObject(completeSpec({ ...frame, object, seed }), kernels.wasm);
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
const max = (values: Float64Array) => values.reduce((highest, value) => Math.max(highest, value), 0);

describe('paintRectangle', () => {
  it('covers its own area, wherever its edges fall between pixels', () => {
    const object = emptyObject(40, 60, 2);
    paintRectangle(
      object,
      { x_um: 10.3, y_um: 7.9, width_um: 55.1, height_um: 0.7 },
      { transmission: 1, phase_rad: 1 },
    );
    expect(sum(object.phase) * 4).toBeCloseTo(55.1 * 0.7, 9);
  });

  it('is cut at the frame', () => {
    const object = emptyObject(10, 10, 1);
    paintRectangle(
      object,
      { x_um: -3, y_um: 8.5, width_um: 5, height_um: 9 },
      { transmission: 0, phase_rad: 0 },
    );
    expect(100 - sum(object.amplitude)).toBeCloseTo(2 * 1.5, 12);
  });
});

describe('drawObject', () => {
  it('draws nothing for `flat`', () => {
    const { amplitude, phase } = draw({ kind: 'flat' });
    expect(amplitude.every((value) => value === 1)).toBe(true);
    expect(phase.every((value) => value === 0)).toBe(true);
  });

  it('gives a bead the optical path of a ball: peak in the middle, volume 2/3 · π R² · peak', () => {
    const { phase } = draw({ kind: 'beads', phase_rad: 5, size_um: 80 });
    expect(max(phase)).toBeCloseTo(5, 2);
    expect(phase[100 * 300 + 150]).toBeCloseTo(5, 2);
    expect(sum(phase) * 4).toBeCloseTo((2 / 3) * Math.PI * 80 * 80 * 5, -2);
  });

  it('keeps several beads apart and inside', () => {
    const { phase } = draw({ kind: 'beads', count: 12, phase_rad: 4, size_um: 15 });
    expect(max(phase)).toBeLessThanOrEqual(4);
    expect(sum(phase) * 4).toBeCloseTo(12 * (2 / 3) * Math.PI * 15 * 15 * 4, -3);
    for (let col = 0; col < 300; col += 1) expect(phase[col]! + phase[199 * 300 + col]!).toBe(0);
  });

  it('gives the steps sixteen even levels', () => {
    const { phase } = draw({ kind: 'phase-steps', phase_rad: 1.6 });
    const levels = new Set([...phase].map((value) => Math.round(value * 1e6)));
    for (let level = 0; level <= 16; level += 1) expect(levels).toContain(level * 100_000);
  });

  it('makes half a star dark, and a quarter turn maps its 36 spokes onto themselves', () => {
    const spec = {
      ...frame,
      width_px: 200,
      object: { kind: 'star', size_um: 150, transmission: 0 },
    } as const;
    const { amplitude } = drawObject(completeSpec(spec), kernels.wasm);
    const dark = (200 * 200 - sum(amplitude)) * 4;
    expect(dark / (Math.PI * 150 * 150)).toBeCloseTo(0.5, 2);
    for (const [row, col] of [
      [60, 110],
      [101, 140],
    ] as const) {
      expect(amplitude[col * 200 + (199 - row)]).toBeCloseTo(amplitude[row * 200 + col]!, 9);
    }
  });

  it.each(simulatedObjects)(
    'keeps %s clear of the border, within its ranges, and the same for a seed',
    (kind) => {
      const object = draw({ kind });
      const { amplitude, phase, rows, cols } = object;
      expect(amplitude.every((value) => value >= 0 && value <= 1)).toBe(true);
      const painted = [...amplitude.keys()].filter((i) => phase[i] !== 0 || amplitude[i] !== 1);
      const nearBorder = painted.filter((i) => {
        const [y, x] = [Math.floor(i / cols) / rows, (i % cols) / cols];
        return y < 0.1 || y > 0.9 || x < 0.1 || x > 0.9;
      });
      expect(nearBorder).toEqual([]);
      expect(painted.length > 100).toBe(kind !== 'flat');
      const again = draw({ kind });
      expect(again.phase.every((value, i) => value === phase[i])).toBe(true);
      expect(again.amplitude.every((value, i) => value === amplitude[i])).toBe(true);
    },
  );

  it.each(['cells', 'mixed'] as const)('draws other %s for another seed', (kind) => {
    expect(draw({ kind }, 2).phase).not.toEqual(draw({ kind }, 1).phase);
  });
});

describe('chartElements', () => {
  const object = emptyObject(1024, 1024, 3.45);
  const elements = chartElements(object, null);
  const boxOf = ({ vertical, horizontal }: ChartElement) => ({
    left: vertical[0]!.x_um,
    top: vertical[0]!.y_um,
    right: horizontal[0]!.x_um + horizontal[0]!.width_um,
    bottom: horizontal[2]!.y_um + horizontal[2]!.height_um,
  });

  it('has the published bar widths', () => {
    expect(barWidth(0, 1)).toBe(500); // one line pair per millimetre
    expect(barWidth(5, 4)).toBeCloseTo(11.05, 2);
    expect(barWidth(7, 6)).toBeCloseTo(2.19, 2);
    expect(barWidth(-2, 1)).toBe(2000);
  });

  it('goes down to 1.5 px in order, inside the frame and without overlap', () => {
    expect(elements.length).toBeGreaterThan(15);
    expect(elements.at(-1)!.bar_um).toBeGreaterThanOrEqual(1.5 * 3.45);
    expect(elements.at(-1)!.bar_um).toBeLessThan(1.5 * 3.45 * 1.13);
    const boxes = elements.map(boxOf);
    boxes.forEach((box, i) => {
      expect(Math.min(box.left, box.top)).toBeGreaterThan(0);
      expect(Math.max(box.right, box.bottom)).toBeLessThan(1024 * 3.45);
      for (const other of boxes.slice(0, i)) {
        const apart =
          box.left > other.right ||
          other.left > box.right ||
          box.top > other.bottom ||
          other.top > box.bottom;
        expect(apart).toBe(true);
      }
    });
  });

  it('has three bars each way, five times as long as wide, spaced by their width', () => {
    for (const { bar_um: bar, vertical, horizontal } of elements) {
      expect(vertical.map(({ x_um }) => (x_um - vertical[0]!.x_um) / bar)).toEqual(
        [0, 2, 4].map((at) => expect.closeTo(at, 9)),
      );
      expect(horizontal.map(({ y_um }) => (y_um - horizontal[0]!.y_um) / bar)).toEqual(
        [0, 2, 4].map((at) => expect.closeTo(at, 9)),
      );
      expect(vertical[0]!.height_um / vertical[0]!.width_um).toBeCloseTo(5, 12);
    }
  });
});
