import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { freshKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../../core/field/frame.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { buildNpy, npyDictionary } from '../../formats/decode/array/npy.fixture.ts';
import { buildTiff, greyTags } from '../../formats/decode/tiff/tiff.fixture.ts';
import { buildZip } from '../../formats/decode/array/zip.fixture.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { verifyByRepeating } from '../verify/verify-by-repeating.ts';
import { performReconstruction, type PackageOptions } from './perform-reconstruction.ts';

let kernels: Kernels;
let frames: { readonly hologram: Frame; readonly background: Frame };
beforeAll(async () => {
  // a scope that another file of this process left open would keep them from being renewed
  kernels = await freshKernels();
  const { hologram, background } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 160, height_px: 128 },
    ...{ aberration: [{ x: 2, y: 0, rad: 3 }] },
  });
  frames = { hologram, background: background! };
});

const npyOf = ({ samples, width, height }: Frame, colours?: (value: number) => readonly number[]) => {
  const values = colours ? Array.from(samples).flatMap(colours) : Array.from(samples);
  const shape = `(${height}, ${width}${colours ? ', 3' : ''})`;
  return buildNpy(npyDictionary('<u2', shape), new Uint8Array(Uint16Array.from(values).buffer));
};
const npzOf = (arrays: Readonly<Record<string, Uint8Array>>) =>
  buildZip(Object.entries(arrays).map(([name, data]) => ({ name: `${name}.npy`, data })));
const received = (bytes: Uint8Array, name: string) => ({
  ...{ blocks: [new Uint8Array(bytes)], bytes: bytes.length, name },
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const identity = {
  ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-01-01T00:00:00Z' },
  ...{ requester: 'public', software: { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) } },
};

const rig = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 0 };

async function perform(
  hologram: Uint8Array,
  blank: Uint8Array | null = null,
  fields: object = {},
  options: PackageOptions = {},
) {
  const files = { hologram: received(hologram, 'h'), background: blank && received(blank, 'b') };
  return of(files.hologram, files.background, fields, options);
}

async function of(
  hologram: ReceivedFile,
  background: ReceivedFile | null,
  fields: object = {},
  options: PackageOptions = {},
) {
  const requested = { ...rig, ...fields };
  const files = { hologram, background };
  const job = {
    ...files,
    recipe: parseRecipe(requested),
    calibration: null,
    identity: { ...identity, requested },
  };
  const result = await performReconstruction(kernels, job, () => {}, options);
  const flags = result.evidence.quality.flags.map(({ code }) => code);
  return { ...result, flags, files };
}

describe('performReconstruction', () => {
  it('makes the same package with fresh memory, and keeps none of what the computation took', async () => {
    const data = npyOf(frames.hologram);
    const bytes = () => kernels.wasm.memory.buffer.byteLength;
    const usual = await perform(data);
    const before = bytes();
    let fresh = before;
    const onComputed = async () => {
      kernels.renew();
      fresh = bytes();
    };
    const renewed = await perform(data, null, {}, { onComputed });
    expect(renewed.payload_sha256).toBe(usual.payload_sha256);
    expect(fresh).toBeLessThan(before / 4);
    using scope = kernels.scope();
    scope.real(8, 8);
    const { memory } = kernels.wasm;
    kernels.renew();
    expect(kernels.wasm.memory).toBe(memory);
  });

  it('leaves nothing of large frames that came in blocks, makes the same of them, and leaves alone what the caller holds', async () => {
    const { hologram } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 512, height_px: 256 },
    });
    const file = received(npyOf(hologram), 'h');
    const [whole] = file.blocks;
    const [half, outputs] = [whole!.length >> 1, 'phase'];
    const usual = await of(file, null, { outputs });
    expect(whole!.length).toBe(file.bytes);
    const freed: number[] = [];
    const { transfer } = ArrayBuffer.prototype;
    const spied = vi.spyOn(ArrayBuffer.prototype, 'transfer').mockImplementation(function (
      this: ArrayBuffer,
      length,
    ) {
      freed.push(this.byteLength);
      return transfer.call(this, length);
    });
    try {
      const inBlocks = { ...file, blocks: [whole!.slice(0, half), whole!.slice(half)] };
      expect((await of(inBlocks, null, { outputs })).payload_sha256).toBe(usual.payload_sha256);
    } finally {
      spied.mockRestore();
    }
    expect(freed).toContain(file.bytes);
  });

  it('uses the background beside the hologram as if it had been sent, says so, and can do it again', async () => {
    const [data, bg_data] = [npyOf(frames.hologram), npyOf(frames.background)];
    const sent = await perform(data, bg_data);
    const beside = await perform(npzOf({ data, bg_data }));
    expect(beside.payload_sha256).toBe(sent.payload_sha256);
    expect(beside.flags).toContain('background_in_file');
    expect(sent.flags).not.toContain('background_in_file');
    expect((await perform(data)).payload_sha256).not.toBe(sent.payload_sha256);
    const again = await verifyByRepeating(
      { kernels, kernel_sha256: 'a'.repeat(64), version: '1', isCurrent: true },
      beside.evidence,
      new Map(),
      beside.files,
      () => {},
    );
    expect(again.map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('takes the background that was sent where there are two, and names what it leaves', async () => {
    const [data, bg_data] = [npyOf(frames.hologram), npyOf(frames.background)];
    const both = await perform(npzOf({ data, bg_data: data }), bg_data);
    expect(both.payload_sha256).toBe((await perform(data, bg_data)).payload_sha256);
    expect(both.flags).toContain('arrays_unused');
    const other = await perform(npzOf({ hologram: data, dark: bg_data }));
    const { detail } = other.evidence.quality.flags.find(({ code }) => code === 'arrays_unused')!;
    expect(detail).toContain('“dark”');
  });

  it('takes the channel that is asked for, of the hologram and of its background', async () => {
    const green = (value: number) => [7, value, 11];
    const [data, bg_data] = [npyOf(frames.hologram), npyOf(frames.background)];
    const [colour, blank] = [npyOf(frames.hologram, green), npyOf(frames.background, green)];
    const grey = await perform(data, bg_data);
    const taken = await perform(colour, blank, { channel: 'green' });
    expect(taken.payload_sha256).toBe(grey.payload_sha256);
    await expect(perform(colour)).rejects.toThrow(/channel=green/);
    const again = await verifyByRepeating(
      { kernels, kernel_sha256: 'a'.repeat(64), version: '1', isCurrent: true },
      taken.evidence,
      new Map(),
      taken.files,
      () => {},
    );
    expect(again.every(({ passed }) => passed)).toBe(true);
  });

  it('flags a file whose metadata say something else than the request', async () => {
    const { width, height, samples } = frames.hologram;
    const text = `<OME><Image><Pixels PhysicalSizeX="0.345"><Channel EmissionWavelength="532"/></Pixels></Image></OME>`;
    const tags = { ...greyTags(width, height, 16), 270: text };
    const segments = [new Uint8Array(Uint16Array.from(samples).buffer)];
    const tiff = buildTiff([{ tags, segments }]);
    const differing = ['wavelength_differs_from_file', 'pixel_pitch_differs_from_file'];
    const { flags, payload_sha256 } = await perform(tiff);
    expect(flags).toEqual(expect.arrayContaining(differing));
    const agreeing = await perform(tiff, null, { wavelength_um: 0.532, magnification: 10 });
    expect(agreeing.flags.filter((code) => differing.includes(code))).toEqual([]);
    expect(payload_sha256).toBe((await perform(npyOf(frames.hologram))).payload_sha256);
  });
});
