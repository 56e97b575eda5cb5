import { describe, expect, it } from 'vitest';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';
import { whereFrom } from './uncertainty-words.ts';

const component = (name: string, median_rad: number) => ({ name, median_rad, type: 'A', method: '' });
const opened = {
  report: {
    uncertainty: {
      total_median_rad: 0.05,
      components: [component('camera_noise', 0.03), component('distance', 0.04), component('saturation', 0)],
    },
  },
  maps: { phase_uncertainty: { values: Float32Array.of(0.05, 0.2, Math.PI / Math.sqrt(3)) } },
} as unknown as OpenedPackage;
const phase = { key: 'phase' } as ShownMap;

describe('where an uncertainty comes from', () => {
  it('is told in shares of the variance, the largest first, and nothing that adds nothing', () => {
    expect(whereFrom(opened, phase, 0)).toBe(
      'Here about as large as over the frame. There it comes from the distance that was searched for 64 %, noise of the camera 36 %.',
    );
  });

  it('is compared with the frame, and said not to be known where it is not', () => {
    expect(whereFrom(opened, phase, 1)).toContain('Here 4.0 times as large');
    expect(whereFrom(opened, phase, 2)).toContain('Nothing is known of this phase');
    expect(whereFrom(opened, { key: 'amplitude' } as ShownMap, 0)).toBeNull();
  });
});
