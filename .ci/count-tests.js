/**
 * `node .ci/count-tests.js REPORT STATUS`: prints `N passed, N failed` from Vitest's JSON report and the exit status of
 * `npm test`. What failed without a test of its own counts as one failure: a file that does not load, a lint or type
 * error before the tests, or no tests at all.
 */
import { readFileSync } from 'node:fs';

const [, , report, status] = process.argv;
const text = readFileSync(report, 'utf8');
const files = text === '' ? [] : JSON.parse(text).testResults;
const tests = files.flatMap((file) => file.assertionResults);
const count = (result) => tests.filter((test) => test.status === result).length;
const broken = files.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length;

const passed = count('passed');
let failed = count('failed') + broken;
if (failed === 0 && (passed === 0 || status !== '0')) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
