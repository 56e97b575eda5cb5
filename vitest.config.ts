import { defineConfig } from 'vitest/config';

/** Far more than a quiet machine needs: a test that is slow is no fault, one that never ends is. */
const patient = (seconds: number) => ({
  ...{ testTimeout: seconds * 1000, hookTimeout: seconds * 1000, teardownTimeout: seconds * 1000 },
  expect: { poll: { timeout: seconds * 500 } },
});

/**
 * Unit tests sit beside their file; `test/` holds what is about the whole tree or needs a running server. `npm run
 * verify` leaves out `contract`.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], ...patient(120) } },
      { test: { name: 'architecture', include: ['test/*.test.ts'], ...patient(120) } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts', 'test/faults/**/*.test.ts'],
          ...patient(300),
        },
      },
    ],
  },
});
