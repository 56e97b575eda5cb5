import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for leases, outages and clocks for ten seconds and more: what computes fills that time if they begin early. */
const WAITS = /\/(runs-kill|runs-outage|store-outage|slow-clients|kill|faults)\.test\.ts$/;

/** So many wait at the same time, and the other processes compute. */
const AT_ONCE = 2;
/** What computes between one that waits and the next: about as long as the first two take. */
const BETWEEN = 4;

/** Within each project what waits early, the rest as vitest has it: the longest, or where nothing ran before the largest. */
export class WaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((of) => {
      const waits = of.filter(({ moduleId }) => WAITS.test(moduleId));
      const others = of.filter((one) => !waits.includes(one));
      const later = waits.slice(AT_ONCE);
      const spread = others.flatMap((one, k) => {
        const next = later[(k + 1) / BETWEEN - 1];
        return next ? [one, next] : [one];
      });
      return [...waits.slice(0, AT_ONCE), ...spread, ...later.slice(Math.floor(others.length / BETWEEN))];
    });
  }
}
