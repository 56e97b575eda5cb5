import { loadKernels } from '../../../test/load-kernels.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { evidenceReportSchema } from '../report/evidence-report.ts';
import { beadReconstruction, packageContext } from './bead-reconstruction.fixture.ts';
import { buildPackage, type ResultPackage } from './build-package.ts';

const kernels = await loadKernels();

const has = (command: string, ...probe: string[]): boolean => spawnSync(command, probe).status === 0;
const hasSha256sum = has('sha256sum', '--version');
const hasPython = has('/usr/bin/python3', '-c', 'import numpy, tifffile');

const reconstruction = beadReconstruction(48, 80, { height: true });
const hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let result: ResultPackage;
let files: Map<string, Buffer>;
beforeAll(async () => {
  result = await buildPackage(kernels, reconstruction, packageContext());
  files = await unzip(Buffer.concat(result.chunks));
});

/** yauzl checks sizes, names and the checksum of every entry it reads. */
async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const archive = await yauzl.fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await archive.openReadStreamPromise(entry)) parts.push(part as Buffer);
    contents.set(entry.fileName, Buffer.concat(parts));
  }
  return contents;
}

const json = (path: string) => JSON.parse(files.get(path)!.toString('utf8'));

function unpacked<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'leith-package-'));
  try {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('buildPackage', () => {
  it('holds what the contract lists', () => {
    expect([...files.keys()]).toEqual([
      ...['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty', 'height'].map(
        (map) => `data/${map}.tif`,
      ),
      'data/field.npy',
      ...['spectrum', 'amplitude', 'phase', 'uncertainty', 'height'].map(
        (name) => `data/preview/${name}.png`,
      ),
      ...['amplitude', 'phase'].map((name) => `data/preview/back_propagation_${name}.png`),
      ...['data/ro-crate-metadata.json', 'data/evidence.json', 'data/report.html'],
      ...['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'],
    ]);
  });

  it('tells its own size', () => {
    expect(result.bytes).toBe(Buffer.concat(result.chunks).length);
  });

  it('passes the large maps through uncopied', () => {
    const buffers = result.chunks.map(({ buffer }) => buffer);
    const { phase, phase_wrapped, amplitude, phase_uncertainty, field } = reconstruction;
    for (const { data } of [phase, phase_wrapped, amplitude, phase_uncertainty, field]) {
      expect(buffers).toContain(data.buffer);
    }
  });

  it('gives chunks that can be handed to another thread', () => {
    const sizes = result.chunks.map(({ byteLength, buffer }) => byteLength === buffer.byteLength);
    expect(sizes).not.toContain(false);
  });

  it('is the same to the byte where its first parts are taken away as they come', async () => {
    const fresh = beadReconstruction(48, 80, { height: true });
    // maps may be one and the same
    const shared = { ...fresh, phase_noise: fresh.phase_uncertainty };
    const amplitude = { ...shared.back_propagation!, amplitude: shared.amplitude };
    const outputs = [...fresh.used.recipe.outputs, 'phase_noise' as const];
    const used = { ...fresh.used, recipe: { ...fresh.used.recipe, outputs } };
    const made = () => structuredClone({ ...shared, back_propagation: amplitude, used });
    const whole = await buildPackage(kernels, made(), packageContext());
    const taken: Uint8Array[] = [];
    const onChunks = (chunks: Uint8Array[], isSummed: boolean) => {
      expect(isSummed).toBe(true);
      const transfer = [...new Set(chunks.map(({ buffer }) => buffer as ArrayBuffer))];
      taken.push(...structuredClone(chunks, { transfer }));
    };
    const asked = { onChunks, sums: () => true };
    const { chunks, bytes, ...summed } = await buildPackage(kernels, made(), packageContext(), null, asked);
    expect(taken.length).toBeGreaterThan(12);
    expect(bytes).toBe(whole.bytes);
    expect([whole.sha256, summed.sha256]).toEqual([null, hex(Buffer.concat(whole.chunks))]);
    expect(Buffer.concat([...taken, ...chunks]).equals(Buffer.concat(whole.chunks))).toBe(true);
  });

  it('is the same to the byte when built again', async () => {
    const again = await buildPackage(kernels, beadReconstruction(48, 80, { height: true }), packageContext());
    expect(Buffer.concat(again.chunks).equals(Buffer.concat(result.chunks))).toBe(true);
  });

  it('has a payload digest that only the reconstruction moves', async () => {
    const other = {
      ...packageContext(),
      evidence_report_id: 'evr_other',
      created_at: '2027-01-01T00:00:00Z',
    };
    const renamed = await buildPackage(kernels, reconstruction, other);
    expect(renamed.payload_sha256).toBe(result.payload_sha256);
    expect(Buffer.concat(renamed.chunks).equals(Buffer.concat(result.chunks))).toBe(false);

    const changed = beadReconstruction(48, 80, { height: true });
    changed.phase_wrapped.data[17]! += 1e-6;
    expect((await buildPackage(kernels, changed, packageContext())).payload_sha256).not.toBe(
      result.payload_sha256,
    );
  });

  it('leaves out the height where there is none', async () => {
    const { evidence } = await buildPackage(kernels, beadReconstruction(32, 32), packageContext());
    expect(evidence.outputs.map(({ path }) => path).join()).not.toContain('height');
  });
});

describe('the bag', () => {
  it('lists every payload file with its digest, and every tag file', () => {
    const lines = (path: string) =>
      files
        .get(path)!
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => line.split('  '));
    const payload = lines('manifest-sha256.txt');
    expect(payload.map(([, path]) => path)).toEqual(
      [...files.keys()].filter((path) => path.startsWith('data/')).sort(),
    );
    for (const [digest, path] of [...payload, ...lines('tagmanifest-sha256.txt')]) {
      expect(hex(files.get(path!)!)).toBe(digest);
    }
  });

  it('counts its payload in bag-info.txt and lets no value start a field of its own', async () => {
    const sizes = [...files].filter(([path]) => path.startsWith('data/')).map(([, bytes]) => bytes.length);
    const info = files.get('bag-info.txt')!.toString();
    expect(info).toContain(`Payload-Oxum: ${sizes.reduce((a, b) => a + b, 0)}.${sizes.length}\n`);
    expect(info).toContain('Bagging-Date: 2026-05-04\n');

    const hostile = { ...packageContext(), archive_id: 'arc_1\r\nPayload-Oxum: 0.0' };
    const other = await unzip(Buffer.concat((await buildPackage(kernels, reconstruction, hostile)).chunks));
    expect(
      other
        .get('bag-info.txt')!
        .toString()
        .match(/^Payload-Oxum/gm),
    ).toHaveLength(1);
  });

  it.skipIf(!hasSha256sum)(
    'is checked by sha256sum, payload digest included (skipped without sha256sum)',
    () => {
      unpacked((cwd) => {
        const check = spawnSync(
          'sha256sum',
          ['-c', '--strict', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'],
          { cwd },
        );
        expect(check.status).toBe(0);
        const command = /<pre>\s*(grep[^<]+)<\/pre>/.exec(files.get('data/report.html')!.toString())![1]!;
        const printed = spawnSync('sh', ['-c', command.replaceAll('&#39;', "'")], { cwd, encoding: 'utf8' });
        expect(printed.stdout).toBe(`${result.payload_sha256}  -\n`);
      });
    },
  );
});

describe('what is inside', () => {
  it('is described by an evidence report that passes its schema', () => {
    const report = evidenceReportSchema.parse(json('data/evidence.json'));
    expect(report).toEqual(result.evidence);
    for (const { path, sha256 } of report.outputs) expect(hex(files.get(path)!)).toBe(sha256);
  });

  it('is an RO-Crate that describes every file once, the right way, and refers to nothing unknown', () => {
    const graph: Record<string, never>[] = json('data/ro-crate-metadata.json')['@graph'];
    const entities = new Map(graph.map((entity) => [entity['@id'] as string, entity]));
    expect(entities.size).toBe(graph.length);
    for (const [path, bytes] of files) {
      if (!path.startsWith('data/') || path.endsWith('ro-crate-metadata.json')) continue;
      expect(entities.get(path.slice(5))).toMatchObject({
        ...{ '@type': 'File', contentSize: String(bytes.length), sha256: hex(bytes) },
      });
    }
    const known = new Set([...entities.keys(), 'https://w3id.org/ro/crate/1.2']);
    const mentioned = [...JSON.stringify(graph).matchAll(/"@id":"([^"]+)"/g)].map(([, id]) => id!);
    expect(mentioned.filter((id) => !known.has(id))).toEqual([]);
    expect(entities.get('#input-hologram')).toMatchObject({ sha256: packageContext().input.sha256 });
  });

  it.skipIf(!hasPython)('opens in NumPy and tifffile with the very values (skipped without them)', () => {
    const script =
      'import numpy as np, tifffile, json\n' +
      'f = np.load("data/field.npy"); p = tifffile.imread("data/phase.tif"); a = tifffile.imread("data/amplitude.tif")\n' +
      'print(json.dumps([str(f.dtype), f.shape, p.shape, float(p[20, 30]), float(np.abs(np.abs(f) - a).max()),\n' +
      ' float(np.abs(np.angle(f * np.exp(-1j * p))).max())]))';
    const out = unpacked((cwd) => spawnSync('/usr/bin/python3', ['-c', script], { cwd, encoding: 'utf8' }));
    const [dtype, fieldShape, phaseShape, value, amplitudeError, phaseError] = JSON.parse(out.stdout);
    expect([dtype, fieldShape, phaseShape]).toEqual(['complex64', [48, 80], [48, 80]]);
    expect(value).toBe(reconstruction.phase.data[20 * 80 + 30]);
    expect(amplitudeError).toBeLessThan(1e-6);
    expect(phaseError).toBeLessThan(1e-6);
  });
});
