import { beforeAll, describe, expect, it } from 'vitest';
import type { Disk } from '../../../../../test/inline-case.ts';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { solvedDisks } from '../solved-disks.fixture.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe('phase and absorption that go together', () => {
  // of unequal ratio, so that no one material would do
  const dyed: Disk[] = [
    { x: 60, y: 70, radius: 24, amplitude: 0.95, phase: 0.9, dome: true },
    { x: 130, y: 125, radius: 20, amplitude: 0.88, phase: 0.9, dome: true },
  ];

  it('has the phase of cells that absorb, which a total variation lowers', () => {
    using scope = kernels.scope();
    const [free, coupled] = [false, true].map((couples) =>
      solvedDisks(kernels, scope, { disks: dyed, z: 1500, couples }),
    );
    expect([free, coupled].map((one) => one!.found.coupledBy !== null)).toEqual([false, true]);
    expect(coupled!.error).toBeLessThan(0.75 * free!.error);
    expect(coupled!.found.dataMisfit).toBeLessThanOrEqual(free!.found.dataMisfit);
    expect(Math.max(...coupled!.found.coupledBy!)).toBeGreaterThan(0.1);
  });

  it.each([
    ['delay light only', [{ x: 90, y: 95, radius: 24, amplitude: 1, phase: 1.2, dome: true }] as Disk[]],
    ['are opaque', [{ x: 90, y: 95, radius: 8, amplitude: 0, phase: 0 }] as Disk[]],
  ])('leaves things alone that %s', (_, disks) => {
    using scope = kernels.scope();
    expect(solvedDisks(kernels, scope, { disks, z: 1500, couples: true }).found.coupledBy).toBeNull();
  });
});
