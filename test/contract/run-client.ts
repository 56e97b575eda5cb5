import sharp from 'sharp';
import { expect } from 'vitest';
import type { OpenStorage } from '../../src/start/storage.ts';
import type { ProblemBody } from './problem.ts';
import { example, upload } from './running-service.ts';

export interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly progress: { readonly stage: string | null; readonly fraction: number };
  readonly evidence_report_id?: string;
  readonly profile_id?: string;
  readonly problem?: ProblemBody;
}

/** What a client does with runs. */
export function runClient(url: () => string) {
  const headersOf = (key?: string) => (key ? { authorization: `Bearer ${key}` } : {});
  const client = {
    post(form: FormData, headers: Record<string, string> = {}, key?: string): Promise<Response> {
      const address = `${url()}${key ? '/reconstruct_pdhm' : '/public/reconstruct'}`;
      return fetch(address, { method: 'POST', body: form, headers: { ...headersOf(key), ...headers } });
    },
    /** sends it to be done later */
    async accept(form: FormData = upload(), key?: string): Promise<Run> {
      const response = await client.post(form, { prefer: 'respond-async' }, key);
      expect(response.status, await response.clone().text()).toBe(202);
      return (await response.json()) as Run;
    },
    find: (runId: string, key?: string) => fetch(`${url()}/runs/${runId}`, { headers: headersOf(key) }),
    cancel: (runId: string, key?: string) =>
      fetch(`${url()}/runs/${runId}`, { method: 'DELETE', headers: headersOf(key) }),
    /** waits until nothing more happens to it */
    async ended(runId: string, key?: string): Promise<Run> {
      return client.until(runId, ({ status }) => !['queued', 'running'].includes(status), key);
    },
    async until(runId: string, reached: (run: Run) => boolean, key?: string): Promise<Run> {
      for (let tries = 0; tries < 2400; tries++) {
        const run = (await (await client.find(runId, key)).json()) as Run;
        if (reached(run)) return run;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`the run ${runId} does not get there`);
    },
    async signUp(): Promise<{ readonly account_id: string; readonly api_key: string }> {
      const email = `${Math.random().toString(36).slice(2)}@example.org`;
      const body = JSON.stringify({ email, password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url()}/users/signup`, { method: 'POST', body, headers });
      expect(response.status).toBe(201);
      return (await response.json()) as { account_id: string; api_key: string };
    },
  };
  return client;
}

async function inlinePart(side: number): Promise<FormData> {
  const part = sharp(example('inline.png')).extract({ left: 200, top: 200, width: side, height: side });
  const hologram = new Uint8Array(await part.toColourspace('grey16').png().toBuffer());
  const inline = { holography_mode: 'inline', wavelength_um: '0.532', pixel_pitch_um: '1.67', z_mm: '1.5' };
  const fields = { ...inline, phase_background: undefined };
  return upload({ files: { hologram }, fields });
}

const [slow, brisk] = [await inlinePart(224), await inlinePart(80)];

const copyOf = (form: FormData): FormData => {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
};

/** A reconstruction of seconds: phase retrieval of a part of examples/inline.png. */
export const slowUpload = (): FormData => copyOf(slow);

/** The same of an eighth of that part: it tells of as many stages, and is waited for. */
export const briskUpload = (): FormData => copyOf(brisk);

/**
 * A run is over in one transaction, and the files that it leaves are removed after that.
 * @param requester whose runs; other files' tests may share the service. Without it: everybody's
 */
export async function expectNothingStaged(storage: OpenStorage, requester?: string): Promise<void> {
  await expect.poll(() => stagedBy(storage, requester), { timeout: 60_000 }).toEqual([]);
}

async function stagedBy(storage: OpenStorage, requester?: string): Promise<string[]> {
  const keys = await keysOf(storage, 'staged');
  if (requester === undefined) return keys;
  const runs = storage.store.read().selectFrom('runs').select('run_id').where('requester', '=', requester);
  const ids = (await runs.execute()).map(({ run_id }) => run_id);
  return keys.filter((key) => ids.some((id) => key.startsWith(`staged/${id}-`)));
}

/** That all kept uploads and overlays belong to somebody; a request in progress has some for a moment. */
export async function expectNothingLeftOver(storage: OpenStorage): Promise<void> {
  await expect.poll(() => filesOfNobody(storage), { timeout: 60_000 }).toEqual([]);
}

async function filesOfNobody(storage: OpenStorage): Promise<string[]> {
  const keys = [...(await keysOf(storage, 'raw')), ...(await keysOf(storage, 'profile'))];
  const db = storage.store.read();
  const raw = await db.selectFrom('raw_uploads').select('blob_key').execute();
  const frames = await db.selectFrom('sequence_files').select('blob_key').execute();
  const profiles = await db.selectFrom('profiles').select('blob_key').execute();
  const known = new Set([...raw, ...frames, ...profiles].map(({ blob_key }) => blob_key));
  return keys.filter((key) => !known.has(key));
}

export async function keysOf(storage: OpenStorage, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.blobs.list(folder)) keys.push(key);
  return keys.sort();
}
