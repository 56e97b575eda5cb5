/**
 * `node .ci/count-tests.js REPORT STATUS [REPORT STATUS …]`: prints `N passed, N failed` from the JSON reports of Vitest and
 * the exit statuses of the commands that wrote them. What failed without a test of its own counts as one failure: a file
 * that does not load, a lint or type error before the tests, or no tests at all.
 */
import { readFileSync } from 'node:fs';

function counted(report, status) {
  const text = readFileSync(report, 'utf8');
  const files = text === '' ? [] : JSON.parse(text).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const count = (result) => tests.filter((test) => test.status === result).length;
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = count('passed');
  const failed = count('failed') + broken;
  return { passed, failed: failed === 0 && (passed === 0 || status !== '0') ? 1 : failed };
}

const given = process.argv.slice(2);
let [passed, failed] = [0, 0];
for (let k = 0; k < given.length; k += 2) {
  const of = counted(given[k], given[k + 1]);
  passed += of.passed;
  failed += of.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
