/**
 * Kills the service again and again while it is used, and proves that it keeps its promises all the same:
 * `node test/faults/kill.ts --kills 200 --seed 1 [--set-up embedded|scaled]`. The exit code is 1 where it does not.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../backends/postgres-server.ts';
import { startS3 } from '../backends/s3-server.ts';
import { setUpsOn } from '../backends/set-ups.ts';
import { storm } from './storm.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'set-up': { type: 'string', default: 'embedded' },
  },
});
const [kills, seed, name] = [Number(values.kills), Number(values.seed), values['set-up']];
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed) || seed < 0) {
  throw new Error('--kills and --seed are whole numbers');
}
const [postgres, s3] = [await startPostgres(), await startS3()];
const setUps = setUpsOn({ postgres, s3 });
try {
  const setUp = setUps.all.find((each) => each.name === name);
  if (!setUp) throw new Error(`the set-up ${name} is not known, or not installed`);
  const { found, counts } = await storm(setUp, { kills, seed, say: (line) => console.log(line) });
  for (const [what, count] of [...counts].sort()) console.log(`${String(count).padStart(7)}  ${what}`);
  const proven = found.length === 0 ? 'Every promise was kept.' : `${found.length} promises were broken:`;
  console.log(`${name}, ${kills} kills, seed ${seed}. ${proven}`);
  for (const fault of found) console.log(`- ${fault}`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  setUps.remove();
  await Promise.all([postgres?.stop(), s3?.stop()]);
}
