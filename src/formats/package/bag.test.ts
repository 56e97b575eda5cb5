import { expect, it } from 'vitest';
import { bagFiles } from './bag.ts';
import { packageContext } from './bead-reconstruction.fixture.ts';
import { manifest } from './manifest.ts';
import { packageFile, textFile } from './package-file.ts';

// printed by sha256sum for files of these contents
const OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const payload = [textFile('data/b.txt', 'abc'), textFile('data/a.txt', '')];

it('lists files as sha256sum does, sorted by path', () => {
  expect(manifest(payload)).toBe(`${OF_NOTHING}  data/a.txt\n${OF_ABC}  data/b.txt\n`);
  expect(manifest(payload.toReversed())).toBe(manifest(payload));
});

it('counts and digests a file of several pieces as one', () => {
  const pieces = ['a', 'bc'].map((text) => new TextEncoder().encode(text));
  expect(packageFile('data/b.txt', pieces)).toEqual({
    ...{ path: 'data/b.txt', pieces, bytes: 3, sha256: OF_ABC },
    // the CRC-32 that gzip gives for it
    crc32: 0x352441c2,
  });
});

it('is a bag by RFC 8493: declaration, what it is, and manifests of payload and tags', () => {
  const context = { ...packageContext(), evidence_report_id: 'evr_1', archive_id: ' arc_1\u2028\r\n2 ' };
  const files = bagFiles(payload, context);
  const text = (i: number) => Buffer.concat(files[i]!.pieces).toString();
  expect(files.map(({ path }) => path)).toEqual([
    ...['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'],
  ]);
  expect(text(0)).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
  expect(text(1).split('\n')).toEqual([
    'Source-Organization: Leith',
    'Bagging-Date: 2026-05-04',
    'External-Description: Reconstruction of a digital hologram, for research use only',
    'External-Identifier: evr_1',
    'External-Identifier: arc_1 2',
    'Bag-Software-Agent: Leith 0.1.0',
    'Payload-Oxum: 3.2',
    '',
  ]);
  expect(text(2)).toBe(manifest(payload));
  expect(text(3)).toBe(manifest(files.slice(0, 3)));
});
