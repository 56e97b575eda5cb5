import { afterAll, describe, expect, it } from 'vitest';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { storm } from './storm.ts';

const TIMEOUT_MS = 7_200_000;
/** the same people do the same things in every run; when they are killed is the machine's to say */
const seed = 1;

const setUps = await lentSetUps();

/** Tests that the service keeps its promises, on either set-up, however often it is killed. */
export function describeStorm(kills: number): void {
  afterAll(() => setUps.remove());
  describe.each(mainlyOn('embedded', setUps.all))(
    'a service that is killed while it is used, $name',
    (setUp) => {
      it(
        'keeps what it has acknowledged, and nothing else',
        async () => {
          const { found, counts } = await storm(setUp, { kills, seed, say: () => {} });
          expect(found, `--kills ${kills} --seed ${seed} --set-up ${setUp.name}`).toEqual([]);
          expect(counts.get('kills')).toBe(kills);
          expect(counts.get('packages read')).toBeGreaterThan(0);
        },
        TIMEOUT_MS,
      );
    },
  );
}
