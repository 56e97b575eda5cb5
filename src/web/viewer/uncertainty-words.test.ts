import { describe, expect, it } from 'vitest';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';
import { whereFrom } from './uncertainty-words.ts';

const component = (name: string, median_rad: number | null) => ({ name, median_rad, type: 'A', method: '' });
const components = [
  ...[component('camera_noise', 0.03), component('distance', 0.04), component('saturation', 0)],
];
const opened = {
  report: { uncertainty: { total_median_rad: 0.05, components } },
  maps: { phase_uncertainty: { values: Float32Array.of(0.05, 0.2, Math.PI / Math.sqrt(3)) } },
} as unknown as OpenedPackage;
const phase = { key: 'phase' } as ShownMap;

describe('where an uncertainty comes from', () => {
  it('is told in shares of the variance, the largest first, and nothing that adds nothing', () => {
    expect(whereFrom(opened, phase, 0)).toEqual({
      short: 'the distance 64 %, noise of the camera 36 %',
      about:
        'Here about as large as over the frame. Over the frame it comes from the distance 64 %, noise of the camera 36 %.',
    });
  });

  it('is told for the light at the pixel, off-axis where the amplitude is here', () => {
    const report = {
      uncertainty: {
        ...opened.report.uncertainty,
        components: [...components, component('coherent_background', null)],
      },
    };
    const maps = { ...opened.maps, amplitude: { values: Float32Array.of(0.5, 1, 1) } };
    const dim = { report, maps } as unknown as OpenedPackage;
    // at half of the amplitude a field's part has four times the variance: 36 against 16
    expect(whereFrom(dim, phase, 0)!.short).toBe('noise of the camera 69 %, the distance 31 %');
    expect(whereFrom(dim, phase, 0)!.about).toContain('By the light here');
  });

  it('is compared with the frame, and said not to be known where it is not', () => {
    expect(whereFrom(opened, phase, 1)!.about).toContain('Here 4.0 times as large');
    expect(whereFrom(opened, phase, 2)!.about).toContain('Nothing is known of this phase');
    expect(whereFrom(opened, { key: 'amplitude' } as ShownMap, 0)).toBeNull();
  });
});
