import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { publicKeyOf } from '../../services/signing/ed25519.ts';
import { packageKey, smallPackage } from '../../services/verify/small-package.fixture.ts';
import { verifyCommand } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const zip = smallPackage();
const keys = join(folder, 'keys.json');
writeFileSync(keys, JSON.stringify({ keys: [publicKeyOf(packageKey)] }));

async function verify(...args: string[]) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await verifyCommand.execute([...args, '--keys', keys], { stdout, stderr });
  return { code, out, err };
}

function unzipped(without: readonly string[] = []): string {
  const target = join(folder, 'unzipped');
  rmSync(target, { recursive: true, force: true });
  for (const [path, bytes] of unpackPackage(zip)) {
    if (without.includes(path)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), bytes);
  }
  return target;
}

describe('leith verify, of a folder', () => {
  it('takes the unzipped package as the package', async () => {
    const { code, out } = await verify(unzipped());
    expect(out).toMatch(/^Authentic: /m);
    expect(code).toBe(0);
  });

  it('says what a partial one lacks, and takes the rest where that is allowed', async () => {
    const partial = unzipped(['data/amplitude.tif', 'bag-info.txt']);
    const { code, out } = await verify(partial);
    expect(out).toMatch(/complete: the folder lacks bag-info.txt, data\/amplitude.tif/);
    expect(code).toBe(1);
    const allowed = await verify(partial, '--partial', '--json');
    expect(allowed.code).toBe(0);
    expect(JSON.parse(allowed.out)).toMatchObject({
      verdict: 'authentic',
      reasons: [expect.stringMatching(/^complete: the folder lacks/), expect.any(String)],
    });
    // nobody vouches for what is left without its signature or its report
    expect((await verify(unzipped(['data/evidence.dsse.json']), '--partial')).code).toBe(1);
    expect((await verify(unzipped(['data/evidence.json']), '--partial')).code).toBe(1);
  });

  it.each([
    ['a changed map', (target: string) => appendFileSync(join(target, 'data/phase.tif'), 'x'), 'phase.tif'],
    ['a changed tag', (target: string) => appendFileSync(join(target, 'bag-info.txt'), 'A: b\n'), 'bag-info'],
    ['a file more', (target: string) => writeFileSync(join(target, 'data/CERTIFICATE'), 'x'), 'CERTIF'],
    ['a file beside it', (target: string) => writeFileSync(join(target, 'CERTIFICATE'), 'x'), 'CERTIF'],
    [
      'a link',
      (target: string) => {
        rmSync(join(target, 'data/phase.tif'));
        symlinkSync(keys, join(target, 'data/phase.tif'));
      },
      'phase.tif',
    ],
  ])('does not believe %s, in a whole one or a partial one', async (_, change, named) => {
    for (const without of [[], ['data/amplitude.tif']]) {
      const target = unzipped(without);
      change(target);
      const { code, out } = await verify(target, '--partial');
      expect(out).toMatch(new RegExp(`^Not to be trusted[^]*${named}`, 'm'));
      expect(code).toBe(1);
    }
  });

  it('refuses one that holds no package', async () => {
    mkdirSync(join(folder, 'empty'));
    expect((await verify(join(folder, 'empty'))).err).toMatch(/no result package: there is no bagit.txt/);
  });
});
