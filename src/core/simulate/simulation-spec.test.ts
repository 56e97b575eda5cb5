import { describe, expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import { completeSpec, type SimulationInput } from './simulation-spec.ts';

const offAxis: SimulationInput = { mode: 'off-axis', object: { kind: 'beads' } };

function pointersOf(input: SimulationInput): string[] {
  try {
    completeSpec(input);
  } catch (error) {
    if (error instanceof Problem) return error.errors.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

describe('completeSpec', () => {
  it('takes a third of the carrier as the pupil off-axis and 0.45 inline', () => {
    const carrier = { ...offAxis, carrier_cycles_per_px: [0.3, -0.16] as const };
    expect(completeSpec(carrier).pupil_radius_cycles_per_px).toBeCloseTo(0.34 / 3, 12);
    expect(completeSpec({ mode: 'inline', object: { kind: 'flat' } }).pupil_radius_cycles_per_px).toBe(0.45);
  });

  it('lets what is given win over the defaults of the kind of object', () => {
    const { object } = completeSpec({ ...offAxis, object: { kind: 'cells', count: 3 } });
    expect(object).toEqual({ kind: 'cells', count: 3, phase_rad: 2, transmission: 0.9, size_um: null });
  });

  it('names everything that is wrong at once', () => {
    const wrong: SimulationInput = {
      ...offAxis,
      object: { kind: 'beads', count: 0, size_um: -1 },
      wavelength_um: 633,
      width_px: 100.5,
      height_px: 5000,
      photoelectrons: NaN,
      aberration: [{ x: 9, y: 0, rad: 1 }],
      bit_depth: 11 as 12,
    };
    expect(pointersOf(wrong).sort()).toEqual(
      [
        ...['/aberration/0/x', '/bit_depth', '/height_px', '/object/count', '/object/size_um'],
        ...['/photoelectrons', '/wavelength_um', '/width_px'],
      ].sort(),
    );
  });

  it('refuses a sideband that the camera cannot record', () => {
    expect(pointersOf({ ...offAxis, carrier_cycles_per_px: [0.45, 0.1] })).toEqual([
      '/carrier_cycles_per_px',
    ]);
    expect(
      pointersOf({ ...offAxis, carrier_cycles_per_px: [0.45, 0.1], pupil_radius_cycles_per_px: 0.05 }),
    ).toEqual([]);
  });

  it('refuses inline what only a reference wave could mean', () => {
    const inline: SimulationInput = {
      mode: 'inline',
      object: { kind: 'flat' },
      coherence: 0.5,
      aberration: [],
    };
    expect(pointersOf(inline)).toEqual(['/coherence', '/aberration']);
  });
});
