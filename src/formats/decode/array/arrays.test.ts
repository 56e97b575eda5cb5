import { expect, test } from 'vitest';
import { buildNpy, npyDictionary } from './npy.fixture.ts';
import { decodeNpy } from './npy.ts';
import { decodeNpz } from './npz.ts';
import { buildZip } from './zip.fixture.ts';

// NumPy's own files of every number type, byte order and axis order are in fixtures.test.ts.

const samples = Uint8Array.from({ length: 16 * 20 }, (_, i) => (i * 7) % 256);
const plain = buildNpy(npyDictionary('|u1', '(16, 20)'), samples);

const refused = (detail: string) => ({
  code: 'HOLOGRAM_UNSUPPORTED',
  message: expect.stringContaining(detail),
});
const damaged = (detail: string) => ({
  code: 'HOLOGRAM_UNREADABLE',
  message: expect.stringContaining(detail),
});

function problemOf(decode: () => unknown): unknown {
  try {
    decode();
  } catch (problem) {
    return problem;
  }
  return 'read without a problem';
}

const npyProblem = (dictionary: string, data = samples) =>
  problemOf(() => decodeNpy(buildNpy(dictionary, data)));

test('the frame owns its samples: a later change of the upload does not reach them', () => {
  const upload = plain.slice();
  const frame = decodeNpy(upload);
  upload.fill(0);
  expect(frame.samples).toEqual(samples);
});

test.each([
  ['|O', 'Pickled objects are never opened'],
  ['|b1', '“|b1”'],
  ['<c8', '“<c8”'],
  ['<f2', '“<f2”'],
  ['<U4', '“<U4”'],
])('values of type %s are refused', (descr, detail) => {
  expect(npyProblem(npyDictionary(descr, '(16, 20)'))).toMatchObject(refused(detail));
});

test('records are refused', () => {
  const dictionary = "{'descr': [('a', '<u2'), ('b', '<f4')], 'fortran_order': False, 'shape': (16, 20), }";
  expect(npyProblem(dictionary)).toMatchObject(refused('“record”'));
});

test.each([
  ['(16, 21)', damaged('promises 336 bytes of samples, but 320')],
  ['(16, 19)', damaged('promises 304 bytes of samples, but 320')],
  ['(-16, 20)', damaged('shape')],
  ['(16.5, 20)', damaged('shape')],
  ['(0, 20)', damaged('not a size')],
  ['(99999999999999999999, 20)', damaged('not a size')],
  ['(4001, 20)', { code: 'FRAME_TOO_LARGE' }],
  ['(65535, 65535)', { code: 'FRAME_TOO_LARGE' }],
  ['(10, 32)', refused('at least 16 px')],
  ['(320,)', refused('shape (320)')],
  ['()', refused('a single number')],
  ['(2, 16, 10)', refused('shape (2, 16, 10)')],
  ['(2, 2, 2, 40)', refused('shape (2, 2, 2, 40)')],
])('shape %s is refused with its reason', (shape, problem) => {
  expect(npyProblem(npyDictionary('|u1', shape))).toMatchObject(problem);
});

test('an array of three equal channels is grey, of three different ones colour', () => {
  const dictionary = npyDictionary('|u1', '(16, 20, 3)');
  const grey = Uint8Array.from({ length: 960 }, (_, i) => samples[Math.floor(i / 3)]!);
  expect(decodeNpy(buildNpy(dictionary, grey)).samples).toEqual(samples);
  expect(npyProblem(dictionary, grey.with(9, grey[9]! + 1))).toMatchObject(refused('in colour'));
});

test('64-bit integers are read where they fit in 32 bits', () => {
  const dictionary = npyDictionary('<u8', '(16, 20)');
  const big = BigUint64Array.from(samples, BigInt);
  expect([...decodeNpy(buildNpy(dictionary, new Uint8Array(big.buffer))).samples]).toEqual([...samples]);
  big[5] = 2n ** 64n - 1n;
  expect(npyProblem(dictionary, new Uint8Array(big.buffer))).toMatchObject(refused('64-bit'));
});

test('a header that claims to be longer than a header is refused', () => {
  const file = plain.slice();
  new DataView(file.buffer).setUint16(8, 65_000, true);
  expect(problemOf(() => decodeNpy(file))).toMatchObject(damaged('no header'));
});

const zipProblem = (...members: Parameters<typeof buildZip>[0]) =>
  problemOf(() => decodeNpz(buildZip(members)));
const vector = buildNpy(npyDictionary('|u1', '(320,)'), samples);

test('an archive of several frames is refused by their names unless one is called hologram', () => {
  const [a, b] = ['first.npy', 'second.npy'].map((name) => ({ name, data: plain }));
  expect(zipProblem(a!, b!)).toMatchObject(refused('“first” (16 × 20), “second” (16 × 20)'));
  const named = { name: 'hologram.npy', data: buildNpy(npyDictionary('|u1', '(20, 16)'), samples) };
  expect(decodeNpz(buildZip([a!, named, b!]))).toMatchObject({ frame: { width: 16, height: 20 } });
});

test('a background is told by its name and the hologram’s shape; what else looks like a frame is named', () => {
  const darker = buildNpy(
    npyDictionary('|u1', '(16, 20)'),
    samples.map((value) => value >> 1),
  );
  const narrow = buildNpy(npyDictionary('|u1', '(20, 16)'), samples);
  const decoded = (...members: [string, Uint8Array][]) =>
    decodeNpz(buildZip(members.map(([name, data]) => ({ name: `${name}.npy`, data }))));
  const pair = decoded(['bg_data', darker], ['data', plain]);
  expect(pair.frame.samples).toEqual(samples);
  expect(pair.background?.samples).toEqual(samples.map((value) => value >> 1));
  expect(pair.unused).toEqual([]);
  // a blank frame needs no name for the other
  expect(decoded(['whatever', plain], ['Background', darker]).background).not.toBeNull();
  // of another size it is nobody's background, and not like the frame either
  expect(decoded(['hologram', plain], ['bg', narrow])).toMatchObject({ background: null, unused: [] });
  expect(decoded(['hologram', plain], ['dark', darker])).toMatchObject({
    background: null,
    unused: ['dark'],
  });
  // two that could be it are neither
  const three = decoded(['hologram', plain], ['bg', darker], ['ref', darker]);
  expect(three).toMatchObject({ background: null, unused: ['bg', 'ref'] });
  expect(decoded(['hologram', plain])).toMatchObject({ background: null, unused: [] });
});

test('an archive without a frame, or without arrays, says so', () => {
  expect(zipProblem({ name: 'x.npy', data: vector }, { name: 'y.npy', data: vector })).toMatchObject(
    refused('no two-dimensional array'),
  );
  expect(zipProblem({ name: 'x.npy', data: vector })).toMatchObject(refused('shape (320)'));
  expect(zipProblem({ name: 'word/document.xml', data: plain })).toMatchObject(
    refused('without NumPy arrays'),
  );
  expect(problemOf(() => decodeNpz(buildZip([])))).toMatchObject(refused('without NumPy arrays'));
});

test(
  'an array that unpacks to more than the directory states is stopped there',
  { tags: 'further/many' },
  () => {
    const bomb = buildNpy(npyDictionary('|u1', '(16, 20)'), new Uint8Array(120_000_000));
    const archive = buildZip([{ name: 'a.npy', data: bomb, deflated: true, claimedSize: plain.length }]);
    const before = process.memoryUsage().rss;
    expect(problemOf(() => decodeNpz(archive))).toMatchObject(damaged('checksum'));
    expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
  },
);

test('an array that claims gigabytes, or another size than it has, is refused', () => {
  const member = { name: 'a.npy', data: plain, deflated: true };
  expect(zipProblem({ ...member, claimedSize: 4e9 })).toMatchObject(
    damaged('claims 4000000000 bytes; its array has'),
  );
  expect(zipProblem({ ...member, claimedSize: plain.length + 1 })).toMatchObject(damaged('its array has'));
});

test('too large a frame in an archive is refused by the beginning of its array', () => {
  const data = buildNpy(npyDictionary('<f8', '(65535, 65535)'), new Uint8Array(10));
  expect(zipProblem({ name: 'a.npy', data, deflated: true })).toMatchObject({ code: 'FRAME_TOO_LARGE' });
});

test('encryption and foreign compression are refused', () => {
  expect(zipProblem({ name: 'a.npy', data: plain, flags: 1 })).toMatchObject(refused('password'));
  expect(zipProblem({ name: 'a.npy', data: plain, method: 12 })).toMatchObject(refused('deflate'));
});

test('a member that is no array, or whose bytes have changed, is damaged', () => {
  expect(zipProblem({ name: 'a.npy', data: samples })).toMatchObject(damaged('not a NumPy array'));
  const archive = buildZip([{ name: 'a.npy', data: plain }]);
  archive[300]! ^= 1;
  expect(problemOf(() => decodeNpz(archive))).toMatchObject(damaged('checksum'));
});
