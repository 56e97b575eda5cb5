import { defineConfig } from 'vitest/config';
import { long, page, patient, shared, shortForms, whole } from './vitest.config.ts';

const kills = 'test/contract/{runs-kill,sequences-kill,deletion}.test.ts';

/** `npm run test:long`, before a release: what `npm test` and `npm run test:further` have a short form of. */
export default defineConfig({
  test: {
    ...whole,
    projects: [
      { test: { name: 'long', include: [long], provide: { thorough: true }, ...shared, ...patient(3600) } },
      {
        test: {
          name: 'long-grids',
          include: shortForms,
          exclude: [long, page, kills],
          provide: { thorough: true },
          ...{ ...shared, ...patient(1800) },
        },
      },
      {
        test: {
          name: 'long-kills',
          include: [kills],
          provide: { thorough: true, service_kills: 8 },
          ...{ ...shared, ...patient(1800) },
        },
      },
      {
        test: {
          name: 'long-page',
          include: [page],
          provide: { page_widths: [400, 2560, 1280], thorough: true },
          ...{ ...shared, ...patient(1800) },
        },
      },
    ],
  },
});
