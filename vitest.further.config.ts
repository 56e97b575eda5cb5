import { defineConfig } from 'vitest/config';
import { furtherFiles } from './test/further.ts';
import { furtherOf, whole } from './vitest.config.ts';

const { wholly, partly } = furtherFiles(['src', 'test']);

/** `npm run test:further`: what `npm test` leaves out (test/further.ts). CI runs both. */
export default defineConfig({ test: { ...whole, projects: [furtherOf([...wholly, ...partly])] } });
