import { afterAll, describe, expect, it } from 'vitest';
import { startSetUps } from '../backends/set-ups.ts';
import { storm } from './storm.ts';

const setUps = await startSetUps();
afterAll(() => setUps.stop());

/** By hand there can be many more: `node test/faults/kill.ts --kills 200`. */
const KILLS = 12;
const TIMEOUT_MS = 1_800_000;
/** the same people do the same things in every run; when they are killed is the machine's to say */
const seed = 1;

describe.each(setUps.all)('a service that is killed while it is used, $name', (setUp) => {
  it(
    'keeps what it has acknowledged, and nothing else',
    async () => {
      const { found, counts } = await storm(setUp, { kills: KILLS, seed, say: () => {} });
      expect(found, `--kills ${KILLS} --seed ${seed} --set-up ${setUp.name}`).toEqual([]);
      expect(counts.get('kills')).toBe(KILLS);
      expect(counts.get('packages read')).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
