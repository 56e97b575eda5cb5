import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inlineSets } from '../bench/accuracy/inline-set.ts';
import { dataFolder } from '../bench/accuracy/data-folder.ts';
import { loadCameraImage } from '../src/core/field/camera.ts';
import { autofocusInline } from '../src/core/inline/focus/autofocus-inline.ts';
import { normaliseInline } from '../src/core/light/normalise-inline.ts';
import type { Kernels } from '../src/core/kernel/kernels.ts';
import { parseRecipe } from '../src/core/recipe/recipe.ts';
import { reconstruct } from '../src/core/reconstruct.ts';
import { decodeFrame } from '../src/formats/decode/decode.ts';
import { checkWithFile } from '../src/services/fit/check-with-file.ts';
import { loadKernels } from './load-kernels.ts';
import { recordings } from './recording-sets.ts';

const data = dataFolder();
const fitFields = [
  ...(['wavelength_um', 'pixel_pitch_um', 'pixel_pitch_basis', 'magnification'] as const),
  ...(['z_mm', 'z_min_mm', 'z_max_mm'] as const),
];

/** Those that take a second, with a background frame and without; all of them as whole runs of the command line before a release. */
const cheap = ['hl60-cell-with-background', 'small-bead'];

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const missing = data ? '' : ' (skipped: no recordings in LEITH_DATA or beside the repository)';

describe.runIf(data)(`the recordings of other people${missing}`, () => {
  it('are all looked at', () => {
    const folders = readdirSync(data!).filter((name) => existsSync(join(data!, name, 'params.json')));
    expect([...new Set(recordings.map(({ folder }) => folder))].sort()).toEqual(folders.sort());
  });

  it.each(recordings)(
    '$folder/$hologram is decoded as it is, and the fit check takes it',
    async (recording) => {
      const { folder, hologram, background, fields } = recording;
      const bytes = readFileSync(join(data!, folder, hologram));
      const given = Object.fromEntries(
        fitFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
      );
      const rig = { ...given, geometry: fields.holography_mode };
      const { fit, file } = await checkWithFile(rig, { name: hologram, bytes });
      expect(file!.refusal).toBeNull();
      expect(fit.verdict, JSON.stringify(fit.reasons)).not.toBe('unsupported');
      const { frame } = await decodeFrame(bytes, { name: hologram });
      if (!background) return;
      const blank = await decodeFrame(readFileSync(join(data!, folder, background)), { name: background });
      expect([blank.frame.width, blank.frame.height]).toEqual([frame.width, frame.height]);
    },
  );

  it.each(recordings.filter(({ folder }) => cheap.includes(folder)))(
    '$folder/$hologram is reconstructed',
    { tags: 'further/rig' },
    async ({ folder, hologram, background, fields }) => {
      const read = async (name: string) =>
        (await decodeFrame(readFileSync(join(data!, folder, name)), { name })).frame;
      const frames = {
        hologram: await read(hologram),
        background: background ? await read(background) : null,
      };
      const { phase, phase_uncertainty } = reconstruct(kernels, frames, parseRecipe(fields));
      expect(phase.data.every(Number.isFinite)).toBe(true);
      expect(phase_uncertainty.data.every((sigma) => sigma > 0)).toBe(true);
    },
  );

  it('hold a strong in-line sample whose distance is found', async () => {
    const { folder, file, wavelength, pitch, stated, range } = inlineSets.find(
      (set) => set.folder === 'inline-sperm',
    )!;
    const { frame } = await decodeFrame(readFileSync(join(data!, folder, file)), { name: file });
    using scope = kernels.scope();
    const light = normaliseInline(kernels, scope, loadCameraImage(kernels, scope, frame, 'hologram'), null);
    const sampling = { pitchX: pitch, pitchY: pitch };
    const search = { ...light, sampling, wavelength, fromZ: range[0], toZ: range[1] };
    const { z, uncertainty, depthOfField } = autofocusInline(kernels, search, () => {});
    expect(Math.abs(z - stated!)).toBeLessThan(depthOfField);
    expect(Math.abs(z - stated!)).toBeLessThan(2 * uncertainty);
  });
});
