import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { floatsIn } from '../../kernel/complex-layout.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { Random } from '../../simulate/random.ts';
import { offAxisSettings } from '../off-axis-settings.ts';
import { detailLost, isCutShort } from './detail-lost.ts';

const kernels = await loadKernels();
const SIDE = 480;
const CARRIER = { x: 0.2, y: 0.1 };
const sideband = {
  carrier: CARRIER,
  ...{
    passRadius: 0.05,
    stopRadius: 0.0575,
    outwardRadius: 0.1,
    twinRadius: Math.hypot(CARRIER.x, CARRIER.y),
  },
} as Sideband;
const asFound = { filter_radius_cycles_per_um: null };

const fieldOf = (side: number) =>
  ({ rows: side, cols: side, fullRows: SIDE, fullCols: SIDE }) as Parameters<typeof detailLost>[2]['field'];

/**
 * Fringes of amplitude 100 with those of a wave of a tenth of it in the lower right quarter, along the carrier or against it.
 * @returns E|n|² of the lower right and of the upper left, from the middle of each
 */
function lost(
  cyclesAlong: number,
  recipe: { filter_radius_cycles_per_um: number | null } = asFound,
  side = SIDE,
  noise = 5,
  of = sideband,
  focus?: (beside: NativeField) => void,
  { endsSharply = false, lossy = false } = {},
) {
  const random = Random.from(5, 1);
  const length = Math.hypot(CARRIER.x, CARRIER.y);
  const samples = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const angle = 2 * Math.PI * (CARRIER.x * x + CARRIER.y * y);
    const there = x >= SIDE / 2 && y >= SIDE / 2 ? 0.1 : 0;
    const more = Math.cos(angle * (1 + cyclesAlong / length));
    return Math.round(1000 + 200 * (Math.cos(angle) + there * more) + random.between(-noise, noise));
  });
  using scope = kernels.scope();
  const image = loadCameraImage(
    kernels,
    scope,
    { width: SIDE, height: SIDE, samples, bitDepth: 12 },
    'hologram',
  );
  const flat = (value: number) => new Float64Array(144).fill(value);
  const found = detailLost(
    kernels,
    lossy ? { ...image, quantisation: { luminance: new Uint16Array(64) } as never } : image,
    {
      endsSharply,
      ...{ field: fieldOf(side), sideband: of, backgroundModulus: null },
      ...{ amplitude: flat(50), scale: 2, camera: { fieldVariance: flat(1e-4) } },
      ...(focus && { focus }),
    },
    recipe,
    offAxisSettings,
  );
  if (!found) return null;
  const tiles = Math.sqrt(found.length);
  const at = (share: number) => found[Math.floor(share * tiles) * tiles + Math.floor(share * tiles)]!;
  const atEdges = Array.from({ length: tiles >> 1 }, (_, k) => found[k]! + found[k * tiles]!);
  const sum = atEdges.reduce((all, one) => all + one, 0);
  return { there: at(0.75), elsewhere: at(0.25), atEdges: sum, tiles };
}

describe('what a filter that was cut short beside the autocorrelation term lost', () => {
  it('is twice what the sideband holds beyond it on the side away from DC, where it holds that', () => {
    const { there, elsewhere } = lost(0.075)!;
    expect(there / (2 * 0.1 ** 2)).toBeCloseTo(1, 1);
    expect(elsewhere).toBeLessThan(1e-4);
  });

  it('is not what the outermost pixels’ noise becomes where the fade of the frame is undone', () => {
    // summed along two edges: 2.1 where it is
    expect(lost(0.075, asFound, SIDE, 80)!.atEdges).toBeLessThan(0.1);
  });

  it('is not taken from the side of DC, from what the filter holds, or from beyond the sideband', () => {
    for (const along of [-0.075, 0.03, 0.12]) expect(lost(along)!.there).toBeLessThan(2e-4);
  });

  it('is told on a grid of which each tile holds four independent numbers and more', () => {
    const { tiles } = lost(0.075)!;
    const numbers = SIDE * SIDE * (Math.PI / 2) * (0.1 ** 2 - (0.05 * 1.075) ** 2);
    expect(tiles % 12).toBe(0);
    expect(numbers / tiles ** 2).toBeGreaterThanOrEqual(4);
    expect(numbers / (tiles + 12) ** 2).toBeLessThan(4);
    // and no finer than where light from out of focus is looked for
    expect(lost(0.075, asFound, 7 * 12)!.tiles).toBe(12);
  });

  it('is looked for up to half of the way to DC: the end of a sideband that is not heard is no end', () => {
    const length = Math.hypot(CARRIER.x, CARRIER.y);
    const ending = (share: number) => {
      const passRadius = share * length;
      return { ...sideband, passRadius, stopRadius: 1.01 * passRadius, outwardRadius: passRadius };
    };
    const { there, elsewhere } = lost(0.4 * length, asFound, SIDE, 5, ending(0.3))!;
    expect(there / (2 * 0.1 ** 2)).toBeCloseTo(1, 1);
    expect(elsewhere).toBeLessThan(1e-4);
    expect(lost(0.55 * length, asFound, SIDE, 5, ending(0.3))!.there).toBeLessThan(2e-4);
    expect(lost(0.49 * length, asFound, SIDE, 5, ending(0.48))).toBeNull();
    // and not in the twin, where that folds back beside the carrier
    const beside = { ...ending(0.3), twinRadius: 0.34 * length };
    expect(lost(0.4 * length, asFound, SIDE, 5, beside)!.there).toBeLessThan(2e-4);
  });

  it('lies where the sample is in focus, not where its light met the sensor', () => {
    const turned = ({ plane }: NativeField) => {
      const values = kernels.floats(plane.ptr, floatsIn(plane));
      values.set(values.slice().reverse());
    };
    // as light that crosses over on its way
    const { there, elsewhere } = lost(0.075, asFound, SIDE, 5, sideband, turned)!;
    expect(elsewhere / (2 * 0.1 ** 2)).toBeCloseTo(1, 1);
    expect(there).toBeLessThan(1e-4);
  });

  it('is nothing beyond a lens’s rim that was seen, unless a file’s tables may have made it', () => {
    const beside = [0.075, asFound, SIDE, 5, sideband, undefined] as const;
    expect(lost(...beside, { endsSharply: true })).toBeNull();
    expect(lost(...beside, { endsSharply: true, lossy: true })!.there).toBeGreaterThan(0.01);
  });

  it('is nothing of a filter that a person gave, or that ends with the sideband', () => {
    expect(lost(0.075, { filter_radius_cycles_per_um: 0.1 })).toBeNull();
    expect(isCutShort({ passRadius: 0.05, outwardRadius: 0.053 })).toBe(false);
    expect(isCutShort({ passRadius: 0.05, outwardRadius: 0.055 })).toBe(true);
  });
});
