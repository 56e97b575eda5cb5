import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { further } from '../further.ts';
import { instrumented } from './instrument.ts';
import type { Plan } from './plan.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const plan = JSON.parse(readFileSync(process.env.LEITH_FAULTS!, 'utf8')) as Plan;

class AsPlanned extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      plan.tests.findIndex((path) => moduleId.endsWith(path));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** One process, whose code has all the faults in it, switched on one at a time by runner.ts. */
export default defineConfig({
  plugins: [
    {
      name: 'faults',
      enforce: 'pre',
      transform(source, id) {
        const here = plan.mutants.filter((one) => 'path' in one).filter(({ path }) => id === root + path);
        return here.length > 0 ? instrumented(id, source, here) : undefined;
      },
    },
  ],
  test: {
    root,
    tags: further,
    include: [...plan.tests],
    // it knows nothing of the faults that are put in
    fsModuleCache: false,
    globalSetup: 'test/mutation/lend-nothing.ts',
    runner: 'test/mutation/runner.ts',
    setupFiles: plan.mutants.some((one) => 'setting' in one) ? ['test/mutation/move-settings.ts'] : [],
    provide: { thorough: false },
    ...{ pool: 'forks', isolate: false, maxWorkers: 1, fileParallelism: false },
    sequence: { sequencer: AsPlanned, concurrent: false },
    ...{ testTimeout: 120_000, hookTimeout: 120_000, bail: plan.always === undefined ? 0 : 1 },
    ...{ reporters: process.env.LEITH_FAULTS_SEEN ? 'default' : 'dot', watch: false },
  },
});
