/**
 * How far the light that is estimated from an in-line frame is from that of the same rig without a sample (second simulator), root mean
 * square over the tiles: `node bench/accuracy/inline-light.ts [first seed [rigs of each kind [kind …]]]`. One of each takes a minute and a
 * half. On seeds 211001 to 241999 things were chosen.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import { estimateLight } from '../../src/core/light/illumination.ts';
import { lightTiles } from '../../src/core/light/light-tiles.ts';
import { lightSettings } from '../../src/core/light/light-settings.ts';
import { inlineKinds, inlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../test/second-simulator/record-inline.ts';
import { markdownTable, median } from './markdown-table.ts';

const first = Number(process.argv[2] ?? 321_001);
const count = Number(process.argv[3] ?? 2);
const chosen = process.argv.slice(4);
const kinds = Object.keys(inlineKinds);
/** From the seeds of one kind to those of the next. */
const APART = 100;
const kernels = await loadKernels();

/** @returns null where no light was found at all */
function errorOf(hologram: Frame, blank: Frame): { readonly error: number; readonly degree: number } | null {
  using scope = kernels.scope();
  const planeOf = (frame: Frame) => loadCameraImage(kernels, scope, frame, 'hologram').plane;
  const light = estimateLight(kernels, planeOf(hologram), lightSettings.fit);
  const { value } = lightTiles(kernels, planeOf(blank), lightSettings.fit.tiles);
  if (!light) return null;
  const squares = light.atTiles.reduce((sum, v, t) => sum + Math.log(v / value[t]!) ** 2, 0);
  return { error: Math.sqrt(squares / value.length), degree: light.degree };
}

const body: string[][] = [];
const all: number[] = [];
for (const kind of kinds) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  const found = Array.from({ length: count }, (_, k) => {
    const { rig } = inlineRigCase(kind, first + k + APART * kinds.indexOf(kind));
    const { hologram, background } = recordInline(rig, true);
    return errorOf(hologram, background!);
  }).flatMap((one) => one ?? []);
  const errors = found.map(({ error }) => error);
  all.push(...errors);
  const per = (value: number) => `${(100 * value).toFixed(2)} %`;
  body.push([
    kind,
    `${found.length} of ${count}`,
    per(median(errors)),
    per(Math.max(...errors)),
    found.map(({ degree }) => degree).join(', '),
  ]);
}
console.log(
  `Seeds ${first} + 100 × kind on; of all rigs the median is ${(100 * median(all)).toFixed(2)} %.\n`,
);
console.log(markdownTable(['sample or rig', 'found', 'error of the light, median', 'most', 'degree'], body));
