import { describe, expect, it } from 'vitest';
import { oneIn } from '../../../../test/short-form.ts';
import {
  carrierOf,
  codes,
  distances,
  dof,
  expectFocus,
  expectOwnTwin,
  kinds,
  run,
  simulated,
} from './choose-twin.fixture.ts';

describe('the twin that focuses', () => {
  // every kind before a release
  it.each(oneIn(2, ['cells', 'absorbing-chart'] as const))(
    'is the object’s own at ±z, wherever its carrier points: %s',
    (kind) => expectOwnTwin(kind, 160),
  );

  it('is a convention at z = 0, and flagged', () => {
    for (const carrier of [
      [0.2, -0.12],
      [-0.2, 0.12],
    ] as const) {
      const result = run(simulated('cells', 0, 160, carrier), { z_mm: 0 });
      expect(carrierOf(result)).toBeGreaterThan(0);
      expect(codes(result)).toContain('phase_sign_by_convention');
      expect(codes(result)).not.toContain('distance_unknown');
    }
    expect(codes(run(simulated('cells', 0, 160), {}))).toContain('distance_unknown');
  });

  it('is a convention where the range also holds the twin’s own focus, and flagged', () => {
    for (const kind of oneIn(2, ['beads', 'cells'] as const, 1)) {
      const result = run(simulated(kind, 1.5, 160), { z_min_mm: -2, z_max_mm: 8 });
      expect(codes(result)).toContain('phase_sign_by_convention');
      expect(carrierOf(result)).toBeGreaterThan(0);
    }
  });

  it('is open where neither is sharper than the other', () => {
    const nothing = run(simulated('flat', 7, 160), { z_mm: 7 });
    expect(codes(nothing)).toContain('twin_open');
    expect(codes(nothing)).not.toContain('phase_sign_by_convention');
    expect(codes(run(simulated('cells', 7, 160), { z_mm: 7 }))).not.toContain('twin_open');
    // one object has no parts that could agree, but it is sharper by far
    expect(codes(run(simulated('beads', 7, 160), { z_mm: 7 }))).not.toContain('twin_open');
  });

  it('is the caller’s where the carrier is given', () => {
    const simulation = simulated('cells', 7, 160);
    for (const sign of [1, -1]) {
      const given = { z_mm: 7 * sign, carrier_cycles_per_px: [0.18 * sign, 0.15 * sign] as const };
      const result = run(simulation, given);
      expect(Math.sign(carrierOf(result))).toBe(sign);
      expect(codes(result)).not.toContain('phase_sign_by_convention');
    }
  });
});

describe('sideband=conjugate', () => {
  it('turns the sign of the phase at z = 0 and changes nothing else', () => {
    const simulation = simulated('cells', 0, 160);
    const own = run(simulation, {});
    const other = run(simulation, { sideband: 'conjugate' });
    expect(carrierOf(other)).toBe(-carrierOf(own));
    const largest = (difference: (i: number) => number) =>
      own.phase.data.reduce((most, _, i) => Math.max(most, Math.abs(difference(i))), 0);
    expect(largest((i) => other.phase.data[i]! + own.phase.data[i]!)).toBeLessThan(1e-5);
    expect(largest((i) => other.amplitude.data[i]! - own.amplitude.data[i]!)).toBeLessThan(1e-5);
    const { data } = own.phase_uncertainty;
    expect(largest((i) => other.phase_uncertainty.data[i]! / data[i]! - 1)).toBeLessThan(1e-4);
  });

  it('focuses the other twin by itself over a range that is its own mirror image', () => {
    const simulation = simulated('cells', 3, 160);
    const both = (['auto', 'conjugate'] as const).map((sideband) =>
      run(simulation, { z_min_mm: -4.9, z_max_mm: 4.9, sideband }),
    );
    for (const result of both) {
      // the object’s own twin, fx > 0, focuses at 3 mm, the other at −3
      const expected = 3 * Math.sign(carrierOf(result));
      expect(Math.abs((result.metrics.z_mm as number) - expected) / dof).toBeLessThan(0.25);
      expect(codes(result)).toContain('phase_sign_by_convention');
    }
    expect(carrierOf(both[0]!)).toBe(-carrierOf(both[1]!));
  });

  it('is the one that auto did not take, over any range', () => {
    const simulation = simulated('beads', 8, 160);
    const auto = run(simulation, { z_min_mm: 4, z_max_mm: 12 });
    const other = run(simulation, { z_min_mm: 4, z_max_mm: 12, sideband: 'conjugate' });
    expect(carrierOf(other)).toBe(-carrierOf(auto));
  });
});

describe('focus over a range', () => {
  // one kind at one distance (autofocus.test.ts has the others, without a frame), all of them at all before a release
  it.each(
    oneIn(
      6,
      kinds.map((kind, k) => [kind, distances[k % distances.length]!] as const),
      1,
    ),
  )('finds %s at %f mm within a quarter of the depth of field', (kind, z) => expectFocus(kind, z, 256));

  it('reports its curves in the caller’s distance, ascending, within the range', () => {
    const result = run(simulated('cells', 5, 160), { z_min_mm: 1, z_max_mm: 9 });
    expect(result.focus_curves.length).toBeGreaterThan(2);
    for (const { z_mm, value, best_z_mm, extremum } of result.focus_curves) {
      expect(value).toHaveLength(z_mm.length);
      expect([...z_mm].sort((a, b) => a - b)).toEqual(z_mm);
      expect(z_mm[0]).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(z_mm.at(-1)).toBeLessThanOrEqual(9 + 1e-9);
      expect(best_z_mm).toBeGreaterThanOrEqual(1 - 1e-9);
      expect(['min', 'max']).toContain(extremum);
      expect(value.every(Number.isFinite)).toBe(true);
    }
    const { z_mm, value } = result.focus_curves[0]!;
    expect(Math.abs(z_mm[value.indexOf(Math.min(...value))]! - 5)).toBeLessThan(dof);
  });

  it('doubts itself where nothing is to be seen', () => {
    expect(codes(run(simulated('flat', 5, 160), { z_min_mm: 1, z_max_mm: 9 }))).toContain('focus_ambiguous');
  });

  it('doubts itself where the focus lies beyond the range', () => {
    for (const [low, high] of oneIn(2, [
      [6.5, 14],
      [26, 34],
    ] as const)) {
      const result = run(simulated('cells', 20, 160), { z_min_mm: low, z_max_mm: high });
      expect(codes(result)).toContain('focus_ambiguous');
    }
  });
});
