import { beforeAll, describe, expect, it } from 'vitest';
import type { Disk } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { solvedDisks } from './solved-disks.fixture.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe('strong parts', () => {
  // solved once, the field goes through 0 where its phase should turn on
  it.each([
    [6, 18, 1200],
    [7, 18, 1200],
  ])('are started anew where the frame is explained badly: domes of %d rad', (phase, radius, z) => {
    using scope = kernels.scope();
    const dome: Disk[] = [{ x: 90, y: 95, radius, amplitude: 1, phase, dome: true }];
    const [first, anew] = [false, true].map((one) =>
      solvedDisks(kernels, scope, { disks: dome, z, couples: one }),
    );
    expect(first!.found.dataMisfit).toBeGreaterThan(2);
    expect(anew!.found.dataMisfit).toBeLessThan(first!.found.dataMisfit);
    expect(anew!.error).toBeLessThan(0.7 * first!.error);
    expect(anew!.found.restarted).toBe(true);
  });

  it('are started anew in frames of several heights, too', () => {
    using scope = kernels.scope();
    const dome: Disk[] = [{ x: 90, y: 95, radius: 12, amplitude: 1, phase: 5, dome: true }];
    const [first, anew] = [false, true].map((one) =>
      solvedDisks(kernels, scope, { disks: dome, z: 1200, also: [1300], couples: one }),
    );
    expect(first!.found.dataMisfit).toBeGreaterThan(1.3);
    expect(anew!.found.dataMisfit).toBeLessThan(1.1);
    expect(anew!.error).toBeLessThan(0.3 * first!.error);
    expect(anew!.found.restarted).toBe(true);
  });

  it('are left as they are where the frame is explained', () => {
    using scope = kernels.scope();
    const dome: Disk[] = [{ x: 90, y: 95, radius: 24, amplitude: 1, phase: 8, dome: true }];
    const [first, second] = [false, true].map((one) =>
      solvedDisks(kernels, scope, { disks: dome, z: 1500, couples: one }),
    );
    expect(second!.found.restarted).toBe(false);
    expect(second!.error).toBe(first!.error);
    expect(second!.found.dataMisfit).toBe(first!.found.dataMisfit);
  });
});
