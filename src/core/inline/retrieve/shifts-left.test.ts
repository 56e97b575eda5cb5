import { beforeAll, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { shiftFrame } from '../align/register-shift.ts';
import { retrieve } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
const disks = [
  { x: 40, y: 44, radius: 9, amplitude: 0.9, phase: 1, dome: true as const },
  { x: 66, y: 70, radius: 6, amplitude: 0.8, phase: 0.7, dome: true as const },
];

it('tells by how much frames lie beside each other, but for a fifth that the field takes in', () => {
  using scope = kernels.scope();
  const wave = diskWave(SIDE, SIDE, disks);
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const beside = [
    { x: 0, y: 0 },
    { x: 0.12, y: -0.2 },
    { x: -0.06, y: 0.08 },
  ];
  const frames = [600, 720, 860].map((z, k) => {
    const amplitude = recorded(kernels, scope, wave, window, z, 20_000, k + 1);
    const { x, y } = beside[k]!;
    return { amplitude: k === 0 ? amplitude : shiftFrame(kernels, scope, amplitude, x, y), z };
  });
  const input = { frames, noiseSigma: 0.5 / Math.sqrt(20_000), rows: SIDE, cols: SIDE };
  const { shifts } = retrieve(kernels, scope, { ...input, sampling, wavelength: WAVELENGTH, probe: true });
  const [first] = shifts!;
  shifts!.forEach(({ x, y }, k) => {
    const most = 0.01 + 0.2 * Math.hypot(beside[k]!.x, beside[k]!.y);
    expect(Math.abs(x - first!.x - beside[k]!.x)).toBeLessThan(most);
    expect(Math.abs(y - first!.y - beside[k]!.y)).toBeLessThan(most);
  });
});
