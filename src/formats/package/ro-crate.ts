import type { EvidenceReport } from '../report/evidence-report.ts';
import type { PackageFile } from './package-file.ts';
import type { PayloadFile } from './payload.ts';

/** A file as the crate lists it: its bytes may be anywhere. */
type ListedOutput = Omit<PayloadFile, 'pieces' | 'crc32'>;

type Entity = Readonly<Record<string, unknown>>;

const INPUT = '#input-hologram';
const BACKGROUND = '#input-background';
const SOFTWARE = '#software';
const ACTION = '#reconstruction';
const TERMS = '#terms';
const PROFILE = 'https://w3id.org/ro/wfrun/process/0.5';
const EVIDENCE_SCHEMA_NOTE = 'How the result came about and how good it is, for programs (JSON).';

/**
 * The package's payload as a Research Object Crate 1.2 (w3id.org/ro/crate/1.2) with the Process Run Crate profile:
 * every file with its type, size, digest, quantity and unit, and the reconstruction that made them, with software and parameters.
 * The hologram is named by its digest alone.
 */
export function roCrateMetadata(
  report: EvidenceReport,
  payload: readonly ListedOutput[],
  evidence: PackageFile,
  page: PackageFile,
  signed: boolean,
): string {
  const documents = [
    fileEntity(evidence, 'application/json', EVIDENCE_SCHEMA_NOTE),
    fileEntity(page, 'text/html', 'The same report for people, with pictures and plots.'),
    ...(signed ? [SIGNATURE] : []),
  ];
  const parts = [...payload.map(mapEntity), ...documents];
  const graph = [
    {
      ...{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
    },
    rootEntity(report, parts),
    ...parts,
    ...payload.flatMap(quantityEntity),
    ...processEntities(report, parts),
  ];
  const context = ['https://w3id.org/ro/crate/1.2/context', { sha256: 'https://schema.org/sha256' }];
  return `${JSON.stringify({ '@context': context, '@graph': graph }, null, 2)}\n`;
}

/** It signs this very file, so neither its digest nor its size can be known here. */
const SIGNATURE: Entity = {
  ...{ '@id': 'evidence.dsse.json', '@type': 'File', name: 'evidence.dsse.json' },
  description: 'The digests of all other files, signed: an in-toto statement in a DSSE envelope (Ed25519).',
  encodingFormat: 'application/json',
};

function rootEntity(report: EvidenceReport, parts: readonly Entity[]): Entity {
  return {
    '@id': './',
    '@type': 'Dataset',
    conformsTo: { '@id': PROFILE },
    name: `Hologram reconstruction ${report.evidence_report_id}`,
    description: `${heldIn(report)} reconstructed from one digital hologram. ${report.limitations[0]}`,
    identifier: [report.evidence_report_id, report.archive_id],
    datePublished: report.created_at,
    license: { '@id': TERMS },
    mentions: { '@id': ACTION },
    hasPart: references(parts),
  };
}

const USUAL = ['phase', 'amplitude', 'standard uncertainty of phase'];

/** In words, what the package is about: the usual three where it holds them. */
function heldIn({ outputs }: EvidenceReport): string {
  const held = outputs.flatMap(({ quantity, pixel_size_um }) => (pixel_size_um ? [quantity] : []));
  if (USUAL.every((quantity) => held.includes(quantity))) return 'Phase, amplitude and uncertainty';
  const words = held.join(', ') || 'pictures';
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

/** The software, what went in (by digest), and the reconstruction. */
function processEntities(report: EvidenceReport, parts: readonly Entity[]): Entity[] {
  const { software, input, background } = report;
  const inputs = [
    inputEntity(INPUT, 'Hologram', input),
    ...(background ? [inputEntity(BACKGROUND, 'Background frame', background)] : []),
  ];
  const parameters = Object.entries(report.parameters.requested).map(parameterEntity);
  return [
    {
      ...{ '@id': PROFILE, '@type': ['CreativeWork', 'Profile'] },
      ...{ name: 'Process Run Crate', version: '0.5' },
    },
    {
      '@id': TERMS,
      '@type': 'CreativeWork',
      name: 'No licence is granted by the service',
      description:
        'The rights in this result belong to whoever holds those in the hologram. For research use only.',
    },
    {
      '@id': SOFTWARE,
      '@type': 'SoftwareApplication',
      name: software.name,
      version: software.version,
      url: `urn:leith:software:${software.version}`,
      identifier: `kernels sha256:${software.kernel_sha256}`,
    },
    ...inputs,
    ...parameters,
    {
      '@id': ACTION,
      '@type': 'CreateAction',
      name: 'Reconstruction of the hologram',
      instrument: { '@id': SOFTWARE },
      object: references([...inputs, ...parameters]),
      result: references(parts),
      endTime: report.created_at,
    },
  ];
}

function inputEntity(id: string, name: string, input: NonNullable<EvidenceReport['background']>): Entity {
  return {
    '@id': id,
    '@type': 'CreativeWork',
    name,
    description: 'Not part of this package: known by its digest only.',
    identifier: `sha256:${input.sha256}`,
    sha256: input.sha256,
    contentSize: String(input.bytes),
    encodingFormat: mediaTypes[input.format] ?? 'application/octet-stream',
  };
}

/** As IANA names them; NPY, HDF5 and MAT have no name there. */
const mediaTypes: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', tiff: 'image/tiff', jpeg: 'image/jpeg', bmp: 'image/bmp' },
  npz: 'application/zip',
};

/** What was asked for, as it was asked. */
function parameterEntity([name, value]: [string, unknown]): Entity {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { '@id': `#parameter-${name}`, '@type': 'PropertyValue', name, value: text };
}

function mapEntity(file: ListedOutput): Entity {
  const entity = fileEntity(file, file.mediaType, file.description);
  return file.output.unit === null ? entity : { ...entity, variableMeasured: { '@id': quantityId(file) } };
}

function quantityEntity(file: ListedOutput): Entity[] {
  const { unit, quantity, dtype, shape, pixel_size_um: pixel } = file.output;
  if (unit === null || pixel === null) return [];
  return [
    {
      '@id': quantityId(file),
      '@type': 'PropertyValue',
      name: quantity,
      unitText: unit,
      description: `${dtype}, ${shape.join(' × ')} (rows × columns), pixel ${pixel.x} × ${pixel.y} µm (x × y)`,
    },
  ];
}

function fileEntity(
  file: Omit<PackageFile, 'pieces' | 'crc32'>,
  mediaType: string,
  description: string,
): Entity {
  const id = file.path.replace(/^data\//, '');
  return {
    '@id': id,
    '@type': 'File',
    name: id,
    description,
    encodingFormat: mediaType,
    contentSize: String(file.bytes),
    sha256: file.sha256,
  };
}

function quantityId(file: Pick<PackageFile, 'path'>): string {
  return `#quantity-of-${file.path.replace(/^data\//, '')}`;
}

function references(entities: readonly Entity[]): Entity[] {
  return entities.map((entity) => ({ '@id': entity['@id'] }));
}
