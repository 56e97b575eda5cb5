import { defineConfig } from 'vitest/config';

/**
 * Unit tests sit beside their file; `test/` holds what is about the whole tree or needs a running server. `npm run
 * verify` leaves out `contract`.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'architecture', include: ['test/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
