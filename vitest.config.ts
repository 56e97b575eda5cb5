import { defineConfig } from 'vitest/config';

/** Unit tests sit beside their file; `test/` holds what needs a running server, a browser or the whole tree. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'architecture', include: ['test/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
