import { expect, it } from 'vitest';
import { encodeNpyArray } from '../encode/npy-array.ts';
import { encodeTiff } from '../encode/tiff.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { firstDifference, type FirstDifference } from './first-difference.ts';

const [rows, cols] = [48, 64];

/** A result of three files, each with its content as its digest, and two steps. */
function result(change: { readonly at?: number; readonly file?: string; readonly step?: string } = {}) {
  const { at = 0, file = '', step = 'linear' } = change;
  const value = (name: string, i: number) => (file === name && i === at ? 9999 : i);
  const data = Float32Array.from({ length: rows * cols }, (_, i) => value('data/phase.tif', i));
  const field = Float32Array.from({ length: 2 * rows * cols }, (_, i) => value('data/field.npy', i));
  const tiff = encodeTiff(
    { rows, cols, data },
    { pixelSizeUm: { x: 1, y: 1 }, display: { min: 0, max: 1 }, valueUnit: 'rad' },
  );
  const files = new Map(
    Object.entries({
      'data/phase.tif': Buffer.concat(tiff),
      'data/field.npy': Buffer.concat(encodeNpyArray(field, [rows, cols], true)),
      'data/preview/phase.png': Buffer.from([file === 'data/preview/phase.png' ? 1 : 0]),
    }),
  );
  const outputs = [...files].map(([path, bytes]) => ({ path, sha256: bytes.toString('hex') }));
  const steps = [{ name: 'sideband' }, { name: 'unwrap', method: step }];
  return { evidence: { outputs, steps } as unknown as EvidenceReport, files };
}

it.each([
  [
    { file: 'data/phase.tif', at: 66 },
    { column: 2, row: 1, package: 66, again: 9999, step: null },
  ],
  // the imaginary part of the last pixel of the second row
  [
    { file: 'data/field.npy', at: 135 },
    { column: 3, row: 1, package: 135, again: 9999, step: null },
  ],
  [
    { file: 'data/preview/phase.png', step: 'by hand' },
    { column: null, row: null, package: null, again: null, step: 'unwrap' },
  ],
])('names the first file, pixel and step that differ: %j', (change, found) => {
  const [before, again] = [result(), result(change)];
  const made = { evidence: again.evidence, files: () => again.files };
  const expected: FirstDifference = { path: change.file, ...found };
  expect(firstDifference(before.evidence, before.files, made)).toEqual(expected);
});

it('names a file that one of the two lacks', () => {
  const [before, again] = [result(), result()];
  const fewer = { ...again.evidence, outputs: again.evidence.outputs.slice(1) };
  const made = { evidence: fewer, files: () => again.files };
  expect(firstDifference(before.evidence, before.files, made)).toMatchObject({ path: 'data/phase.tif' });
});
