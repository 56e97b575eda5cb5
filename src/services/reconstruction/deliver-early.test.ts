import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { beadReconstruction, packageContext } from '../../formats/package/bead-reconstruction.fixture.ts';
import { buildPackage } from '../../formats/package/build-package.ts';
import { sha256 } from '../../formats/package/digests.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { leftovers, withPut } from '../archive/archive.fixture.ts';
import type { ComputeOptions, ReconstructionJob, ReconstructionResult } from '../ports/compute.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { reconstructHologram } from './reconstruct-hologram.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());
const kernels = await loadKernels();

const nothing = { packages: [], stored: [], unpublished: [], removals: [] };
type OnChunks = NonNullable<ComputeOptions['onChunks']>;

/** Computes nothing, and packs with what it was asked to do before each file is told of and before it ends. */
function computing(before: {
  file?: (count: number) => unknown;
  end?: () => Promise<unknown>;
  sums?: () => boolean;
}) {
  const early: boolean[] = [];
  async function reconstruct(job: ReconstructionJob, options: ComputeOptions): Promise<ReconstructionResult> {
    const { onChunks } = options;
    early.push(onChunks !== undefined);
    let count = 0;
    const told: { onChunks?: OnChunks } = onChunks
      ? { onChunks: (...told) => (before.file?.(++count), onChunks(...told)) }
      : {};
    const context = { ...packageContext(), ...job.identity };
    const result = await buildPackage(kernels, beadReconstruction(48, 80), context, null, {
      ...told,
      sums: before.sums,
    });
    await before.end?.();
    return { ...result, stages: { unwrap: 1 } };
  }
  return { early, compute: { reconstruct, checkRoom() {}, checkShare() {} } };
}

describeOn(setUps, 'a package that is archived while it is made', ({ create }) => {
  let storage: OpenStorage;
  beforeEach(async () => {
    storage = await (await create()).open();
    return () => storage.close();
  });

  const controller = () => new AbortController();
  function asked(compute: unknown, { signal } = controller(), blobs = storage.blobs) {
    const hologram = { name: 'h.tif', blocks: [], bytes: 9, sha256: 'a'.repeat(64) };
    const fields = { holography_mode: 'off-axis', wavelength_um: 0.633, pixel_pitch_um: 3.45 };
    const services = { ...storage, blobs, compute, software: packageContext().software } as never;
    const requester = { requester: 'public', retain: false, calibration: null, errors: [] };
    const input = { hologram, background: undefined, fields, ...requester };
    return reconstructHologram(services, input as never, { signal, onProgress: () => {} });
  }

  it.each([false, true])('is the package that is answered, and known by what it came to', async (summed) => {
    const { compute, early } = computing({ end: () => turn(), sums: () => summed });
    const { entry, zip } = await asked(compute);
    expect(early).toEqual([!storage.blobs.needsDigest]);
    const whole = Buffer.concat(zip);
    const stored = await storage.blobs.read(entry.blob_key);
    expect(Buffer.concat(await stored!.toArray()).equals(whole)).toBe(true);
    expect(entry).toMatchObject({ bytes: whole.length, sha256: sha256([whole]) });
    expect(JSON.parse(entry.summary)).toMatchObject({ width_px: 80, height_px: 48 });
    expect(await leftovers(storage)).toMatchObject({ packages: [entry.blob_key], unpublished: [] });
  });

  it.each(['packing', 'after the last part'])('leaves nothing where computing fails, %s', async (when) => {
    const died = new Error('the worker died');
    const fail = async () => {
      // until the first part is under way to its place
      for (let k = 0; k < 20; k++) await turn();
      throw died;
    };
    const { compute } = computing(
      when === 'packing'
        ? {
            file(count) {
              if (count === 4) throw died;
            },
            end: fail,
          }
        : { end: fail },
    );
    await expect(asked(compute)).rejects.toBe(died);
    expect(await leftovers(storage)).toEqual(nothing);
  });

  it('leaves nothing for somebody who has gone meanwhile', async () => {
    const gone = controller();
    const { compute } = computing({ end: async () => gone.abort(new Error('gone')) });
    await expect(asked(compute, gone)).rejects.toThrow('gone');
    expect(await leftovers(storage)).toEqual(nothing);
  });

  it('says that the store is full although the computation went on', async () => {
    const full = new StorageUnavailable('The disk for packages is full.');
    const blobs = withPut(storage.blobs, () => Promise.reject(full));
    await expect(asked(computing({}).compute, controller(), blobs)).rejects.toBe(full);
    // a store where an upload that was given up may yet arrive is asked once more later
    const { removals: _, ...rest } = nothing;
    expect(await leftovers(storage)).toMatchObject(storage.blobs.lateWrites ? rest : nothing);
  });
});
