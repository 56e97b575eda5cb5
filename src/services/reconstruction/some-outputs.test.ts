import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { buildNpy, npyDictionary } from '../../formats/decode/array/npy.fixture.ts';
import { outputNames, type OutputName } from '../../core/recipe/outputs.ts';
import { readPackage } from '../../web/package/read-package.ts';
import { summarise } from '../archive/summary.ts';
import { verifyByRepeating } from '../verify/verify-by-repeating.ts';
import { inspectArchive } from '../../formats/verify/inspect-package.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { oneIn } from '../../../test/short-form.ts';
import { performReconstruction } from './perform-reconstruction.ts';

let kernels: Kernels;
let whole: Made;
beforeAll(async () => {
  kernels = await loadKernels();
  whole = await make('off-axis', outputNames.join(','));
});

const software = { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) };
const identity = {
  ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-01-01T00:00:00Z' },
  ...{ requester: 'public', software },
};
const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Made = Awaited<ReturnType<typeof make>>;

async function make(mode: 'off-axis' | 'inline', outputs: string | undefined, more: object = {}) {
  const size = mode === 'inline' ? { width_px: 64, height_px: 48 } : { width_px: 160, height_px: 128 };
  const { hologram } = simulate(kernels, { mode, object: { kind: 'cells' }, ...size, z_mm: 1 });
  const { samples, width, height } = hologram;
  const values = new Uint8Array(Uint16Array.from(samples).buffer);
  const bytes = buildNpy(npyDictionary('<u2', `(${height}, ${width})`), values);
  const indices = { refractive_index_sample: '1.4', refractive_index_medium: '1.33' };
  const rig = { holography_mode: mode, wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '1' };
  const requested = { ...rig, ...indices, ...(outputs && { outputs }), ...more };
  const file = {
    blocks: [new Uint8Array(bytes)],
    bytes: bytes.length,
    name: 'h',
    sha256: await sha256(bytes),
  };
  const job = {
    ...{ hologram: file, background: null, calibration: null },
    ...{ recipe: parseRecipe(requested), identity: { ...identity, requested } },
  };
  const result = await performReconstruction(kernels, job, () => {});
  const zip = new Uint8Array(Buffer.concat(result.chunks));
  return { ...result, zip, files: unpackPackage(zip), hologram: file };
}

const payloadOf = ({ evidence }: Made) => evidence.outputs.map(({ path }) => path);
const fileOf = (name: OutputName) =>
  name === 'field' ? 'data/field.npy' : name === 'previews' ? 'data/preview/' : `data/${name}.tif`;

describe('a package of some maps', () => {
  const some = [
    'phase,phase_uncertainty',
    'amplitude,previews',
    'field',
    'previews',
    'height,phase_noise',
  ] as const;
  it.each(oneIn(2, some))(
    '%s: holds these, bit for bit as in the whole package, and can be checked and repeated',
    async (asked) => {
      const made = await make('off-axis', asked);
      const names = asked.split(',') as OutputName[];
      const expected = payloadOf(whole).filter((path) => names.some((name) => path.startsWith(fileOf(name))));
      expect(payloadOf(made)).toEqual(expected);
      for (const path of expected)
        expect(Buffer.compare(made.files.get(path)!, whole.files.get(path)!), path).toBe(0);
      const { checks } = await inspectArchive(made.zip, async (bytes) =>
        createHash('sha256').update(bytes).digest('hex'),
      );
      expect(checks.filter(({ passed }) => passed === false)).toEqual([]);
      const again = await verifyByRepeating(
        { ...software, kernels, isCurrent: true },
        made.evidence,
        made.files,
        { hologram: made.hologram, background: null },
        () => {},
      );
      expect(again.map(({ passed }) => passed)).toEqual([true, true]);
      expect(made.evidence.quality).toEqual(whole.evidence.quality);
      expect(summarise(made.evidence).width_px).toBe(160);
      const crate = new TextDecoder().decode(made.files.get('data/ro-crate-metadata.json'));
      for (const path of payloadOf(whole))
        expect(crate.includes(`"${path.slice(5)}"`), path).toBe(expected.includes(path));
      const page = new TextDecoder().decode(made.files.get('data/report.html'));
      expect(page.includes('data:image/png')).toBe(names.includes('previews'));
      for (const path of payloadOf(whole).filter((one) => one.endsWith('.tif')))
        expect(expected.includes(path) || !page.includes(`>${path.slice(5)}<`), path).toBe(true);
    },
  );

  it('is everything but the noise of the camera unless something else is asked for', async () => {
    const made = await make('off-axis', undefined);
    expect(payloadOf(made)).toEqual(payloadOf(whole).filter((path) => path !== 'data/phase_noise.tif'));
  });

  it('of an in-line hologram has the same phase, and no back-propagation where no picture shows it', async () => {
    const [all, one] = [await make('inline', undefined), await make('inline', 'phase')];
    expect(payloadOf(all)).toContain('data/preview/back_propagation_phase.png');
    expect(payloadOf(one)).toEqual(['data/phase.tif']);
    expect(Buffer.compare(one.files.get('data/phase.tif')!, all.files.get('data/phase.tif')!)).toBe(0);
  });

  it('is opened by the page with what there is', async () => {
    const opened = async (outputs: string) =>
      readPackage((await make('off-axis', outputs)).zip as Uint8Array<ArrayBuffer>, sha256);
    const uncertain = await opened('phase_uncertainty,phase_noise');
    expect(Object.keys(uncertain.maps)).toEqual(['phase_uncertainty', 'phase_noise']);
    expect(uncertain.inspection!.checks.filter(({ passed }) => passed !== true)).toEqual([]);
    const field = await opened('field');
    const all = await readPackage(whole.zip as Uint8Array<ArrayBuffer>, sha256);
    expect(Object.keys(field.maps)).toEqual(['phase_wrapped', 'amplitude']);
    for (const name of ['phase_wrapped', 'amplitude'] as const) {
      const off = field.maps[name]!.data.map((value, i) => Math.abs(value - all.maps[name]!.data[i]!));
      expect(off.reduce((a, b) => Math.max(a, b))).toBeLessThan(1e-5);
    }
    const pictures = await opened('previews');
    expect(pictures.maps).toEqual({});
    expect(Object.keys(pictures.previews)).toContain('phase');
  });

  const python = spawnSync('/usr/bin/python3', ['-c', 'import numpy']).status === 0;
  it.runIf(python)(
    'is read by the example in Python, whatever it holds',
    { tags: 'further/others' },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'leith-outputs-'));
      const script = fileURLToPath(new URL('../../../examples/clients/numpy_example.py', import.meta.url));
      try {
        for (const outputs of ['phase', 'field', 'phase_uncertainty,previews']) {
          writeFileSync(join(folder, 'a.zip'), (await make('off-axis', outputs)).zip);
          const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [script, join(folder, 'a.zip')]);
          expect(status, String(stderr)).toBe(0);
          expect(String(stdout)).toContain('160 x 128');
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
