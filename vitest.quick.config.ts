import { defineConfig } from 'vitest/config';
import { architecture, roundabout, unit, whole } from './vitest.config.ts';

/** Services as they run where nobody has set up PostgreSQL and S3, and a few cases of each grid; `npm test` takes all. */
const provide = { thorough: false, brief: true };

/** `npm run verify`, before every commit: each decision where it is made. What goes through several is left to `npm test`. */
export default defineConfig({
  test: { ...whole, projects: [architecture(roundabout, provide), ...unit(roundabout, provide)] },
});
