import { examplesOf, needsKey, type Operation } from './document.ts';
import { jsonCases } from './json-cases.ts';
import { multipartCases } from './multipart-cases.ts';
import type { Schema } from './schema.ts';
import { multipart, MULTIPART, type Sent } from './send.ts';
import { calibrationFields, emptyFrame } from './target-upload.ts';
import { refuses, valuesFor } from './values.ts';
import { sequenceParts, smallHologram, smallUpload, textParts, TILE, type Ids, type World } from './world.ts';

/** One request to an operation. */
export interface Case {
  readonly what: string;
  readonly sent: Sent;
  /** what must be answered; not given: anything that is declared */
  readonly expected?: readonly number[];
  /** one of many, each of which is a reconstruction */
  readonly dear?: true;
}

/** Requests to an operation with everything about them right, on the bounds, or wrong. */
export function casesFor(
  operation: Operation,
  world: World,
  schemas: Readonly<Record<string, Schema>>,
): Case[] {
  const valid = validRequest(operation, world);
  const first = operation.path === CALIBRATE ? { ...valid, body: world.targetUpload } : valid;
  const { content: bodies = {}, required = false } = operation.requestBody ?? {};
  const json = bodies['application/json'];
  const parts = bodies['multipart/form-data'];
  return [
    // first: it may be a deletion
    { what: 'with everything right', sent: first, expected: [200, 201, 202, 204] },
    ...keyCases(operation, valid),
    ...idCases(operation, world, valid),
    ...queryCases(operation, valid, schemas),
    ...headerCases(operation, valid),
    ...emptyCases(operation, valid, schemas),
    // those of a sequence are sent in sequences.test.ts: no more than 100 may be open, and its form's texts are numbers, too
    ...(json && operation.path !== '/sequences'
      ? jsonCases(valid, json, schemas, required).map(otherPassword)
      : []),
    ...(operation.path.startsWith('/sequences') && operation.requestBody ? sequenceCases(valid) : []),
    ...(parts && !operation.path.startsWith('/sequences')
      ? multipartCases(operation, valid, parts, schemas)
      : []),
  ];
}

/** Bodies that neither the beginning of a sequence nor one of its frames can be. */
function sequenceCases(valid: Sent): Case[] {
  const of = (what: string, type: string, body: string | Uint8Array, expected: readonly number[]): Case => ({
    what,
    sent: { ...valid, body, headers: { ...valid.headers, 'content-type': type } },
    expected,
  });
  const large = { name: 'background', value: new Uint8Array(1_500_000), filename: 'large.npy' };
  const isFrame = valid.method === 'PUT';
  const hologram = { name: 'hologram', value: smallHologram(), filename: 'small.npy' };
  const other = { name: 'other', value: '1' };
  return [
    ...(isFrame
      ? [
          of('as a form', MULTIPART, multipart([hologram]), [200]),
          of('as a form with another field', MULTIPART, multipart([other, hologram]), [422]),
          of('as a form without the frame', MULTIPART, multipart([other]), [422]),
        ]
      : []),
    isFrame
      ? of('with a large frame', 'image/png', new Uint8Array(1_500_000), [413])
      : of('with a large background', MULTIPART, multipart([...textParts(sequenceParts), large]), [413]),
    of('with a form that is cut short', MULTIPART, smallUpload().slice(0, -1000), [400]),
    of('with a JSON text', 'application/json', '"frame"', isFrame ? [415] : [422]),
    of('with broken JSON', 'application/json', '{', [400]),
    of('as text', 'text/plain', 'frames=2', isFrame ? [200] : [415]),
    of('with nothing', isFrame ? 'image/png' : MULTIPART, '', isFrame ? [422] : [400]),
  ];
}

/** The first request has changed it. */
function otherPassword(one: Case): Case {
  if (!one.sent.path.startsWith('/users/me/password') || !one.expected?.includes(200)) return one;
  return { ...one, expected: [...one.expected, 401] };
}

function validRequest(operation: Operation, world: World): Sent {
  const { method, path, requestBody } = operation;
  const authorization = `Bearer ${world.key}`;
  const headers = needsKey(operation) || path.startsWith('/runs/') ? { authorization } : {};
  const address = fill(path, idsFor(operation, world));
  const json = requestBody?.content['application/json'];
  if (json) {
    const body = JSON.stringify(examplesOf(json)[0]);
    return { method, path: address, headers: { ...headers, 'content-type': 'application/json' }, body };
  }
  if (requestBody?.content['application/octet-stream']) {
    const type = { 'content-type': 'application/octet-stream' };
    return { method, path: address, headers: { ...headers, ...type }, body: smallHologram() };
  }
  if (!requestBody) return { method, path: address, headers };
  return { method, path: address, headers: { ...headers, 'content-type': MULTIPART }, body: bodyOf(path) };
}

const CALIBRATE = '/calibration/calibrate';

/** A fit takes seconds, so that only one request gets as far. */
function bodyOf(path: string): Uint8Array {
  if (path === '/sequences') return multipart(textParts(sequenceParts));
  if (path !== CALIBRATE) return smallUpload();
  const hologram = { name: 'hologram', value: emptyFrame(), filename: 'empty.npy' };
  return multipart([...textParts(calibrationFields), hologram]);
}

function idsFor({ method, path }: Operation, world: World): Ids {
  if (path.startsWith('/public/')) return world.public;
  if (path.startsWith('/log/tile/')) return { ...world.own, path: TILE };
  if (path.startsWith('/runs/{run_id}/preview/')) return { ...world.own, run_id: world.own.finished_run_id! };
  return method === 'DELETE' ? world.spare : world.own;
}

function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
}

function keyCases(operation: Operation, valid: Sent): Case[] {
  const key = `leith_key_${'0'.repeat(36)}_${'0'.repeat(56)}`;
  const without = { ...valid.headers };
  delete (without as Record<string, string>).authorization;
  const wrong = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${key}`,
    `Basic ${btoa('a:b')}`,
    'x'.repeat(6000),
  ];
  const [expected, withNone] = needsKey(operation) ? [[401], [401]] : [undefined, undefined];
  const cases = wrong.map((authorization) => ({
    what: `with the key ${authorization.slice(0, 40)}`,
    sent: { ...valid, headers: { ...without, authorization } },
    ...(expected ? { expected } : {}),
  }));
  const none = { what: 'without a key', sent: { ...valid, headers: without } };
  return [...cases, withNone ? { ...none, expected: withNone } : none];
}

const oddIds = [
  ...['x', '0', '-', '%20', '%00', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%f0%9f%98%80', "';--", '{}', 'null'],
  ...['evr_', 'evr_01k', `evr_${'0'.repeat(36)}`, `EVR_${'0'.repeat(36)}`, `run_${'z'.repeat(36)}`],
  ...[
    `key_${'0'.repeat(36)}`,
    `raw_${'0'.repeat(36)}`,
    '__proto__',
    'constructor',
    'x'.repeat(99),
    'x'.repeat(500),
  ],
];

function idCases(operation: Operation, world: World, valid: Sent): Case[] {
  const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const ids = idsFor(operation, world);
  // frame 0 is one of the odd ones
  const asked = names.filter((name) => name !== 'n');
  return asked.flatMap((name) => {
    // a log without leaves is the beginning of every other
    const nowhere = oddIds.filter((id) => name !== 'leaves' || id !== '0');
    const odd = nowhere.map((id) => ({ id, expected: [404] }));
    const theirs = world.othersOwn[name]!;
    const others = theirs === ids[name] ? [] : [{ id: theirs, expected: [404] }];
    const unreadable = ['%', '%zz', 'a%2', '%c3%28'].map((id) => ({ id, expected: [400] }));
    return [...odd, ...others, ...unreadable].map(({ id, expected }) => ({
      what: `with the ${name} ${id.slice(0, 40)}`,
      sent: { ...valid, path: fill(operation.path, { ...ids, [name]: id }) },
      expected,
    }));
  });
}

function queryCases(
  { parameters, path }: Operation,
  valid: Sent,
  schemas: Readonly<Record<string, Schema>>,
): Case[] {
  const known = parameters.filter((one) => one.in === 'query');
  const of = (query: string, expected?: readonly number[]): Case => ({
    what: `with the query ${query.slice(0, 60)}`,
    sent: { ...valid, path: `${valid.path}?${query}` },
    ...(expected ? { expected } : {}),
  });
  const cases = known.flatMap(({ name, schema }) =>
    valuesFor(schema).flatMap((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const read = ['integer', 'number'].includes(String(schema.type)) ? Number(text) : text;
      const query = `${name}=${encodeURIComponent(text.toWellFormed())}`;
      if (query.length > LONGEST_QUERY) return [of(query, [414])];
      return [refuses(schema, read, schemas) ? of(query, [422]) : of(query)];
    }),
  );
  const defaults = known.flatMap(({ name, schema }) =>
    'default' in schema ? [of(`${name}=${String(schema.default)}`, [200])] : [],
  );
  const strict = known.length > 0 || path.includes('reconstruct');
  return [
    ...cases,
    ...defaults,
    ...known.map(({ name }) => of(`${name}=1&${name}=2`)),
    ...known.map(({ name }) => of(`${name}=%zz`)),
    strict ? of('unknown=1', [422]) : of('unknown=1'),
    of('%zz'),
    of('a[b]=1&=&&'),
  ];
}

/** With the paths that there are an address never has 4096 characters without more than that. */
const LONGEST_QUERY = 4000;

function headerCases(operation: Operation, valid: Sent): Case[] {
  const withHeaders = (headers: Record<string, string>, expected?: readonly number[]): Case => ({
    what: `with ${JSON.stringify(headers).slice(0, 80)}`,
    sent: { ...valid, headers: { ...valid.headers, ...headers } },
    ...(expected ? { expected } : {}),
  });
  const names = operation.parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const answersPackages = '406' in operation.responses;
  return [
    // more than the server reads of headers
    withHeaders({ 'x-long': 'x'.repeat(20_000) }, [431]),
    withHeaders({ expect: 'tea' }, [417]),
    withHeaders({ 'transfer-encoding': 'gzip' }, [400]),
    longAddress(valid),
    withHeaders({ accept: 'text/html,application/xhtml+xml;q=0.9' }),
    withHeaders({ accept: 'image/png' }, answersPackages ? [406] : undefined),
    ...(answersPackages ? [withHeaders({ accept: 'application/json' }, [201])] : []),
    ...(operation.method === 'GET' || names.length === 0 ? [] : idempotencyCases(operation, valid)),
    ...(names.includes('Prefer') ? [withHeaders({ prefer: 'respond-async' }, [202])] : []),
    ...(names.includes('Range') ? rangeCases.map(([range, status]) => withHeaders({ range }, [status])) : []),
    ...(operation.responses[304] ? [withHeaders({ 'if-none-match': '*' }, [304])] : []),
    ...names.map((name) => withHeaders({ [name]: 'x'.repeat(300) })),
    ...names.map((name) => withHeaders({ [name]: '\u00ff' })),
  ];
}

/** Texts of no characters: what the document takes is not refused. */
function emptyCases(
  { parameters }: Operation,
  valid: Sent,
  schemas: Readonly<Record<string, Schema>>,
): Case[] {
  const taken = [200, 201, 202, 204, 206, 304, 404, 412, 416];
  const ofKind = (kind: string, refused: number, may: readonly number[], sentWith: (name: string) => Sent) =>
    parameters
      .filter((one) => one.in === kind && one.schema.type === 'string')
      .map(({ name, schema }) => ({
        what: `with ${name} empty`,
        sent: sentWith(name),
        expected: refuses(schema, '', schemas) ? [refused] : may,
      }));
  return [
    ...ofKind('query', 422, taken, (name) => ({ ...valid, path: `${valid.path}?${name}=` })),
    // a calibration of an empty frame is refused for that
    ...ofKind('header', 400, [...taken, 422], (name) => ({
      ...valid,
      headers: { ...valid.headers, [name]: '' },
    })),
  ];
}

function longAddress(valid: Sent): Case {
  const separator = valid.path.includes('?') ? '&' : '?';
  const path = `${valid.path}${separator}${'x'.repeat(5000)}`;
  return { what: 'with a long address', sent: { ...valid, path }, expected: [414] };
}

const rangeCases = [
  ['bytes=0-9', 206],
  ['bytes=-5', 206],
  ['bytes=99999999999-', 416],
  ['bytes=5-1', 200],
  ['lines=1-2', 200],
  ['bytes=0-1,3-4', 200],
] as const;

/** The same request twice, and another one with the same key. */
function idempotencyCases({ name }: Operation, valid: Sent): Case[] {
  const key = `the same for ${name}`.replaceAll(/[^a-z]/gi, '-');
  const headers = { ...valid.headers, 'idempotency-key': key };
  return [1, 2].map((time) => ({
    what: `with an Idempotency-Key, time ${time}`,
    sent: { ...valid, headers },
  }));
}
