import type { Random } from '../../src/core/simulate/random.ts';
import type { MutatedFile } from './mutate.ts';

export interface Sent {
  readonly outcome: string;
  readonly status: number;
  readonly ms: number;
}

const offAxis = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '1' };
const inline = { ...offAxis, holography_mode: 'inline', phase_retrieval: 'none' };
const requests: readonly Readonly<Record<string, string>>[] = [
  offAxis,
  { ...offAxis, channel: 'blue' },
  inline,
  { holography_mode: 'inline', wavelength_um: '0.5', pixel_pitch_um: '3', stack_z_mm: '1,1.2,1.4' },
];

/** The file as a hologram, or as hologram and background at once, with one of the requests that people make. */
export async function sendMutated(url: string, { name, bytes }: MutatedFile, random: Random): Promise<Sent> {
  const form = new FormData();
  for (const [field, value] of Object.entries(requests[Math.floor(random.uniform() * requests.length)]!))
    form.append(field, value);
  const blob = new Blob([new Uint8Array(bytes)]);
  form.append('hologram', blob, name);
  if (random.uniform() < 0.2) form.append('background', blob, name);
  const began = performance.now();
  const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form });
  const body = new Uint8Array(await answer.arrayBuffer());
  const ms = performance.now() - began;
  const code = answer.ok ? 'package' : (JSON.parse(new TextDecoder().decode(body)) as { code: string }).code;
  return { outcome: `HTTP-${answer.status}-${code}`, status: answer.status, ms };
}
