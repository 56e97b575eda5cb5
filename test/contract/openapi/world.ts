import { newEmail, password } from '../json-client.ts';
import { multipart, MULTIPART, type Part, type Received, type Send, type Sent } from './send.ts';

const SIDE = 128;

/** A small off-axis hologram of a plain wave, 128 × 128 8-bit pixels as NPY; without noise its background takes long. */
export function smallHologram(): Uint8Array<ArrayBuffer> {
  let state = 1;
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.round(120 + 100 * Math.cos(2 * Math.PI * (0.2 * x + 0.15 * y)) + (state >> 28) - 3.5);
  });
  return new Uint8Array(Buffer.concat([npyHeader(SIDE), pixels]));
}

/** What stands before side × side 8-bit pixels. */
export function npyHeader(side: number): Buffer {
  const shape = `{'descr': '|u1', 'fortran_order': False, 'shape': (${side}, ${side}), }`;
  const header = Buffer.alloc(128, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(header.length - 10, 8);
  header.write(shape, 10);
  header.write('\n', header.length - 1);
  return header;
}

/** The fields that go with it. */
export const smallFields: Readonly<Record<string, string>> = {
  holography_mode: 'off-axis',
  wavelength_um: '0.6328',
  pixel_pitch_um: '3.45',
  z_mm: '0',
  output_sampling: 'native',
  // pictures take longer than all the rest
  outputs: 'phase',
};

/** Those of a sequence of two such frames. */
export const sequenceParts: Readonly<Record<string, string>> = {
  ...{ holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', frames: '2' },
};

export function smallUpload(fields: Readonly<Record<string, string>> = smallFields): Uint8Array {
  return multipart([
    ...textParts(fields),
    { name: 'hologram', value: smallHologram(), filename: 'small.npy' },
  ]);
}

export function textParts(fields: Readonly<Record<string, string>>): Part[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

/** What there is before the requests: two accounts, each with one of everything. */
export interface World {
  readonly key: string;
  /** a request that makes a profile */
  readonly targetUpload: Uint8Array;
  /** of the account that asks */
  readonly own: Ids;
  /** to be deleted, so that the others stay */
  readonly spare: Ids;
  readonly othersOwn: Ids;
  /** of nobody's */
  readonly public: Ids;
}

/** By the name of the path parameter. */
export type Ids = Readonly<Record<string, string>>;

const everybodys = { target_id: 'usaf-1951', code: 'INVALID_INPUT', path: 'data%2Fphase.tif', leaves: '1' };
/** The first hash of the log's tree. */
export const TILE = '0%2F000.p%2F1';

/** @param makeProfile stores a profile of an account, and tells its identifier: a fit for each takes too long */
export async function makeWorld(
  send: Send,
  target: Uint8Array,
  makeProfile: (accountId: string) => Promise<string>,
): Promise<World> {
  const [mine, theirs] = [
    await withReceipt(send, await signUp(send)),
    await withReceipt(send, await signUp(send)),
  ];
  const make = async ({ api_key, account_id, receipt_id }: Signed): Promise<Ids> => ({
    ...(await makeOneOfEach(send, api_key!)),
    receipt_id: receipt_id!,
    profile_id: await makeProfile(account_id!),
  });
  return {
    ...{ key: mine.api_key!, targetUpload: target },
    own: await make(mine),
    spare: await make(mine),
    othersOwn: await make(theirs),
    public: { ...everybodys, evidence_report_id: (await makeResult(send)).evidence_report_id! },
  };
}

type Signed = Readonly<Record<string, string>>;

/** Of the deletion of nothing, before there is anything. */
async function withReceipt(send: Send, account: Signed): Promise<Signed> {
  const headers = { authorization: `Bearer ${account.api_key}` };
  const { receipt_id } = made(await send({ method: 'DELETE', path: '/users/me/data', headers }));
  return { ...account, receipt_id: receipt_id! };
}

async function makeOneOfEach(send: Send, key: string): Promise<Ids> {
  const as = { authorization: `Bearer ${key}` };
  const put = (path: string, body: unknown) => sendJson(send, { method: 'PUT', path, headers: as }, body);
  await put('/users/me/retention', { retain_raw_inputs: true });
  const { evidence_report_id } = await makeResult(send, as);
  const uploads = await send({ method: 'GET', path: '/users/me/raw-uploads', headers: as });
  const { items } = JSON.parse(uploads.body.toString()) as { items: { raw_upload_id: string }[] };
  const made = await sendJson(send, { method: 'POST', path: '/users/me/api-keys', headers: as }, {});
  return {
    ...everybodys,
    evidence_report_id,
    raw_upload_id: items[0]!.raw_upload_id,
    key_id: made.key_id!,
    run_id: await makeCancelledRun(send, as),
    finished_run_id: await makeFinishedRun(send, as),
    ...{ sequence_id: await makeSequence(send, as), n: '0' },
  };
}

/** One whose frames are all there. */
async function makeSequence(send: Send, as: Record<string, string>): Promise<string> {
  const headers = { ...as, 'content-type': MULTIPART };
  const body = multipart(textParts(sequenceParts));
  const { sequence_id } = made(await send({ method: 'POST', path: '/sequences', headers, body }));
  for (const n of [0, 1]) {
    const frame = { ...as, 'content-type': 'application/octet-stream' };
    const path = `/sequences/${sequence_id}/frames/${n}`;
    made(await send({ method: 'PUT', path, headers: frame, body: smallHologram() }));
  }
  return sequence_id!;
}

/** One that can be cancelled again at any time, instead of one that may have ended meanwhile. */
async function makeCancelledRun(send: Send, headers: Record<string, string>): Promise<string> {
  for (;;) {
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => makeResult(send, { ...headers, prefer: 'respond-async' })),
    );
    // the last of them waits for the others
    const run_id = runs
      .map((run) => run.run_id!)
      .toSorted()
      .at(-1)!;
    const { status } = await send({ method: 'DELETE', path: `/runs/${run_id}`, headers });
    if (status === 200) return run_id;
  }
}

async function makeFinishedRun(send: Send, headers: Record<string, string>): Promise<string> {
  const fields = { ...smallFields, outputs: `${smallFields.outputs},previews` };
  const { run_id } = await makeResult(send, { ...headers, prefer: 'respond-async' }, fields);
  for (;;) {
    const { body } = await send({ method: 'GET', path: `/runs/${run_id}`, headers });
    const { status } = JSON.parse(body.toString()) as { status: string };
    if (status === 'succeeded') return run_id!;
    if (!['queued', 'running'].includes(status)) throw new Error(`The run ended as ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function signUp(send: Send): Promise<Signed> {
  const account = { email: newEmail(), password };
  return sendJson(send, { method: 'POST', path: '/users/signup' }, account);
}

async function makeResult(
  send: Send,
  headers: Sent['headers'] = {},
  fields = smallFields,
): Promise<Record<string, string>> {
  const path = 'authorization' in headers ? '/reconstruct_pdhm' : '/public/reconstruct';
  const all = { accept: 'application/json', 'content-type': MULTIPART, ...headers };
  return made(await send({ method: 'POST', path, headers: all, body: smallUpload(fields) }));
}

async function sendJson(send: Send, sent: Sent, body: unknown): Promise<Record<string, string>> {
  const headers = { ...sent.headers, 'content-type': 'application/json' };
  return made(await send({ ...sent, headers, body: JSON.stringify(body) }));
}

function made({ status, body }: Received): Record<string, string> {
  if (status >= 300) throw new Error(body.toString());
  return JSON.parse(body.toString()) as Record<string, string>;
}
