import { describe, expect, it } from 'vitest';
import type { FrameSpectrum } from '../worker/protocol.ts';
import { fieldsOf, frequencyAt, gripAt } from './spectrum-hands.ts';

const filter = { x: 0.18, y: -0.12, radius: 0.05 };

describe('hands on a spectrum', () => {
  it('know the frequency under them: zero in the middle pixel, whatever the sides of the frame', () => {
    const spectrum = {
      rows: 540,
      cols: 960,
      step_cycles_per_px: { x: 1 / 960, y: 1 / 540 },
    } as FrameSpectrum;
    const at = (x: number, y: number) =>
      frequencyAt(spectrum, (480.5 + 960 * x) / 960, (270.5 + 540 * y) / 540);
    for (const [x, y] of [
      [0, 0],
      [0.25, -0.1],
    ] as const) {
      expect(at(x, y).x).toBeCloseTo(x, 12);
      expect(at(x, y).y).toBeCloseTo(y, 12);
    }
  });

  it('take hold of the ring, of its rim, and of the twin', () => {
    expect(gripAt(filter, { x: 0.19, y: -0.12 })).toBe('place');
    expect(gripAt(filter, { x: 0.18, y: -0.072 })).toBe('rim');
    expect(gripAt(filter, { x: -0.17, y: 0.13 })).toBe('twin');
    expect(gripAt(filter, { x: 0, y: 0.3 })).toBeNull();
  });

  it('say in fields of the request what they do', () => {
    expect(fieldsOf('place', filter, { x: 0.2, y: 0.1 }, null)).toEqual({
      carrier_cycles_per_px: '0.2000,0.1000',
    });
    expect(fieldsOf('twin', filter, { x: 0, y: 0 }, null)).toEqual({
      carrier_cycles_per_px: '-0.1800,0.1200',
    });
    // cycles/µm are cycles/px by µm/px
    const wider = fieldsOf('rim', filter, { x: 0.26, y: -0.12 }, 0.5);
    expect(Number(wider.filter_radius_cycles_per_um)).toBeCloseTo(0.16, 12);
    expect(fieldsOf('rim', filter, { x: 0.26, y: -0.12 }, null)).toEqual({});
    // without a filter between zero frequency and the sideband there is nothing to see
    expect(fieldsOf('place', filter, { x: 0, y: 0 }, null)).toEqual({});
  });
});
