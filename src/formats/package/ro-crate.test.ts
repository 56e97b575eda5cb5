import { describe, expect, it } from 'vitest';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { textFile } from './package-file.ts';
import type { PayloadFile } from './payload.ts';
import { roCrateMetadata } from './ro-crate.ts';

const input = { sha256: 'aa', bytes: 1234, format: 'png' };
const report = {
  ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-05-04T10:11:12Z' },
  software: { name: 'Leith', version: '0.1.0', kernel_sha256: 'kk' },
  ...{ input, background: null, limitations: ['For research use only.', 'And so on.'] },
  ...{ outputs: [], parameters: { requested: { z_mm: '5', outputs: ['phase'] }, used: {} } },
} as unknown as EvidenceReport;

function payloadFile(path: string, mediaType: string, output: object): PayloadFile {
  return { ...textFile(path, path), mediaType, description: `It is ${path}.`, output } as PayloadFile;
}
const map = payloadFile('data/phase.tif', 'image/tiff', {
  ...{ quantity: 'phase', unit: 'rad', shape: [3, 4], dtype: 'float32', pixel_size_um: { x: 0.5, y: 0.25 } },
});
const picture = payloadFile('data/preview/phase.png', 'image/png', {
  ...{ quantity: 'picture of phase', unit: null, shape: [3, 4], dtype: 'uint8', pixel_size_um: null },
});
const PROFILE = 'https://w3id.org/ro/wfrun/process/0.5';
const PARAMETERS = ['#parameter-z_mm', '#parameter-outputs'];
const evidence = textFile('data/evidence.json', '{}');
const page = textFile('data/report.html', '<html>');

function crate(of = report, signed = false) {
  const text = roCrateMetadata(of, [map, picture], evidence, page, signed);
  const whole = JSON.parse(text) as { '@context': unknown; '@graph': Record<string, unknown>[] };
  const ids = whole['@graph'].map((entity) => entity['@id']);
  return { whole, ids, at: (id: string) => whole['@graph'].find((entity) => entity['@id'] === id) };
}

describe('an RO-Crate 1.2', () => {
  const files = ['phase.tif', 'preview/phase.png', 'evidence.json', 'report.html'];
  const refersTo = (names: readonly string[]) => names.map((id) => ({ '@id': id }));

  it('begins with its descriptor and its root', () => {
    const { whole, ids, at } = crate();
    expect(whole['@context']).toEqual([
      'https://w3id.org/ro/crate/1.2/context',
      { sha256: 'https://schema.org/sha256' },
    ]);
    expect(ids).toEqual([
      ...['ro-crate-metadata.json', './', ...files, '#quantity-of-phase.tif'],
      ...[PROFILE, '#terms', '#software', '#input-hologram'],
      ...['#parameter-z_mm', '#parameter-outputs', '#reconstruction'],
    ]);
    expect(at('ro-crate-metadata.json')).toEqual({
      ...{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
    });
    expect(at('./')).toMatchObject({
      ...{ '@type': 'Dataset', name: 'Hologram reconstruction evr_1', identifier: ['evr_1', 'arc_1'] },
      ...{ datePublished: '2026-05-04T10:11:12Z', license: { '@id': '#terms' } },
      ...{ mentions: { '@id': '#reconstruction' }, hasPart: refersTo(files) },
      description: expect.stringMatching(
        /^Pictures reconstructed from one digital hologram\. For research use only\.$/,
      ) as string,
    });
  });

  it('says in words what it holds', () => {
    const said = (...quantities: string[]) => {
      const outputs = [
        ...quantities.map((quantity) => ({ quantity, pixel_size_um: { x: 1, y: 1 } })),
        { quantity: 'picture of phase', pixel_size_um: null },
      ] as unknown as EvidenceReport['outputs'];
      return String(crate({ ...report, outputs }).at('./')!['description']).replace(/ reconstructed.*/, '');
    };
    const usual = ['phase', 'amplitude', 'standard uncertainty of phase'];
    expect(said(...usual, 'height')).toBe('Phase, amplitude and uncertainty');
    expect(said('phase', 'amplitude')).toBe('Phase, amplitude');
    expect(said('complex field')).toBe('Complex field');
    expect(said()).toBe('Pictures');
  });

  it('describes each file, and the quantity of those that hold one', () => {
    const { at } = crate();
    expect(at('phase.tif')).toEqual({
      ...{ '@id': 'phase.tif', '@type': 'File', name: 'phase.tif', description: 'It is data/phase.tif.' },
      ...{ encodingFormat: 'image/tiff', contentSize: '14', sha256: map.sha256 },
      variableMeasured: { '@id': '#quantity-of-phase.tif' },
    });
    expect(at('#quantity-of-phase.tif')).toEqual({
      ...{ '@id': '#quantity-of-phase.tif', '@type': 'PropertyValue', name: 'phase', unitText: 'rad' },
      description: 'float32, 3 × 4 (rows × columns), pixel 0.5 × 0.25 µm (x × y)',
    });
    expect(at('preview/phase.png')).not.toHaveProperty('variableMeasured');
    expect(at('evidence.json')).toMatchObject({
      ...{ '@type': 'File', encodingFormat: 'application/json', contentSize: '2', sha256: evidence.sha256 },
    });
    expect(at('report.html')).toMatchObject({ encodingFormat: 'text/html', sha256: page.sha256 });
  });

  it('says what made them, from what', () => {
    const { at } = crate();
    expect(at('#software')).toEqual({
      ...{ '@id': '#software', '@type': 'SoftwareApplication', name: 'Leith', version: '0.1.0' },
      ...{ url: 'urn:leith:software:0.1.0', identifier: 'kernels sha256:kk' },
    });
    expect(at('#input-hologram')).toMatchObject({
      ...{ '@type': 'CreativeWork', name: 'Hologram', identifier: 'sha256:aa', sha256: 'aa' },
      ...{ contentSize: '1234', encodingFormat: 'image/png' },
    });
    expect(at('#parameter-outputs')).toMatchObject({ name: 'outputs', value: '["phase"]' });
    expect(at('./')).toMatchObject({ conformsTo: { '@id': PROFILE } });
    expect(at(PROFILE)).toMatchObject({ '@type': ['CreativeWork', 'Profile'] });
    expect(at('#terms')).toMatchObject({ '@type': 'CreativeWork' });
    expect(at('#reconstruction')).toMatchObject({
      ...{ '@type': 'CreateAction', instrument: { '@id': '#software' }, endTime: '2026-05-04T10:11:12Z' },
      ...{ object: refersTo(['#input-hologram', ...PARAMETERS]), result: refersTo(files) },
    });
  });

  it('names a background and a signature where there are any', () => {
    const background = { ...input, sha256: 'bb' } as EvidenceReport['background'];
    const more = crate({ ...report, background }, true);
    expect(more.at('#input-background')).toMatchObject({ name: 'Background frame', sha256: 'bb' });
    expect(more.at('#reconstruction')!['object']).toEqual(
      refersTo(['#input-hologram', '#input-background', ...PARAMETERS]),
    );
    // it signs this very file: neither its size nor its digest can stand here
    expect(more.at('evidence.dsse.json')).toEqual({
      ...{ '@id': 'evidence.dsse.json', '@type': 'File', name: 'evidence.dsse.json' },
      description: expect.stringContaining('in-toto') as string,
      encodingFormat: 'application/json',
    });
    expect(more.at('./')!['hasPart']).toContainEqual({ '@id': 'evidence.dsse.json' });
  });
});
