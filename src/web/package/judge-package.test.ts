import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bagFiles } from '../../formats/package/bag.ts';
import { textFile } from '../../formats/package/package-file.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { inspectArchive } from '../../formats/verify/inspect-package.ts';
import { thorough } from '../../../test/short-form.ts';
import { publicKeyOf, signerOf } from '../../services/signing/ed25519.ts';
import { newKey, packageKey, smallPackage, zipOf } from '../../services/verify/small-package.fixture.ts';
import { verifyHere } from '../../services/verify/verify-result.ts';
import { judgePackage } from './judge-package.ts';

const zip = smallPackage();
const keys = [publicKeyOf(newKey()), publicKeyOf(packageKey)];

const node = (found: Uint8Array) =>
  verifyHere(
    {
      found,
      now: new Date().toISOString(),
      keys: keys.map((key) => ({ ...key, life: null })),
      log: { proof: null, checkpoint: null, consistency: null },
      original: null,
      authorities: null,
      allowed: { unsigned: false, partial: false },
    },
    () => Promise.reject(new Error('it is not done again')),
    () => {},
  );
const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const page = async (found: Uint8Array, fetched: typeof keys | Error = keys) => {
  const fetchKeys = async () => {
    if (fetched instanceof Error) throw fetched;
    return { keys: fetched };
  };
  return judgePackage(await inspectArchive(found, sha256), fetchKeys, crypto.subtle, new Date());
};

describe('the verdict', () => {
  it('on a package as it was made is authentic, on the command line and in the page', async () => {
    const judged = await page(zip);
    expect(judged.verdict).toBe('authentic');
    expect(judged).toEqual({ ...(await node(zip)), again: false });
  });

  it('is that it is not to be trusted, in the same words, whichever byte is changed', async () => {
    for (let at = 0; at < zip.length; at += thorough ? 1 : 5) {
      const spoiled = Buffer.from(zip);
      spoiled[at]! ^= 1 + (at % 255);
      const { verdict, reasons } = await node(spoiled);
      expect([at, verdict]).toEqual([at, 'not_to_be_trusted']);
      expect(reasons.length).toBeGreaterThan(0);
      if (at % 25 === 0) expect(await page(spoiled)).toMatchObject({ verdict, reasons });
    }
  });

  it('is the same wherever a byte is put in or taken out', async () => {
    for (let at = 0; at <= zip.length; at += thorough ? 1 : 9) {
      const [before, after] = [zip.subarray(0, at), zip.subarray(at)];
      for (const spoiled of [Buffer.concat([before, Buffer.from(' '), after]), zip.subarray(0, at)]) {
        if (spoiled.equals(zip)) continue;
        expect([at, (await node(spoiled)).verdict]).toEqual([at, 'not_to_be_trusted']);
      }
    }
  });

  /** The package made anew around another envelope: every digest that is not signed is right. */
  const withEnvelope = (change: (text: string) => string, moved = false) => {
    const files = [...bagged(zip)];
    const report = JSON.parse(files.find(([path]) => path === 'data/evidence.json')![1]) as EvidenceReport;
    const payload = files
      .filter(([path]) => path.startsWith('data/'))
      .map(([path, text]) => textFile(path, path.endsWith('dsse.json') ? change(text) : text));
    if (moved) payload.push(...payload.splice(1, 1));
    return zipOf([...payload, ...bagFiles(payload, report)]);
  };
  it.each([
    ['a word more', (text: string) => text.replace('{', '{\n  "certificate": "official",')],
    ['a space more', (text: string) => `${text} `],
    ['a mark at its beginning', (text: string) => `\ufeff${text}`],
    ['another letter that decodes to the same bytes', (text: string) => text.replace(/(.)==/, otherLetter)],
    [
      'a second signature',
      (text: string) => text.replace('"signatures": [', '"signatures": [{"keyid":"x","sig":""},'),
    ],
  ])('does not believe an envelope with %s', async (_, change) => {
    expect(withEnvelope((text) => text).equals(zip)).toBe(true);
    const spoiled = withEnvelope(change);
    expect(spoiled.equals(zip)).toBe(false);
    expect(await node(spoiled)).toMatchObject({ verdict: 'not_to_be_trusted' });
  });

  it('does not believe a package whose signature lies in another place', async () => {
    expect((await node(withEnvelope((text) => text, true))).reasons).toEqual([
      expect.stringMatching(/^form: .*order/),
    ]);
  });

  it('names nobody where the key is another’s, or is said to be ours', async () => {
    const own = newKey();
    const { reasons } = await page(smallPackage(signerOf(own)));
    expect(reasons).toEqual([expect.stringContaining('is not among the 2 keys given')]);
    const posing = { ...signerOf(own), keyId: publicKeyOf(packageKey).kid };
    expect((await page(smallPackage(posing))).reasons).toEqual([expect.stringContaining('it is not one of')]);
  });

  it('can be asked for again where the keys can’t be had', async () => {
    const judged = await page(zip, new Error('away'));
    expect(judged).toMatchObject({ verdict: 'not_to_be_trusted', again: true });
    expect(judged.checks.filter(({ passed }) => passed === false)).toEqual([]);
    const lacking = { importKey: () => Promise.reject(new Error('NotSupportedError')) } as never;
    const inspection = await inspectArchive(zip, sha256);
    const { reasons } = await judgePackage(inspection, async () => ({ keys }), lacking, new Date());
    expect(reasons).toEqual([expect.stringContaining('can’t check Ed25519')]);
  });
});

/** The last letter before the padding has bits that nobody reads. */
function otherLetter(whole: string, letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return whole.replace(letter, letters[letters.indexOf(letter) ^ 1]!);
}

function* bagged(archive: Buffer): Generator<[string, string]> {
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const [size, length] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const start = at + 30 + length;
    const path = archive.toString('latin1', at + 30, start);
    yield [path, archive.toString('utf8', start, start + size)];
    at = start + size;
  }
}
