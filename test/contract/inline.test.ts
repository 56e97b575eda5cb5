// @module-tag further/rig
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeStack } from '../../src/formats/encode/frame.ts';
import { loadKernels } from '../load-kernels.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { wholeUpload } from './running-service.ts';

let service: LentService;
let stack: Uint8Array<ArrayBuffer>;
const distances = [1, 1.3];
const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2 };

beforeAll(async () => {
  service = await lentService();
  const kernels = await loadKernels();
  const frames = distances.map((z_mm, exposure) => {
    const size = { width_px: 192, height_px: 192 };
    return simulate(kernels, {
      mode: 'inline',
      object: { kind: 'absorbing-chart' },
      ...{ ...size, ...rig, z_mm, exposure },
    }).hologram;
  });
  stack = new Uint8Array(Buffer.concat(encodeStack(frames)));
});

function send(stack_z_mm: string, fields: Record<string, string> = {}): Promise<Response> {
  const { wavelength_um, pixel_pitch_um } = rig;
  const inline = { holography_mode: 'inline', z_mm: undefined, stack_z_mm };
  const numbers = { wavelength_um: String(wavelength_um), pixel_pitch_um: String(pixel_pitch_um) };
  const body = wholeUpload({ files: { hologram: stack }, fields: { ...inline, ...numbers, ...fields } });
  const headers = { accept: 'application/json' };
  return fetch(`${service.url}/public/reconstruct`, { method: 'POST', body, headers });
}

interface Answer {
  readonly summary: {
    readonly metrics: Record<string, number>;
    readonly parameters_used: { readonly recipe: { readonly stack_z_mm: number[] } };
  };
}

describe('a stack of inline frames', () => {
  it('gives one result of all its frames', async () => {
    const response = await send(distances.join(','));
    expect(response.status).toBe(201);
    const { summary } = (await response.json()) as Answer;
    expect(summary.metrics['frames']).toBe(2);
    expect(summary.parameters_used.recipe.stack_z_mm).toEqual(distances);
    expect(summary.metrics['data_misfit']).toBeLessThan(2);
  });

  it('is refused where distances and frames differ in number', async () => {
    const response = await send('1,1.3,1.6');
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [
        { pointer: '/stack_z_mm', message: expect.stringContaining('3 distances, but the array of shape') },
      ],
    });
  });

  it('is refused off-axis', async () => {
    const response = await send('1,1.3', { holography_mode: 'off-axis' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/stack_z_mm' }] });
  });
});
