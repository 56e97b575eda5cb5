import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { evidenceReportSchema } from '../../../formats/report/evidence-report.ts';
import { findFile } from '../../../services/archive/find-file.ts';
import type { ArchivedPackage, Storage } from '../../../services/archive/storage.ts';
import { packageIdentity } from '../../exchange/package-headers.ts';
import { sendStored, storedFileHeadersSent, storedFileResponses } from '../../exchange/send-stored.ts';

const EVIDENCE = 'data/evidence.json';
const OTHER = 'application/octet-stream';
/** By the ending of the name. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  tif: 'image/tiff',
  txt: 'text/plain; charset=utf-8',
};
/** A report that is opened in a browser is no page of this service: it must not act for whoever looks at it. */
const CAREFUL = "default-src 'none';style-src 'unsafe-inline';img-src data:;sandbox";

/** Documents what sendFile answers. */
export const fileResponses = storedFileResponses(
  // bytes first: generated clients take the first type that they know, and a file is to stay what it is
  [OTHER, ...Object.values(types).map((type) => type.split(';')[0]!)],
  packageIdentity,
);

/** Generators call a model after its title. */
const NAME = 'EvidenceReport';
const reportSchema = evidenceReportSchema.meta({ id: NAME, title: NAME });
const { 'Accept-Ranges': _, ...wholeHeaders } = storedFileHeadersSent;
/** Documents what sendEvidence answers. */
export const evidenceResponses = {
  200: {
    description: 'the report',
    headers: { ...wholeHeaders, ...packageIdentity },
    content: { 'application/json': { schema: reportSchema } },
  },
  304: z.undefined().describe('it is what If-None-Match names'),
};

/** Answers a GET or HEAD for one file of a package that was found. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'store' | 'blobs'>,
  entry: ArchivedPackage,
  notFound: () => Error,
  path: string,
): Promise<FastifyReply> {
  const file = await findFile(storage, entry, path, notFound);
  reply.header('content-security-policy', CAREFUL);
  return sendStored(request, reply, { ...file, headers: headersOf(entry, path), notFound });
}

/** Answers a GET or HEAD for the evidence report of a package that was found: all of it, as JSON has no parts. */
export async function sendEvidence(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'store' | 'blobs'>,
  entry: ArchivedPackage,
  notFound: () => Error,
): Promise<FastifyReply> {
  const file = await findFile(storage, entry, EVIDENCE, notFound);
  const headers = headersOf(entry, EVIDENCE);
  return sendStored(request, reply, { ...file, headers, notFound, wholeOnly: true });
}

function headersOf(entry: ArchivedPackage, path: string): Record<string, string> {
  const { evidence_report_id, archive_id } = entry;
  const name = path.split('/').at(-1)!;
  return {
    'content-type': types[name.split('.').at(-1)!] ?? OTHER,
    // the paths of our packages are ASCII without quotes
    'content-disposition': `inline; filename="${evidence_report_id}-${name}"`,
    'evidence-report-id': evidence_report_id,
    'archive-id': archive_id,
  };
}
