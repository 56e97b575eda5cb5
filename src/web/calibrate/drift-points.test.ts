import { describe, expect, it } from 'vitest';
import type { Profile } from '../api/calibration.ts';
import { agrees, checksIn, checksOf, driftOf } from './drift-points.ts';

interface Given {
  readonly id: string;
  readonly at: string;
  readonly pitch: number;
  readonly wavelength_um?: number;
}

/** Scatter of 0.001 µm beside 0.004 µm of a part that all of them were recorded with. */
function profile({ id, at, pitch, wavelength_um = 0.6328 }: Given): Profile {
  const line = (source: string, u: number) => ({
    ...{ quantity: 'pixel_pitch_um', source, type: 'A', u, unit: 'µm' },
  });
  return {
    ...{ profile_id: id, target_id: 'usaf-1951', holography_mode: 'inline', created_at: at },
    ...{ certificate: null, budget: [line('scatter', 0.001), line('part', 0.004)] },
    corrections: { pixel_pitch_um: { value: pitch, sigma: Math.hypot(0.001, 0.004) } },
    nominal: { wavelength_um, pixel_pitch_um: 3.45, pixel_pitch_basis: 'sensor', magnification: 1 },
  } as unknown as Profile;
}

const now = profile({ id: 'b', at: '2026-11-20T10:00:00Z', pitch: 3.45 });

describe('driftOf', () => {
  it('shows calibrations of the same rig in their order, and which of them have moved', () => {
    const before = profile({ id: 'a', at: '2026-11-01T10:00:00Z', pitch: 3.452 });
    const after = profile({ id: 'c', at: '2026-11-23T10:00:00Z', pitch: 3.454 });
    const other = profile({ id: 'd', at: '2026-11-22T10:00:00Z', pitch: 3.45, wavelength_um: 0.532 });
    const [drift, ...more] = driftOf(now, [after, other, now, before]);
    expect([drift!.name, more]).toEqual(['pixel_pitch_um', []]);
    expect(drift!.points.map(({ value }) => value)).toEqual([3.452, 3.45, 3.454]);
    // what the part leaves unknown is in both
    for (const { expanded } of drift!.points) expect(expanded).toBeCloseTo(0.002, 12);
    expect(drift!.points.map(agrees)).toEqual([true, true, false]);
    expect(drift!.points[2]!.e_n).toBeCloseTo(4 / Math.hypot(2, 2), 9);
  });

  it('takes checks that the command line kept along', () => {
    const line = {
      checked_at: '2026-11-21T10:00:00Z',
      quantities: [{ name: 'pixel_pitch_um', now: 3.47, expanded: Math.hypot(0.002, 0.002), e_n: 7 }],
    };
    const checks = checksIn(`${JSON.stringify(line)}\n`)!;
    const [{ points }] = driftOf(now, [now], checks) as [ReturnType<typeof driftOf>[number]];
    expect(points.map(({ value }) => value)).toEqual([3.45, 3.47]);
    expect(points[1]!.expanded).toBeCloseTo(0.002, 12);
  });

  it('leaves out checks that compared with another profile', () => {
    const line = (profile_id?: string) => ({
      profile_id,
      checked_at: '2026-11-21T10:00:00Z',
      quantities: [],
    });
    const { own, others } = checksOf(now, [line('b'), line('c'), line()]);
    expect([own.map(({ profile_id }) => profile_id), others]).toEqual([['b', undefined], 1]);
  });

  it('shows a frame that was refused at its time, without a value', () => {
    const line = {
      ...{ checked_at: '2026-11-21T10:00:00Z', quantities: [] },
      refused: { code: 'TARGET_NOT_RECOGNISED', reason: 'no target' },
    };
    const checks = checksIn(JSON.stringify(line))!;
    const [{ points, refusals }] = driftOf(now, [now], checks) as [ReturnType<typeof driftOf>[number]];
    expect(points.map(({ value }) => value)).toEqual([3.45]);
    expect(refusals).toEqual([{ at: Date.parse(line.checked_at), reason: 'no target' }]);
  });
});

it.each(['', 'a,b\n1,2', '{}', '{"checked_at":"never","quantities":[]}', '[1]'])(
  'takes %j for no record of checks',
  (text) => expect(checksIn(text)).toBeNull(),
);
