/**
 * The focus that a user finds who sends an in-line recording as it is, or a part of it, turned, at 8 bit, with a gamma, as a
 * JPEG (LEITH_DATA, default ../shared/data): `node bench/accuracy/inline-user-focus.ts [folder …]`. The search range is that
 * of `inline-set.ts`. Off from what is stated counts in σ of the distance found, or, where nothing is stated, from what the
 * recording as it is gives, in σ of both. The stated distances are somebody's choice of focus: within a quarter of the depth
 * of field they say nothing more.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { recordedFrames } from '../../src/core/field/recorded-part.ts';
import { autofocusInline, type InlineFocus } from '../../src/core/inline/focus/autofocus-inline.ts';
import { normaliseInline } from '../../src/core/light/normalise-inline.ts';
import { inlineSets, pointSource, type InlineSet } from './inline-set.ts';
import { markdownTable } from './markdown-table.ts';
import { askedFor, frameIn, partOf } from './recorded.ts';
import { variants } from './variants.ts';

interface Sent {
  readonly name: string;
  readonly make: (frame: Frame) => Promise<Frame>;
}

const GAMMA = 2.2;

function greatest({ samples }: Frame): number {
  let most = 0;
  for (const value of samples) most = Math.max(most, value);
  return most;
}

/** Every sample made one of 256, by a curve over 0 to 1. */
function in8bit(frame: Frame, curve: (share: number) => number): Frame {
  const most = greatest(frame);
  const samples = Float32Array.from(frame.samples, (value) => Math.round(255 * curve(value / most)));
  return { ...frame, samples, bitDepth: 8 };
}

/** One of `across` × `across` equal parts of a frame. */
function part(across: number, col: number, row: number): Sent['make'] {
  return async (frame) => {
    const [width, height] = [Math.floor(frame.width / across), Math.floor(frame.height / across)];
    return partOf(frame, [col * width, row * height, width, height]);
  };
}

const variantOf = (wanted: string) => variants.find(({ name }) => name === wanted)!.make;

const sent: readonly Sent[] = [
  { name: 'as it is', make: async (frame) => frame },
  ...[0, 1, 2, 3].map((k) => ({ name: `quarter ${k + 1} of it`, make: part(2, k % 2, k >> 1) })),
  { name: 'a sixteenth', make: part(4, 1, 1) },
  { name: 'transposed', make: variantOf('transposed') },
  { name: '8 bit', make: async (frame) => in8bit(frame, (share) => share) },
  { name: `8 bit, gamma ${GAMMA}`, make: async (frame) => in8bit(frame, (share) => share ** (1 / GAMMA)) },
  { name: 'JPEG, quality 90', make: variantOf('JPEG, quality 90') },
];

const kernels = await loadKernels();

function focusOf(frame: Frame, blank: Frame | null, set: InlineSet): InlineFocus {
  const { hologram, background } = recordedFrames({ hologram: frame, background: blank });
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const without = background && loadCameraImage(kernels, scope, background, 'background');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, without);
  const sampling = { pitchX: set.pitch, pitchY: set.pitch };
  const [fromZ, toZ] = set.range;
  const search = { amplitude, sampling, wavelength: set.wavelength, fromZ, toZ, noiseSigma };
  return autofocusInline(kernels, search, () => {});
}

/** What was found against what is stated, else against the recording as it is. */
function row(set: InlineSet, name: string, focus: InlineFocus, asItIs: InlineFocus): string[] {
  const { z, uncertainty, depthOfField, doubts } = focus;
  const against = set.stated ?? asItIs.z;
  const sigma = set.stated === null ? Math.hypot(uncertainty, asItIs.uncertainty) : uncertainty;
  const off = Math.abs(z - against);
  const isWrong = doubts.length === 0 && off > Math.max(2 * sigma, depthOfField / 4);
  return [
    ...[`${set.folder}, ${set.file}`, name, set.stated === null ? '–' : `${set.stated} µm`],
    `${z.toPrecision(5)} ± ${uncertainty.toPrecision(2)} µm`,
    ...[(off / depthOfField).toFixed(2), (off / sigma).toFixed(2)],
    isWrong ? 'wrong' : doubts.length > 0 ? 'doubted' : 'right',
  ];
}

const asked = askedFor([
  ...inlineSets.filter(
    ({ folder, stated }) => stated === null || folder !== 'inline-multi-height-8-planes' || stated === 400,
  ),
  ...pointSource,
]);
if (asked) {
  const body: string[][] = [];
  for (const set of asked.sets) {
    const hologram = await frameIn(asked.data, set.folder, set.file);
    const background = set.background ? await frameIn(asked.data, set.folder, set.background) : null;
    let asItIs: InlineFocus | null = null;
    for (const { name, make } of sent) {
      for (const behind of background ? [null, background] : [null]) {
        const focus = focusOf(await make(hologram), behind && (await make(behind)), set);
        asItIs ??= focus;
        body.push(row(set, behind ? `${name}, with background` : name, focus, asItIs));
        process.stderr.write(`${body.at(-1)!.join(' | ')} | ${focus.doubts.join('; ')}\n`);
      }
    }
  }
  const head = [
    ...[
      'recording',
      'sent',
      'stated',
      'found',
      'off in depths of field',
      'off in σ',
      'right, doubted, wrong',
    ],
  ];
  console.log(markdownTable(head, body));
}
