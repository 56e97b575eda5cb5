/**
 * Focus of other people's in-line recordings (LEITH_DATA, default ../shared/data) against what their pages state:
 * `node bench/accuracy/inline-sets.ts [folder name …]`. Where nothing is stated the distance is only printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import { autofocusInline, type InlineFocus } from '../../src/core/inline/focus/autofocus-inline.ts';
import { normaliseInline } from '../../src/core/light/normalise-inline.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { dataFolder } from './data-folder.ts';
import { inlineSets, type InlineSet } from './inline-set.ts';
import { markdownTable } from './markdown-table.ts';

const data = dataFolder();
const kernels = await loadKernels();
const chosen = process.argv.slice(2);

async function focusOf(folder: string, set: InlineSet): Promise<InlineFocus> {
  const { frame } = await decodeFrame(readFileSync(join(folder, set.folder, set.file)));
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, frame, 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: set.pitch, pitchY: set.pitch };
  const [fromZ, toZ] = set.range;
  const search = { amplitude, sampling, wavelength: set.wavelength, fromZ, toZ, noiseSigma };
  return autofocusInline(kernels, search, () => {});
}

function row(set: InlineSet, focus: InlineFocus): string[] {
  const { z, uncertainty, depthOfField, foci, doubts } = focus;
  const um = (value: number) => `${value.toPrecision(5)} µm`;
  return [
    `${set.folder}, ${set.file}`,
    set.range.map(um).join(' … '),
    set.stated === null ? '–' : um(set.stated),
    `${um(z)} ± ${Number(uncertainty.toPrecision(2))}`,
    um(depthOfField),
    set.stated === null ? '–' : (Math.abs(z - set.stated) / depthOfField).toFixed(2),
    foci.map((one) => `${one.z.toPrecision(5)} (${one.kind}, ${Math.round(100 * one.share)} %)`).join(', '),
    doubts.join('; ') || '–',
  ];
}

if (data === null) {
  console.log('There is no folder of recordings: set LEITH_DATA.');
} else {
  const rows: string[][] = [];
  for (const set of inlineSets) {
    if (chosen.length > 0 && !chosen.includes(set.folder)) continue;
    rows.push(row(set, await focusOf(data, set)));
  }
  console.log(
    markdownTable(
      [
        'recording',
        'searched',
        'stated',
        'found',
        'depth of field',
        'error in depths of field',
        'planes',
        'doubts',
      ],
      rows,
    ),
  );
}
