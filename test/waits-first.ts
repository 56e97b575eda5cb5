import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for leases, outages and clocks for ten seconds and more: what computes fills that time if they begin first. */
const WAITS =
  /\/(runs-kill|runs-outage|sequences-kill|store-outage|slow-clients|kill|faults|run-events)\.test\.ts$/;

/** Within each project what waits first, then as vitest has it: the longest, or where nothing ran before the largest. */
export class WaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((of) => {
      const waits = of.filter(({ moduleId }) => WAITS.test(moduleId));
      return [...waits, ...of.filter((one) => !waits.includes(one))];
    });
  }
}
