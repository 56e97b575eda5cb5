import type { FastifyInstance } from 'fastify';
import { findPublicPackage } from '../../../services/archive/find-package.ts';
import type { Storage } from '../../../services/archive/storage.ts';
import type { LogServices } from '../../../services/log/sign-checkpoint.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { packageRoutes } from './package-routes.ts';

/** GET /public/results/{evidence_report_id}/package, /evidence, /files/{path} and /proof */
export function publicPackage(
  app: FastifyInstance,
  storage: Pick<Storage, 'store' | 'blobs'> & LogServices,
  publicResultsDays: number | null,
): void {
  packageRoutes(app, storage, {
    base: '/public/results',
    find: ({ params }) => findPublicPackage(storage.store, params.evidence_report_id),
    publicResultsDays,
    notFound: () => new HttpProblem('RESULT_NOT_FOUND', 'No account-free result has this identifier.'),
    documented: {
      of: 'an account-free result',
      about: 'The identifier is the key: it can’t be guessed.',
      operations: {
        package: 'downloadPublicPackage',
        evidence: 'getPublicEvidence',
        file: 'downloadPublicFile',
        proof: 'getPublicProof',
      },
      problems: [404, 'RESULT_NOT_FOUND', 429, 503],
    },
  });
}
