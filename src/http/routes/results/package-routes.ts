import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { ArchivedPackage, Storage } from '../../../services/archive/storage.ts';
import { sunsetOf } from '../../exchange/package-headers.ts';
import { storedFileHeaders } from '../../exchange/send-stored.ts';
import { proveArchived } from '../../../services/log/prove.ts';
import type { LogServices } from '../../../services/log/sign-checkpoint.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { logText, sendLogText } from '../log/log-text.ts';
import { evidenceResponses, fileResponses, sendEvidence, sendFile } from './send-file.ts';
import { packageResponses, sendPackage } from './send-package.ts';

/** Who may read which packages. */
export interface Access {
  /** what comes before the identifier */
  readonly base: '/results' | '/public/results';
  readonly onRequest?: onRequestHookHandler;
  /** The package that a request names, or null where there is none for whoever asks. */
  find(request: FastifyRequest<OfResult>): Promise<ArchivedPackage | null>;
  notFound(): Error;
  /** for how many those without an account are kept; absent: nothing expires */
  readonly publicResultsDays?: number | null;
  readonly documented: Documented;
}

interface Documented {
  /** whose package it is, in words */
  readonly of: string;
  readonly about?: string;
  readonly operations: {
    readonly package: string;
    readonly evidence: string;
    readonly file: string;
    readonly proof: string;
  };
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly problems: Parameters<typeof problemResponses>[0];
}

export interface OfResult {
  Params: { evidence_report_id: string };
}

interface OfFile {
  Params: { evidence_report_id: string; '*': string };
}

const params = z.object({ evidence_report_id: z.string() });
/** What follows `files/` is an asterisk to the framework, and a path in the document. */
const fileParams = params.extend({ '*': z.string().describe('of the file in the package: data/phase.tif') });

/** GET <base>/{evidence_report_id}/package, /evidence, /files/{path} and /proof */
export function packageRoutes(
  app: FastifyInstance,
  storage: Pick<Storage, 'store' | 'blobs'> & LogServices,
  { base, onRequest, find, notFound, publicResultsDays = null, documented }: Access,
): void {
  const schemas = schemasFor(documented);
  const common = { method: 'GET', ...(onRequest ? { onRequest } : {}) } as const;
  const url = `${base}/:evidence_report_id`;
  const found = async (request: FastifyRequest<OfResult>): Promise<ArchivedPackage> => {
    const entry = await find(request);
    if (!entry) throw notFound();
    return entry;
  };
  app.route<OfResult>({
    ...{ ...common, url: `${url}/package`, schema: schemas.package },
    handler: async (request, reply) => {
      const entry = await found(request);
      reply.headers(sunsetOf(entry, publicResultsDays));
      return sendPackage(request, reply, storage, entry, notFound);
    },
  });
  app.route<OfResult>({
    ...{ ...common, url: `${url}/evidence`, schema: schemas.evidence },
    handler: async (request, reply) => sendEvidence(request, reply, storage, await found(request), notFound),
  });
  app.route<OfFile>({
    ...{ ...common, url: `${url}/files/*`, schema: schemas.file },
    handler: async (request, reply) =>
      sendFile(request, reply, storage, await found(request), notFound, request.params['*']),
  });
  app.route<OfResult>({
    ...{ ...common, url: `${url}/proof`, schema: schemas.proof },
    handler: async (request, reply) => {
      const proof = await proveArchived(storage, (await found(request)).archive_id);
      if (proof === null) throw notFound();
      return sendLogText(reply, proof);
    },
  });
}

function schemasFor({ of, about = '', operations, security, problems }: Documented) {
  const common = { tags: ['results'], ...(security ? { security } : {}), params };
  const words = (text: string) => [about, text].filter(Boolean).join(' ');
  const ranged = problemResponses([...problems, 412, 416]);
  return {
    package: {
      ...common,
      operationId: operations.package,
      summary: `The package of ${of}`,
      description: words(
        'The ZIP, byte for byte as it was made. HEAD, ranges and conditional requests work.',
      ),
      headers: storedFileHeaders,
      response: { ...packageResponses, ...ranged },
    },
    evidence: {
      ...common,
      operationId: operations.evidence,
      summary: `The evidence report of ${of}`,
      description: words('Byte for byte as it lies in the package. HEAD and conditional requests work.'),
      headers: storedFileHeaders.omit({ range: true, 'if-range': true }),
      response: { ...evidenceResponses, ...problemResponses([...problems, 412]) },
    },
    proof: {
      ...common,
      operationId: operations.proof,
      summary: `The proof that the log has ${of}`,
      description: words(
        'A text in the form of C2SP tlog-proof, at most 2 kB: the leaf of the package in the log’s tree, the hashes that lead ' +
          'from it to the root, and the root, signed. `leith verify --proof` checks it without the service. Kept with a ' +
          'package, it shows for ever that the log had it then.',
      ),
      response: { ...logText('the proof'), ...problemResponses(problems) },
    },
    file: {
      ...common,
      operationId: operations.file,
      summary: `One file of the package of ${of}`,
      description: words('Byte for byte as it lies there. HEAD, ranges and conditional requests work.'),
      params: fileParams,
      headers: storedFileHeaders,
      response: { ...fileResponses, ...ranged },
    },
  };
}
