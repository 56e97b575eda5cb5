import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulateCommand } from '../../src/cli/commands/simulate.ts';

const HOLOGRAM =
  '--object beads --count 2 --mode off-axis --width 64 --height 64 --wavelength-um 0.6328 --pixel-pitch-um 3.45 ' +
  '--size-um 20 --z-mm 1 --carrier 0.18,0.15 --phase-rad 1 --bit-depth 8 -o';
const FIELDS = {
  ...{ holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '1' },
  // all maps and their pictures take three times as long
  outputs: 'phase',
};

/** A hologram that takes a moment to reconstruct. */
export async function smallHologram(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(folder, 'hologram.png');
  const silent = { write: (): void => {} };
  const code = await simulateCommand.execute([...HOLOGRAM.split(' '), file], {
    stdout: silent,
    stderr: silent,
  });
  if (code !== 0) throw new Error(`leith simulate ended with ${code}`);
  return new Uint8Array(readFileSync(file));
}

/** A multipart body with it. */
export function uploadOf(hologram: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('hologram', new Blob([hologram]), 'hologram.png');
  for (const [name, value] of Object.entries(FIELDS)) form.append(name, value);
  return form;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** its JSON */
  json<T>(): T;
  /** the problem's code */
  readonly code: string;
}

export interface Request {
  readonly method?: string;
  readonly body?: FormData | string;
  readonly apiKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and takes the whole answer; null: the connection broke before it was complete. */
export async function send(url: string, request: Request = {}): Promise<Reply | null> {
  const { method = 'GET', body, apiKey = null, headers = {} } = request;
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  try {
    const answer = await fetch(url, {
      ...{ method, headers: { ...authorization, ...type, ...headers } },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      ...{ status: answer.status, headers: answer.headers, bytes },
      json: <T>() => JSON.parse(bytes.toString()) as T,
      get code() {
        return answer.status < 400 ? '' : (JSON.parse(bytes.toString()) as { code: string }).code;
      },
    };
  } catch {
    return null;
  }
}

export const newKey = (): string => randomUUID();
