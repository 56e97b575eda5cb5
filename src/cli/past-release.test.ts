import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { KeyDocument } from '../formats/verify/key-list.ts';
import { trustIn } from '../services/signing/key-list.ts';
import { verifyHere } from '../services/verify/verify-result.ts';
import { loadKernelsOf } from './load-kernels.ts';
import { receiveFile } from './received-file.ts';

const KEPT = new URL('../../test/fixtures/past-release/', import.meta.url);
const NONE = new URL('nowhere/', KEPT);
const KERNELS = '726f1e80e1b05d7e0d0ff503318d05729a4dfec6369e65991abc891661d60ab3';
const LATER_KERNELS = '5e48b3d671d9c4ec417077f50b53cfcc1f5e9cfeff95179383015cae65dddf34';
const path = (name: string) => fileURLToPath(new URL(name, KEPT));

/** What `leith verify` says of a package that an older version made. @param kept where that version's kernels are */
async function verified(
  name: 'inline' | 'inline-kernels-kept' | 'off-axis',
  kept: URL,
  change = (zip: Uint8Array) => zip,
) {
  const frame = `${name}.png`;
  const keys = await trustIn(JSON.parse(readFileSync(path('keys.json'), 'utf8')) as KeyDocument, null);
  const used: string[] = [];
  const result = await verifyHere(
    {
      found: change(new Uint8Array(readFileSync(path(`${name}.zip`)))),
      ...{ keys, authorities: null, now: '2026-12-01T00:00:00.000Z' },
      log: { proof: null, checkpoint: null, consistency: null },
      allowed: { unsigned: false, partial: false },
      original: { hologram: await receiveFile(path(frame), 'hologram'), background: null },
    },
    async (sha256) => {
      const software = await loadKernelsOf(sha256, kept);
      used.push(software.kernel_sha256);
      return software;
    },
    () => {},
  );
  return { ...result, used };
}

describe('a package of an older version', () => {
  it('is reproduced by the kernels that it names', async () => {
    expect(await verified('inline-kernels-kept', KEPT)).toMatchObject({
      ...{ verdict: 'reproduced', reasons: [], used: [LATER_KERNELS] },
    });
  });

  it('is authentic where this version asks more of kernels than those have, and the reason says so', async () => {
    const { verdict, reasons, used } = await verified('inline', KEPT);
    expect([verdict, used]).toEqual(['authentic', [KERNELS]]);
    expect(reasons).toEqual([
      expect.stringContaining('don’t work with this version; it was made by leith 0.0.9'),
    ]);
  });

  it('is authentic where its method has changed since, and the reason names the version', async () => {
    const { verdict, reasons, used } = await verified('off-axis', KEPT);
    expect([verdict, used]).toEqual(['authentic', [KERNELS]]);
    expect(reasons).toEqual([
      expect.stringMatching(/^doing it again: .*; it was made by leith 0\.0\.9, and this is version \d/),
    ]);
  });

  it('is authentic without its kernels, and the reason names them', async () => {
    const { verdict, reasons, used } = await verified('off-axis', NONE);
    expect(verdict).toBe('authentic');
    expect(used).not.toContain(KERNELS);
    const words = `made by leith 0.0.9 with the kernels ${KERNELS}, which are not at hand`;
    expect(reasons).toEqual([expect.stringContaining(words)]);
  });

  it('is not to be trusted with a byte changed', async () => {
    const { verdict } = await verified('inline', KEPT, (zip) =>
      zip.with(zip.length - 2000, zip.at(-2000)! ^ 1),
    );
    expect(verdict).toBe('not_to_be_trusted');
  });
});
