import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import { performReconstruction } from '../../services/reconstruction/perform-reconstruction.ts';
import { publicKeyOf, signerOf } from '../../services/signing/ed25519.ts';
import { bagFiles } from '../../formats/package/bag.ts';
import type { BagContext } from '../../formats/package/bag-texts.ts';
import { packageFile } from '../../formats/package/package-file.ts';
import { storedZip } from '../../formats/package/stored-zip.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { receiveFile } from '../received-file.ts';
import { verifyCommand } from './verify.ts';

/** Parts of the sample and of its background: these tests are not about their pixels. */
async function partOf(name: string): Promise<Buffer> {
  const whole = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
  const middle = { left: 304, top: 304, width: 160, height: 160 };
  return sharp(whole).extract(middle).toColourspace('b-w').png().toBuffer();
}
const KERNELS = 'a'.repeat(64);
const fields = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' };

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}
const key = newKey();

let folder: string;
let hologram: string;
let background: string;
let zip: Buffer;

/** A package of the hologram, signed. */
async function packageOf(
  more: Readonly<Record<string, string>> = {},
  calibration: CalibratedRig | null = null,
): Promise<Buffer> {
  const sent = { ...fields, ...more };
  const request = {
    hologram: await receiveFile(hologram, 'hologram'),
    background: null,
    recipe: parseRecipe(sent),
    calibration,
    identity: {
      ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-01-01T00:00:00.000Z' },
      ...{ requester: 'public', requested: sent },
      software: { name: 'leith', version: '0.1.0', kernel_sha256: KERNELS },
    },
  };
  const result = await performReconstruction(await loadKernels(), request, () => {}, {
    signer: signerOf(key),
  });
  return Buffer.concat(result.chunks);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leith-verify-'));
  hologram = write('hologram.png', await partOf('off-axis.png'));
  background = write('background.png', await partOf('off-axis-background.png'));
  zip = await packageOf();
  write('result.zip', zip);
  write('keys.json', JSON.stringify({ keys: [publicKeyOf(key)] }));
  write('other-keys.json', JSON.stringify({ keys: [publicKeyOf(newKey())] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function verify(...args: string[]) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const named = args.map((arg) => (/\.(zip|json)$/.test(arg) ? join(folder, arg) : arg));
  const code = await verifyCommand.execute(named, { stdout, stderr });
  return { code, out, err };
}

/** The package with one byte of a file changed. */
function tampered(path: string, name: string): string {
  const bytes = Buffer.from(zip);
  const start = bytes.indexOf(Buffer.from(path)) + path.length;
  bytes[start + 200]! ^= 1;
  write(name, bytes);
  return name;
}

describe('leith verify', () => {
  it('finds a package as it was made, and names who signed it', async () => {
    const { code, out } = await verify('result.zip', '--keys', 'keys.json');
    expect(out).toMatch(new RegExp(`ok +signature: by ${publicKeyOf(key).kid}`));
    expect(out).not.toMatch(/FAILED/);
    expect(out).toMatch(/^Authentic: /m);
    expect(code).toBe(0);
  });

  it('gets the same result by doing it again', async () => {
    const again = ['result.zip', '--hologram', hologram, '-q'];
    const { code, out } = await verify(...again, '--keys', 'keys.json');
    expect(out).toMatch(/ok +doing it again: every file of the result comes out the same/);
    expect(out).toMatch(/^Reproduced: /m);
    expect(code).toBe(0);
    // the same bytes, but nobody is known to vouch for them
    expect((await verify(...again)).code).toBe(1);
  });

  it('does so where a profile’s distortion was undone', async () => {
    const exact = (value: number) => ({ value, sigma: 0.001 });
    const crop_px = { x: 0, y: 0, width: 160, height: 160 };
    const nothing = { pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, z_mm: null };
    const calibration: CalibratedRig = {
      ...{ profile_id: 'prof_1', nominal: parseRecipe(fields) },
      corrections: {
        ...{ ...nothing, scale_anisotropy: null, shear_rad: null, z_offset_mm: null },
        ...{ phase_aberration: null, carrier_cycles_per_px: null, phase_scale: null },
      },
      distortion: {
        ...{ radial: exact(0.02), tangential_x: exact(0), tangential_y: exact(0.004) },
        ...{ radius_px: 80, significant: true, linear: [-0.015, 0, 0, -0.015] },
      },
      frame: { width_px: 160, height_px: 160, crop_px },
    };
    const straight = await packageOf({ lens_distortion: 'correct' }, calibration);
    expect(straight.equals(await packageOf({}, calibration))).toBe(false);
    write('straight.zip', straight);
    const again = ['straight.zip', '--hologram', hologram, '-q', '--keys', 'keys.json'];
    expect(await verify(...again)).toMatchObject({ code: 0, out: expect.stringMatching(/^Reproduced: /m) });
  });

  it('does not take another hologram for the original', async () => {
    const { code, out } = await verify('result.zip', '--hologram', background, '-q');
    expect(out).toMatch(/FAILED +hologram: sha256 is/);
    expect(code).toBe(1);
  });

  it.each([
    'data/phase.tif',
    'data/evidence.json',
    'data/report.html',
    'data/evidence.dsse.json',
    'bag-info.txt',
  ])('finds a changed %s', async (path) => {
    const { code, out } = await verify(tampered(path, 'tampered.zip'), '--keys', 'keys.json');
    expect(out).toMatch(/FAILED/);
    expect(code).toBe(1);
  });

  it('does not accept a signature of somebody else', async () => {
    const { code, out } = await verify('result.zip', '--keys', 'other-keys.json');
    expect(out).toMatch(/FAILED +signature: .* not among the 1 keys given/);
    expect(code).toBe(1);
  });

  it('believes nobody unless told to, and says what it could not check', async () => {
    const closed = await verify('result.zip', '--json');
    expect(closed.code).toBe(1);
    expect(JSON.parse(closed.out)).toMatchObject({
      verdict: 'not_to_be_trusted',
      reasons: [expect.stringMatching(/^signature: by .*give its public key/)],
    });
    const { code, out } = await verify('result.zip', '--json', '--allow-unsigned');
    expect(code).toBe(0);
    const { verdict, checks } = JSON.parse(out) as {
      verdict: string;
      checks: { name: string; passed: boolean | null }[];
    };
    expect(verdict).toBe('intact');
    const open = checks.filter(({ passed }) => passed === null).map(({ name }) => name);
    expect(open).toEqual(['signature', 'doing it again']);
  });

  /** The package made anew from its own files, after somebody changed them and every digest that is not signed. */
  function forged(change: (files: Map<string, Uint8Array>) => void): string {
    const files = new Map(unpackPackage(zip));
    change(files);
    const data = [...files].filter(([path]) => path.startsWith('data/'));
    const payload = data.map(([path, bytes]) => packageFile(path, [bytes]));
    const evidence = JSON.parse(new TextDecoder().decode(files.get('data/evidence.json'))) as BagContext;
    const others = [...files].filter(([path]) => !path.startsWith('data/') && !unpackPackage(zip).has(path));
    const extra = others.map(([path, bytes]) => packageFile(path, [bytes]));
    write('forged.zip', Buffer.concat(storedZip([...payload, ...extra, ...bagFiles(payload, evidence)])));
    return 'forged.zip';
  }
  const withKeys = ['--keys', 'keys.json'];

  it('does not believe a package whose signature was taken away', async () => {
    const path = forged((files) => files.delete('data/evidence.dsse.json'));
    expect((await verify(path, ...withKeys)).code).toBe(1);
    expect((await verify(path, ...withKeys)).out).toMatch(/signature: the package is not signed/);
    const allowed = await verify(path, '--allow-unsigned');
    expect(allowed.out).toMatch(/^Intact: /m);
    expect(allowed.code).toBe(0);
  });

  it.each([
    [
      'a changed map with all its digests',
      (files: Map<string, Uint8Array>) => {
        files.set(
          'data/phase.tif',
          files.get('data/phase.tif')!.map((byte, k) => (k === 900 ? byte ^ 1 : byte)),
        );
      },
    ],
    [
      'a file beside the others',
      (files: Map<string, Uint8Array>) => files.set('data/more.txt', new Uint8Array(9)),
    ],
    [
      'a certificate at the root',
      (files: Map<string, Uint8Array>) => files.set('CERTIFICATE.txt', new Uint8Array(9)),
    ],
    [
      'another order',
      (files: Map<string, Uint8Array>) => {
        const phase = files.get('data/phase.tif')!;
        files.delete('data/phase.tif');
        files.set('data/phase.tif', phase);
      },
    ],
  ])('does not believe %s', async (_, change) => {
    const { code, out } = await verify(forged(change), ...withKeys);
    expect(out).toMatch(/^Not to be trusted/m);
    expect(code).toBe(1);
  });

  it.each([
    ['a byte after the archive', () => Buffer.concat([zip, Buffer.from([0])])],
    ['a byte before it', () => Buffer.concat([Buffer.from([0]), zip])],
    [
      'another date in a header',
      () => {
        const bytes = Buffer.from(zip);
        bytes[12]! ^= 1;
        return bytes;
      },
    ],
    [
      'a changed tag of the bag',
      () => {
        const bytes = Buffer.from(zip);
        bytes.write('Eve  ', bytes.indexOf('Source-Organization: Leith') + 21);
        return bytes;
      },
    ],
  ])('does not believe %s', async (_, made) => {
    write('odd.zip', made());
    expect((await verify('odd.zip', ...withKeys)).code).toBe(1);
    expect((await verify('odd.zip', '--allow-unsigned')).code).toBe(1);
  });

  it('says of a file that is no package why it is none', async () => {
    write('no.zip', Buffer.of(1, 2, 3));
    const files = [
      ['no.zip', /archive: the file is no ZIP/],
      ['keys.json', /the file is neither a package nor a signed receipt/],
    ] as const;
    for (const [file, why] of files) {
      const { code, out } = await verify(file, '--json');
      expect([code, JSON.parse(out)]).toMatchObject([1, { verdict: 'not_to_be_trusted' }]);
      expect(out).toMatch(why);
    }
  });

  it('says that other kernels show nothing where another result comes out', async () => {
    const path = forged((files) => {
      const text = new TextDecoder().decode(files.get('data/evidence.json'));
      files.set('data/evidence.json', new TextEncoder().encode(text.replace('"z_mm": "5"', '"z_mm": "4"')));
    });
    const { out } = await verify(path, '--hologram', hologram, '-q', '--json');
    const { checks } = JSON.parse(out) as { checks: { name: string; passed: boolean; detail: string }[] };
    const again = checks.find(({ name }) => name === 'doing it again')!;
    expect(again).toMatchObject({ passed: null, detail: expect.stringContaining(`kernels ${KERNELS}`) });
  });

  it.each([
    [[], 2, /package is missing/],
    [['result.zip', '--background', 'x.png'], 2, /--background comes together/],
    [['absent.zip'], 1, /no file/],
  ])('ends in words for %j', async (args, expected, message) => {
    const { code, err } = await verify(...args);
    expect(err).toMatch(message);
    expect(code).toBe(expected);
  });
});
