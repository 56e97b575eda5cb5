import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { encodeTiff } from '../encode/tiff.ts';
import { bagFiles } from '../package/bag.ts';
import { vouchFor, type Signer } from '../package/dsse.ts';
import { withSignature } from '../package/envelope.ts';
import { payloadDigest } from '../package/payload-digest.ts';
import { packageFile, textFile, type PackageFile } from '../package/package-file.ts';
import type { PayloadFile } from '../package/payload.ts';
import { roCrateMetadata } from '../package/ro-crate.ts';
import { zipFrame } from '../package/stored-zip.ts';
import { pictureLimits } from '../preview/map-picture.ts';
import { drawPreviews, type Preview } from '../preview/previews.ts';
import { buildEvidenceReport, evidenceJson } from '../report/build-evidence-report.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import type { PackageContext } from '../report/package-context.ts';
import { reportPage } from '../report/report-page.ts';
import { frameMarks, framesTable, type FrameRow } from './frames-table.ts';
import { merkleRoot } from './merkle-root.ts';
import { arrayMetadata, imageMetadata, type ZarrImage } from './ome-zarr.ts';
import { sequenceFlags } from './sequence-flags.ts';
import { sequenceSection } from './sequence-section.ts';
import { framesOfShard, type ShardLayout } from './shard.ts';
import { pathOfShard, rootOf, sequenceMaps, type SequenceMap, type StoredShard } from './stored-shard.ts';

/** Everything that a sequence's package is made of. */
export interface SequenceResult {
  /** of the robust mean, as a reconstruction of its own */
  readonly reconstruction: Reconstruction;
  readonly mean: RealMap;
  readonly std: RealMap;
  readonly uncertainty: RealMap;
  readonly noise: RealMap;
  /** rad: over all of `uncertainty`; off-axis where the amplitude is that of the background, to compare drifts with */
  readonly sigma: { readonly median: number; readonly usual: number };
  readonly layout: ShardLayout;
  readonly rows: readonly FrameRow[];
  readonly interval_s: number | null;
  readonly referenceFrames: readonly number[];
  /** in order, of both images */
  readonly shards: readonly Readonly<Record<SequenceMap, StoredShard>>[];
}

/** A file of the package; its bytes, or which shard they are. */
export type SequenceFile = Omit<PackageFile, 'pieces'> & {
  readonly from:
    | { readonly pieces: readonly Uint8Array[] }
    | { readonly map: SequenceMap; readonly shard: number };
};

export interface SequencePackage {
  readonly evidence: EvidenceReport;
  /** of the phase */
  readonly image: ZarrImage;
  /** in the archive's order, with what goes before each file's own bytes */
  readonly files: readonly (SequenceFile & { readonly header: Uint8Array })[];
  /** goes after the last file */
  readonly directory: readonly Uint8Array[];
  readonly bytes: number;
  /** in order: what the files that lie elsewhere are */
  readonly shards: readonly Readonly<Record<SequenceMap, StoredShard>>[];
}

type SequencePayload = SequenceFile & Omit<PayloadFile, 'pieces'>;

/** The package of contract section 8: as that of one reconstruction, with the frames as OME-Zarr. */
export async function buildSequencePackage(
  kernels: Kernels,
  result: SequenceResult,
  context: Omit<PackageContext, 'input'> & {
    readonly input: Omit<PackageContext['input'], 'sha256' | 'bytes'>;
  },
  signer: Signer | null = null,
): Promise<SequencePackage> {
  const { reconstruction, mean, uncertainty, rows, interval_s } = result;
  const shown = { ...reconstruction, phase: mean, phase_uncertainty: uncertainty, height: null };
  const used = { ...shown.used, recipe: { ...shown.used.recipe, outputs: [] } };
  const previews = drawPreviews(kernels, { ...shown, used });
  const payload = payloadOf(kernels, result, previews);
  const payloadSha256 = payloadDigest(payload);
  const outputs = payload.map(({ output }) => output);
  const root = merkleRoot(rows.map(({ input_sha256 }) => input_sha256));
  const bytes = rows.reduce((sum, row) => sum + row.input_bytes, 0);
  const whole = { ...context, input: { ...context.input, sha256: root, bytes } };
  const flags = [...sequenceFlags(result.rows, result.sigma.usual), ...reconstruction.flags];
  const report = buildEvidenceReport({ ...reconstruction, flags }, whole, outputs, payloadSha256);
  const evidence: EvidenceReport = { ...report, sequence: sequenceOf(result, root) };

  const evidenceFile = textFile('data/evidence.json', evidenceJson(evidence));
  const section = sequenceSection(rows, interval_s);
  const page = reportPage(evidence, previews, reconstruction.spectrum, section);
  const pageFile = textFile('data/report.html', page);
  const crate = roCrateMetadata(evidence, payload, evidenceFile, pageFile, signer !== null);
  // in the order of the archive, which whoever verifies it makes again from what was signed
  const signed = shardsFirst([
    ...[textFile('data/ro-crate-metadata.json', crate), evidenceFile, pageFile].map(inMemory),
    ...payload,
  ]);
  const vouched = await vouchFor(evidence, signed, signer);
  const data = withSignature(signed, vouched.files.map(inMemory));
  // what lists them last
  const files = [...data, ...bagFiles(data, context).map(inMemory)];
  const { headers, directory } = zipFrame(files);
  const parts = [...headers, ...directory].reduce((sum, part) => sum + part.byteLength, 0);
  return {
    evidence,
    image: imageOf(result, 'phase'),
    files: files.map((file, k) => ({ ...file, header: headers[k]! })),
    directory,
    shards: result.shards,
    bytes: parts + files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

function shardsFirst(files: readonly SequenceFile[]): SequenceFile[] {
  const shards = files.flatMap((file) => ('map' in file.from ? [{ file, ...file.from }] : []));
  const inOrder = shards.toSorted(
    (a, b) => a.shard - b.shard || sequenceMaps.indexOf(a.map) - sequenceMaps.indexOf(b.map),
  );
  return [...inOrder.map(({ file }) => file), ...files.filter(({ from }) => !('map' in from))];
}

function sequenceOf(
  { rows, interval_s, referenceFrames }: SequenceResult,
  frames_sha256_root: string,
): EvidenceReport['sequence'] {
  return {
    ...{ frames: rows.length, unreadable: rows.filter(({ record }) => record === null).length },
    marked: rows.filter((row) => frameMarks(row).length > 0).length,
    ...{ interval_s, reference_frames: [...referenceFrames], frames_sha256_root },
  };
}

function inMemory({ pieces, ...file }: PackageFile): SequenceFile {
  return { ...file, from: { pieces } };
}

function payloadOf(
  kernels: Kernels,
  result: SequenceResult,
  previews: readonly Preview[],
): SequencePayload[] {
  const { mean, std, uncertainty, noise, rows, interval_s, sigma } = result;
  const { z_mm } = result.reconstruction.used.recipe;
  const table = framesTable(rows, { interval_s, z_mm: z_mm ?? 0, sigma: sigma.median });
  return [
    ...zarrFiles(result, 'phase', 'phase', 'rad', 'Unwrapped phase of every frame, its drift taken out.'),
    ...zarrFiles(
      result,
      'amplitude',
      'amplitude',
      '1',
      'Amplitude of every frame, relative to the background.',
    ),
    text('data/frames.csv', table, 'text/csv', 'table of the frames', 'What is known of every frame.'),
    tiff(kernels, result, 'mean_phase', mean, 'mean phase over time', 'Mean over the frames that belong.'),
    tiff(
      kernels,
      result,
      'temporal_std',
      std,
      'standard deviation of phase over time',
      'Scatter of single frames about their mean.',
    ),
    tiff(
      kernels,
      result,
      'phase_uncertainty',
      uncertainty,
      'standard uncertainty of phase',
      'One standard deviation of the phase of a frame of the usual light.',
    ),
    tiff(
      kernels,
      result,
      'phase_noise',
      noise,
      'standard deviation of phase by camera noise',
      'The part of it that is another in each frame.',
    ),
    ...previews.map(picture),
  ];
}

function imageOf({ layout, reconstruction, interval_s }: SequenceResult, name: SequenceMap): ZarrImage {
  return { name, layout, pixelSizeUm: reconstruction.pixel_size_um, interval_s };
}

/** The two metadata files and the shards of an image. */
function zarrFiles(
  result: SequenceResult,
  map: SequenceMap,
  quantity: string,
  unit: string,
  description: string,
): SequencePayload[] {
  const root = rootOf(map);
  const { layout, shards, reconstruction } = result;
  const { pixel_size_um } = reconstruction;
  const image = imageOf(result, map);
  const json = 'application/json';
  const words = `metadata of ${map}.ome.zarr`;
  return [
    text(
      `${root}/zarr.json`,
      imageMetadata(image),
      json,
      words,
      'OME-Zarr 0.5: axes, pixel size, time step.',
    ),
    text(`${root}/0/zarr.json`, arrayMetadata(image), json, words, 'Zarr 3: shape, chunks, data type.'),
    ...shards.map((shard, k): SequencePayload => {
      const path = pathOfShard(map, k);
      const { from, to } = framesOfShard(layout, k);
      const shape = [to - from, layout.rows, layout.cols];
      const output = { path, sha256: shard[map].sha256, quantity, unit, shape, dtype: 'float32' } as const;
      return {
        ...{
          path,
          ...shard[map],
          from: { map, shard: k },
          mediaType: 'application/octet-stream',
          description,
        },
        output: { ...output, pixel_size_um },
      };
    }),
  ];
}

function text(
  path: string,
  content: string,
  mediaType: string,
  quantity: string,
  description: string,
): SequencePayload {
  const file = inMemory(packageFile(path, [new TextEncoder().encode(content)]));
  const output = {
    path,
    sha256: file.sha256,
    quantity,
    unit: null,
  };
  return {
    ...file,
    mediaType,
    description,
    output: { ...output, shape: [file.bytes], dtype: 'uint8', pixel_size_um: null },
  };
}

function tiff(
  kernels: Kernels,
  { reconstruction }: SequenceResult,
  name: string,
  map: RealMap,
  quantity: string,
  description: string,
): SequencePayload {
  const { pixel_size_um } = reconstruction;
  const options = {
    pixelSizeUm: pixel_size_um,
    display: pictureLimits(kernels, map, pixel_size_um),
    valueUnit: 'rad',
  };
  const path = `data/${name}.tif`;
  const file = inMemory(packageFile(path, encodeTiff(map, options)));
  const shape = [map.rows, map.cols];
  const output = {
    path,
    sha256: file.sha256,
    quantity,
    unit: 'rad',
    shape,
    dtype: 'float32',
    pixel_size_um,
  } as const;
  return { ...file, mediaType: 'image/tiff', description, output };
}

function picture({ name, title, png, width, height }: Preview): SequencePayload {
  const path = `data/preview/${name}.png`;
  const file = inMemory(packageFile(path, [png]));
  const output = {
    path,
    sha256: file.sha256,
    quantity: `picture of ${name}`,
    unit: null,
    shape: [height, width],
  };
  return {
    ...{
      ...file,
      mediaType: 'image/png',
      description: `Picture for looking at, not for measuring: ${title}.`,
    },
    output: { ...output, dtype: 'uint8', pixel_size_um: null },
  };
}
