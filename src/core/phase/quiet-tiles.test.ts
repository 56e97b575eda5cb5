import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane } from '../simulate/wave.ts';
import { backgroundSettings } from './background-settings.ts';
import { removeSmoothBackground } from './background.ts';
import { quietTiles } from './quiet-tiles.ts';

/** Tiles of a mean modulus whose samples scatter by so much about their mean, in squares. */
function tilesOf(scatters: readonly number[], moduli: readonly number[] = scatters.map(() => 1)) {
  const coherence = Float64Array.from(scatters, (s) => 1 / Math.sqrt(1 + s));
  const lit = new Float64Array(scatters.length).fill(1);
  return { tiles: { coherence, modulus: Float64Array.from(moduli) }, lit };
}

function kept(scatters: readonly number[], noise: number, moduli?: readonly number[]): number[] {
  const { tiles, lit } = tilesOf(scatters, moduli);
  return [...quietTiles(tiles, lit, lit, noise, backgroundSettings)];
}

describe('of tiles about as coherent as the others, the background’s', () => {
  it('scatter within by no more than four times what the quiet quarter does', () => {
    expect(kept([1e-3, 1e-3, 1e-3, 3.9e-3, 4.1e-3, 0.03, 0.03, 0.03], 1e-4)).toEqual([
      1, 1, 1, 1, 0, 0, 0, 0,
    ]);
  });

  it('are all of them where all scatter alike, as behind speckle', () => {
    expect(kept([0.05, 0.06, 0.07, 0.08, 0.06, 0.09], 1e-4)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('may scatter more where their light is dim beside the camera’s noise', () => {
    const dim = [1, 1, 1, 1, 1, 0.3];
    expect(kept([1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 11e-4], 1e-4, dim)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(kept([1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 11e-4], 1e-4)).toEqual([1, 1, 1, 1, 1, 0]);
  });

  it('are not told by that where the noise is not known', () => {
    expect(kept([1e-3, 1e-3, 1e-3, 0.03, 0.03], 0)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('a surface', () => {
  it(
    'does not bend from the ground up to what tiles over a fine pattern have for a mean',
    { tags: 'further/rig' },
    async () => {
      const kernels = await loadKernels();
      const [rows, cols, margin, scatter] = [180, 200, 4, 0.02];
      const inside = (x: number, y: number) => Math.hypot(x - 100, y - 90) < 80;
      const pattern = (x: number, y: number) => (inside(x, y) && (x + y) % 6 < 3 ? 1 : 0);
      const curved = (x: number, y: number) => ((x - 100) ** 2 + (y - 90) ** 2) / 1000;
      // root mean square of what is left beside the pattern, rad
      const error = (noise: number) => {
        const normal = normalSource(Random.from(8), kernels.wasm);
        using scope = kernels.scope();
        const plane = planeOf(kernels, scope, rows, cols, (x, y) => {
          const [re, im] = polar(1, pattern(x, y) + curved(x, y));
          return [re + scatter * normal(), im + scatter * normal()];
        });
        const options = { degrees: [4], amplitudeDegrees: [0], margin, noise };
        removeSmoothBackground(kernels, plane, rows, cols, options);
        const { re, im } = fromPlane(kernels, plane, rows, cols);
        let sum = 0;
        re.forEach((r, k) => {
          const [c, s] = polar(1, pattern(k % cols, Math.floor(k / cols)));
          sum += Math.atan2(im[k]! * c - r * s, r * c + im[k]! * s) ** 2;
        });
        return Math.sqrt(sum / re.length);
      };
      // 0.097 where the noise is not known
      expect(error(2 * scatter * scatter)).toBeLessThan(0.025);
    },
  );
});
