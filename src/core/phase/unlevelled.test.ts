import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { markUnlevelled } from './unlevelled.ts';

const kernels = await loadKernels();
const SIDE = 96;

describe('light that was levelled', () => {
  const unlevelled = (slope: number) => {
    using scope = kernels.scope();
    const [wrapped, modulus] = [scope.real(SIDE, SIDE), scope.real(SIDE, SIDE)];
    const [phases, moduli] = [wrapped, modulus].map(({ ptr, pitch }) => kernels.floats(ptr, SIDE * pitch));
    // a bright part in a dark plate whose phase means nothing
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const isBright = Math.abs(x - 48) < 20 && Math.abs(y - 40) < 20;
        moduli![y * modulus.pitch + x] = isBright ? 1 : 0.01;
        phases![y * wrapped.pitch + x] = isBright ? slope * (x - 48) : 2;
      }
    const mask = scope.bytes(SIDE * SIDE);
    kernels.bytes(mask, SIDE * SIDE).fill(0);
    const found = markUnlevelled(kernels, { wrapped, modulus, mask });
    return { found, marked: kernels.bytes(mask, SIDE * SIDE).filter((mark) => mark === 8).length };
  };

  it('is level where a background amid a sample that fills most of the frame is', () => {
    const filled = (background: (x: number) => number) => {
      using scope = kernels.scope();
      const [wrapped, modulus] = [scope.real(SIDE, SIDE), scope.real(SIDE, SIDE)];
      const [phases, moduli] = [wrapped, modulus].map(({ ptr, pitch }) => kernels.floats(ptr, SIDE * pitch));
      moduli!.fill(1);
      // 0.4 of the frame; the sample's phase lies elsewhere
      for (let y = 0; y < SIDE; y++)
        for (let x = 0; x < SIDE; x++)
          phases![y * wrapped.pitch + x] = x < 0.4 * SIDE ? background(x) : 1 + 2 * ((x * 7) % 1.01);
      const mask = scope.bytes(SIDE * SIDE);
      kernels.bytes(mask, SIDE * SIDE).fill(0);
      return markUnlevelled(kernels, { wrapped, modulus, mask });
    };
    expect(filled((x) => 0.2 * Math.sin(x))).toBeNull();
    // what a slope runs through lies as near to the level by chance
    expect(filled((x) => 0.75 * Math.sin((Math.PI * (x - 19)) / 38))!.share).toBe(1);
  });

  it('leaves all of the frame open where not half of it lies within an eighth of a turn of its level', () => {
    // up to 1.4 rad to either side, and up to 1.8
    expect(unlevelled(0.075)).toEqual({ found: null, marked: 0 });
    const { found, marked } = unlevelled(0.095);
    expect(found!.share).toBe(1);
    expect(found!.regions).toEqual([{ size: SIDE * SIDE, x: 0, y: 0, width: SIDE, height: SIDE }]);
    expect(marked).toBe(SIDE * SIDE);
  });
});
