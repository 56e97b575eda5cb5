/** Code that decides, and the tests that are to notice when it decides wrongly, the nearest first. */
export interface Area {
  readonly files: readonly RegExp[];
  /** arguments for vitest, one group after the other until one fails */
  readonly tests: readonly (readonly string[])[];
}

const unit = (...paths: string[]) => ['--project', 'unit', ...paths];
const contract = (...paths: string[]) => ['--project', 'contract', ...paths];

export const areas: Readonly<Record<string, Area>> = {
  focus: {
    files: [/^src\/core\/focus\//, /^src\/core\/inline\/focus\//],
    tests: [unit('src/core/focus', 'src/core/inline/focus'), unit('src/core/off-axis', 'src/core/inline')],
  },
  judge: {
    files: [/^src\/core\/calibrate\/judge\//],
    tests: [unit('src/core/calibrate/judge'), unit('src/core/calibrate')],
  },
  background: {
    files: [/^src\/core\/phase\/(background|legendre|tiles|smooth)/],
    tests: [unit('src/core/phase'), unit('src/core/off-axis')],
  },
  runs: {
    files: [/^src\/services\/run\//],
    tests: [
      unit('src/services/run'),
      unit('src/services'),
      contract('test/contract/runs.test.ts', 'test/contract/inline.test.ts'),
    ],
  },
  package: {
    files: [/^src\/formats\/package\//],
    tests: [unit('src/formats'), unit('src/services', 'src/cli', 'src/web')],
  },
};
