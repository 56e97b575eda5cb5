import { loadKernels } from '../../../src/cli/load-kernels.ts';
import {
  BENT_BITS,
  likelyDegrees,
  misfitsOf,
  responseIn,
} from '../../../src/core/inline/response/find-response.ts';
import type { ResponseSettings } from '../../../src/core/inline/response/response-settings.ts';
import { retrievalSettings } from '../../../src/core/inline/retrieve/retrieval-settings.ts';
import { loadExposures } from '../../../src/core/light/load-exposures.ts';
import { lightSettings } from '../../../src/core/light/light-settings.ts';
import { inlineRigCase } from '../../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../../test/second-simulator/record-inline.ts';
import { digest } from '../digest.ts';
import { settingsOf } from '../settings-of.ts';
import type { Outcome, Stage } from '../stage.ts';

type Case = (settings: ResponseSettings) => Outcome;

const kernels = await loadKernels();

/** The power that is found of a rig of the second simulator whose camera has a gamma, against the true one. */
function bent(sample: string, seed: number, power: number): Case {
  const given = inlineRigCase(sample, seed);
  const { rig, asked } = given;
  const camera = { ...rig.camera, bits: 8 as const, gamma: 1 / power };
  const { hologram, z_um } = recordInline({ ...rig, camera }, false);
  const frames = { hologram, background: null };
  const sides = Math.max(hologram.width, hologram.height);
  const pitch = Number(asked['pixel_pitch_um']);
  const optics = {
    ...{ rows: hologram.height, cols: hologram.width, wavelength: rig.wavelength_um },
    sampling: { pitchX: pitch, pitchY: pitch },
  };
  const known = new Map<string, number>();
  return (settings) => {
    const misfitsIn = (degree: number | null) => (own: ResponseSettings) => (tried: number) => {
      const { side, iterations } = own;
      const key = [degree, tried, Math.min(side, sides), ...Object.values(iterations)].join();
      const made = known.get(key) ?? leftAt(tried, degree, own);
      known.set(key, made);
      return made;
    };
    const isFew = hologram.bitDepth <= BENT_BITS;
    const found = isFew ? responseIn(kernels, lightsWith(settings).map(misfitsIn), true, settings) : null;
    const { power: taken, best, doubt } = found ?? { power: 1, best: 1, doubt: 0 };
    const kind = !found ? 'none' : taken !== 1 ? 'believed' : doubt > 0 ? 'doubted' : 'linear';
    return { bits: digest(taken, best, doubt), error: Math.abs(Math.log(taken / power)), verdict: kind };
  };

  function lightsWith(settings: ResponseSettings): readonly (number | null)[] {
    using scope = kernels.scope();
    const { degree } = loadExposures(kernels, scope, frames).normalised[0]!.illumination;
    return likelyDegrees(kernels, { frames, degree, light: lightSettings, settings });
  }

  function leftAt(tried: number, degree: number | null, settings: ResponseSettings): number {
    using scope = kernels.scope();
    const { amplitude } = loadExposures(kernels, scope, frames).normalised[0]!;
    const more = { retrieval: retrievalSettings, settings, onIteration: () => {} };
    const how = { degree, light: lightSettings, ...more };
    return misfitsOf(kernels, scope, { frames, amplitude, optics, z: z_um, ...how })(tried);
  }
}

export const stage: Stage<ResponseSettings> = {
  error: 'that of the logarithm of the power',
  settings: settingsOf['inline-response'],
  cases: {
    'clear cells, linear': bent('clear cells', 1001001, 1),
    'clear cells, 1.2': bent('clear cells', 1001001, 1.2),
    'clear cells, 2.2': bent('clear cells', 1001001, 2.2),
    'opaque beads, 2.2': bent('opaque beads', 1001101, 2.2),
    'cells that absorb and delay, 2.2': bent('cells that absorb and delay', 1002201, 2.2),
    'clear beads, 1.2': bent('clear beads', 1002401, 1.2),
    'dim specks, linear': bent('dim specks', 1002701, 1),
  },
};
