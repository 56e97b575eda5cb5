import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of all projects among each other, evenly: those of services and pages wait much of their time, for a start, a
 * clock or a browser, and unit tests compute. Project after project, a quarter of two cores stood idle.
 */
export class Interleave extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const placed = [...projects.values()].flatMap((own) =>
      own.map((file, k) => ({ file, at: (k + 0.5) / own.length })),
    );
    return placed.toSorted((a, b) => a.at - b.at).map(({ file }) => file);
  }
}
