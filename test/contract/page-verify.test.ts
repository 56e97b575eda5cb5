import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyCommand } from '../../src/cli/commands/verify.ts';
import type { VerifiedResult } from '../../src/formats/judge/verify-result.ts';
import { bagFiles } from '../../src/formats/package/bag.ts';
import { signedEvidence } from '../../src/formats/package/dsse.ts';
import { SIGNATURE_PATH, withSignature } from '../../src/formats/package/envelope.ts';
import { packageFile, textFile } from '../../src/formats/package/package-file.ts';
import { payloadDigest } from '../../src/formats/package/payload-digest.ts';
import { storedZip } from '../../src/formats/package/stored-zip.ts';
import type { EvidenceReport } from '../../src/formats/report/evidence-report.ts';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { newPrivateKey, publicKeyOf, signerOf } from '../../src/services/signing/ed25519.ts';
import { keysCommand } from '../../src/cli/commands/keys.ts';
import { thorough } from '../short-form.ts';
import {
  accessibilityViolations,
  browserPresent,
  eventually,
  expectToFit,
  openPageBefore,
  type PageService,
  loadAnew,
} from './page-browser.ts';
import { exampleFrame, reconstructExample, type ReadPackage } from './page-package.ts';

const further = { tags: 'further/page' };

describe.runIf(browserPresent)('the page on which a stranger checks', () => {
  let service: PageService;
  let page: Page;
  let made: ReadPackage;
  let folder: string;
  const asked: string[] = [];
  const at = (name: string) => join(folder, name);

  openPageBefore(async (opened) => {
    ({ service, page } = opened);
    made = await reconstructExample(service.url);
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leith-page-verify-'));
    writeFileSync(at('result.zip'), made.zip);
    writeFileSync(at('off-axis.png'), await exampleFrame('off-axis.png'));
    writeFileSync(at('blank.png'), await exampleFrame('off-axis-background.png'));
    writeFileSync(at('keys.json'), await text('/.well-known/leith-keys.json'));
    writeFileSync(at('proof'), await text(`/public/results/${made.report.evidence_report_id}/proof`));
    page.on('request', (request) => void asked.push(request.url()));
  });
  afterAll(() => folder && rmSync(folder, { recursive: true }));
  const text = async (path: string) => (await fetch(`${service.url}${path}`)).text();
  const give = (place: string, name: string) => page.setInputFiles(`#verify-${place}`, at(name));

  async function visit(address = '/verify'): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${service.url}${address}`);
    await page.waitForSelector('[data-ready=true]');
  }

  /** What the page says when it is done with what it was given last. */
  async function said(verdict: string): Promise<string[]> {
    await page.waitForSelector(`[data-verdict=${verdict}]`);
    await page.waitForSelector('.verified[aria-busy=false]');
    return page.locator('.checks li').allTextContents();
  }

  /** The same from `leith verify`, in the form of the page. */
  async function commandLine(...args: string[]): Promise<{ verdict: string; checks: string[] }> {
    let out = '';
    const stdout = { write: (part: string) => (out += part) };
    const paths = args.map((arg) => (arg.startsWith('--') ? arg : at(arg)));
    await verifyCommand.execute([...paths, '--json', '--quiet'], { stdout, stderr: stdout });
    const { verdict, checks } = JSON.parse(out) as VerifiedResult;
    const words = { true: 'ok', false: 'failed', null: 'open' };
    return {
      verdict,
      checks: checks.map(({ name, passed, detail }) => `${words[`${passed}`]} ${name}: ${detail}`),
    };
  }

  test(
    'does a package again without a connection, and says what the command line says',
    further,
    async () => {
      await visit();
      asked.length = 0;
      await page.context().setOffline(true);
      await give('package', 'result.zip');
      await said('authentic');
      // in one go, each finds its place
      await page.setInputFiles('#verify-hologram', [at('off-axis.png'), at('blank.png'), at('proof')]);
      await page.waitForSelector('[data-check=log]');
      const checks = await said('reproduced');
      expect(asked).toEqual([]);
      await page.context().setOffline(false);
      const original = ['--hologram', 'off-axis.png', '--background', 'blank.png', '--proof', 'proof'];
      expect({ verdict: 'reproduced', checks }).toEqual(
        await commandLine('result.zip', '--keys', 'keys.json', ...original),
      );
      await page.click('summary:text("Proof, keys, root, timestamp")');
      expect(await accessibilityViolations(page)).toEqual([]);
      await expectToFit(page, 'verify');
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );

  /** The package with one number of its phase changed, and signed by somebody: only doing it again finds that. */
  function forged(key: string): Buffer {
    const files = new Map(unpackPackage(made.zip));
    const report = JSON.parse(new TextDecoder().decode(files.get('data/evidence.json'))) as EvidenceReport;
    const phase = Uint8Array.from(files.get('data/phase.tif')!);
    const view = new DataView(phase.buffer);
    const [pixel, { shape }] = [320 * 7 + 5, report.outputs[0]!];
    // the samples are the end of the file, or lie where its first strip is
    const offset = phase.byteLength - 4 * shape[0]! * shape[1]! + 4 * pixel;
    view.setFloat32(offset, view.getFloat32(offset, true) + 1, true);
    const changed = packageFile('data/phase.tif', [phase]);
    const outputs = report.outputs.map((output) =>
      output.path === changed.path ? { ...output, sha256: changed.sha256 } : output,
    );
    const steps = report.steps.map((step, i) => (i === 2 ? { ...step, method: 'by hand' } : step));
    const told = { ...report, outputs, steps, payload_sha256: payloadDigest(outputs) };
    const signed = [...files]
      .filter(([path]) => path.startsWith('data/') && path !== SIGNATURE_PATH)
      .map(([path, bytes]) => {
        if (path === changed.path) return changed;
        return path === 'data/evidence.json'
          ? textFile(path, JSON.stringify(told))
          : packageFile(path, [bytes]);
      });
    const data = withSignature(signed, [signedEvidence(told, signed, signerOf(key))]);
    return Buffer.concat(storedZip([...data, ...bagFiles(data, told)]));
  }

  test.runIf(thorough)('names the first map, pixel and step that come out otherwise', further, async () => {
    const key = newPrivateKey();
    writeFileSync(at('forged.zip'), forged(key));
    writeFileSync(at('own-keys.json'), JSON.stringify({ keys: [publicKeyOf(key)] }));
    await visit();
    await page.click('summary:text("Proof, keys, root, timestamp")');
    await give('keys', 'own-keys.json');
    await give('package', 'forged.zip');
    await said('authentic');
    await give('hologram', 'off-axis.png');
    await give('background', 'blank.png');
    await page.waitForSelector('[data-check="doing it again"][data-passed=false]');
    const checks = await said('not_to_be_trusted');
    const facts = await page.locator('[data-verdict] .facts dd').allTextContents();
    expect([facts[0], facts[1], facts[4]]).toEqual(['data/phase.tif', '5, 7', made.report.steps[2]!.name]);
    expect(Number(facts[2]) - Number(facts[3])).toBeCloseTo(1, 5);
    const original = ['--hologram', 'off-axis.png', '--background', 'blank.png'];
    expect({ verdict: 'not_to_be_trusted', checks }).toEqual(
      await commandLine('forged.zip', '--keys', 'own-keys.json', ...original),
    );
    // by those of the service it is nobody's
    await page.click('text=Without own-keys.json');
    await eventually(() => page.textContent('.reasons')).toMatch(/not among the \d+ keys given/);
  });

  test('believes keys that a pinned root endorsed, and the address keeps the pin', further, async () => {
    const run = async (...args: string[]) => {
      let out = '';
      const stdout = { write: (part: string) => (out += part) };
      const code = await keysCommand(() => Promise.reject(new Error('no storage'))).execute(args, {
        stdout,
        stderr: stdout,
      });
      expect([code, out]).toEqual([0, expect.anything()]);
    };
    await run('new', '--out', at('root.pem'));
    const kid = publicKeyOf(readFileSync(at('root.pem'), 'utf8')).kid;
    const endorse = [
      '--root',
      at('root.pem'),
      '--list',
      at('list.json'),
      '--from',
      '2020-01-01',
      '--days',
      '9000',
    ];
    await run('endorse', at('keys.json'), ...endorse);
    const list = JSON.parse(readFileSync(at('list.json'), 'utf8')) as object;
    const document = JSON.parse(await text('/.well-known/leith-keys.json')) as object;
    writeFileSync(at('endorsed.json'), JSON.stringify({ ...document, ...list }));
    await visit(`/#/verify?root=${kid}`);
    await give('package', 'result.zip');
    await eventually(() => page.textContent('.verified')).toMatch(/no root has endorsed the keys/);
    await give('keys', 'endorsed.json');
    await said('authentic');
    expect(await page.textContent('.verified')).toMatch(/which you pinned/);
    await page.fill('#root', 'somebody-else');
    await eventually(() => page.textContent('.reasons')).toMatch(/the root is .*, not somebody-else/);
    expect(page.url()).toMatch(/#\/verify\?root=somebody-else$/);
  });

  test('takes a package from the viewer, and says of other files what is wrong', async () => {
    await loadAnew(page, `${service.url}/#/view`);
    await page.setInputFiles('#package', at('result.zip'));
    await page.click('a:text("Check it")');
    await said('authentic');
    await give('package', 'off-axis.png');
    await eventually(() => page.textContent('.reasons')).toMatch(/no ZIP/);
    await give('package', 'keys.json');
    await eventually(() => page.textContent('.reasons')).toMatch(/neither a package nor a signed receipt/);
    await give('package', 'result.zip');
    await page.click('summary:text("Proof, keys, root, timestamp")');
    await give('authorities', 'keys.json');
    await eventually(() => page.textContent('.reasons')).toMatch(/timestamp: there is no certificate in it/);
  });
});
