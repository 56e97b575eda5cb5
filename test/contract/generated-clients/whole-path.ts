/**
 * Signs up, reconstructs a hologram, reads the package and deletes it: with what @hey-api/openapi-ts generated, in the
 * folder that this file is copied to. `whole-path.ts URL HOLOGRAM`
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClient, createConfig } from './client/index.ts';
import * as leith from './index.ts';

const [url, hologram] = process.argv.slice(2) as [string, string];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const anyone = createClient(createConfig({ baseUrl: url }));
const account = await leith.signUp({
  client: anyone,
  body: { email: 'generated-ts@example.org', password: 'correct horse battery' },
  throwOnError: true,
});
const auth = account.data.api_key;
const client = createClient(createConfig({ baseUrl: url, auth }));

const body = {
  hologram: new File([readFileSync(hologram)], 'off-axis.png'),
  holography_mode: 'off-axis',
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  z_mm: 5,
} as const;
const made = await leith.reconstruct({ client, body, throwOnError: true });
assert.equal(made.response.status, 200);
assert(made.data instanceof Blob);
const zip = await bytesOf(made.data);
const path = { evidence_report_id: made.response.headers.get('Evidence-Report-Id')! };

const results = await leith.listResults({ client, query: { limit: 10 }, throwOnError: true });
assert.deepEqual(
  results.data.items.map((item) => item.evidence_report_id),
  [path.evidence_report_id],
);
const result = await leith.getResult({ client, path, throwOnError: true });
assert.equal(result.data.package.sha256, sha256(zip));
const report = await leith.getEvidence({ client, path, throwOnError: true });
const listed = report.data.outputs.find((output) => output.path.endsWith('/phase.tif'))!;
const file = await leith.downloadFile({
  client,
  path: { ...path, path: listed.path },
  parseAs: 'blob',
  throwOnError: true,
});
assert.equal(sha256(await bytesOf(file.data)), listed.sha256);
const again = await leith.downloadPackage({ client, path, throwOnError: true });
assert.equal(sha256(await bytesOf(again.data)), sha256(zip));

const refused = await leith.reconstruct({ client, body: { ...body, wavelength_um: 650 } });
assert.equal(refused.response?.status, 422);
const problem = refused.error as leith.Problem;
console.log(problem.code, problem.errors![0]!.pointer, problem.errors![0]!.message);
const later = await leith.reconstruct({
  client,
  body,
  headers: { Prefer: 'respond-async' },
  throwOnError: true,
});
const run_id = (later.data as leith.Run).run_id;
const run = await leith.getRun({ client, path: { run_id }, throwOnError: true });
assert.equal(run.data.run_id, run_id);

const deleted = await leith.deleteResult({ client, path, throwOnError: true });
assert.equal(deleted.response.status, 204);
assert.equal((await leith.getResult({ client, path })).error?.code, 'RESULT_NOT_FOUND');
const receipt = await leith.deleteData({ client, throwOnError: true });
console.log('deleted', receipt.data.receipt_id);
