import { expect } from 'vitest';
import { loadKernels } from '../load-kernels.ts';
import { driftAt, driftingFrame } from '../../src/core/sequence/drifting-frames.fixture.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { encodeNpyArray } from '../../src/formats/encode/npy-array.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Run } from './run-client.ts';

/** As `GET /sequences/{sequence_id}` answers. */
export interface Sequence {
  readonly sequence_id: string;
  readonly status: string;
  readonly frames: number;
  readonly received: {
    readonly count: number;
    readonly ranges: { readonly from: number; readonly to: number }[];
  };
  readonly progress: Run['progress'];
  readonly run_id?: string;
  readonly evidence_report_id?: string;
  readonly expires_at?: string;
}

export const sequenceFields = {
  holography_mode: 'off-axis',
  wavelength_um: '0.6328',
  pixel_pitch_um: '3.45',
};

/** Frames of one still sample that drift. */
export async function someFrames(count: number, side = 150): Promise<readonly Frame[]> {
  const kernels = await loadKernels();
  const size = { width_px: side, height_px: side };
  return Array.from({ length: count }, (_, k) => driftingFrame(kernels, k, driftAt(k), size).hologram);
}

export async function pngOf(frame: Frame): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(Buffer.concat(await encodeFrame(frame, 'png', 3.45)));
}

/** A stack as NumPy writes it. */
export function npyOf(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const [{ width, height }] = frames as [Frame];
  const all = new Uint16Array(frames.length * width * height);
  frames.forEach(({ samples }, k) => all.set(samples as Uint16Array, k * width * height));
  return new Uint8Array(Buffer.concat(encodeNpyArray(all, [frames.length, height, width])));
}

/** What a client does with sequences. @param ask as somebody, with a path of the service */
export function sequenceClient(ask: (path: string, init?: RequestInit) => Promise<Response>) {
  const client = {
    create(
      fields: Readonly<Record<string, unknown>>,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      const body = JSON.stringify({ ...sequenceFields, ...fields });
      const json = { 'content-type': 'application/json', ...headers };
      return ask('/sequences', { method: 'POST', body, headers: json });
    },
    async begin(fields: Readonly<Record<string, unknown>>): Promise<string> {
      const response = await client.create(fields);
      expect(response.status, await response.clone().text()).toBe(201);
      return ((await response.json()) as Sequence).sequence_id;
    },
    put: (id: string, n: number | string, body: BodyInit, query = ''): Promise<Response> =>
      ask(`/sequences/${id}/frames/${n}${query}`, { method: 'PUT', body }),
    async find(id: string): Promise<Sequence> {
      return (await (await ask(`/sequences/${id}`)).json()) as Sequence;
    },
    async list(): Promise<readonly Sequence[]> {
      return ((await (await ask('/sequences')).json()) as { items: Sequence[] }).items;
    },
    start: (id: string): Promise<Response> => ask(`/sequences/${id}/start`, { method: 'POST' }),
    forget: (id: string): Promise<Response> => ask(`/sequences/${id}`, { method: 'DELETE' }),
  };
  return client;
}
