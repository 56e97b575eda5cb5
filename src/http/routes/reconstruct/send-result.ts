import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { readPackage } from '../../../services/archive/read-package.ts';
import type { ArchivedPackage } from '../../../services/archive/storage.ts';
import { packageHeaders, packagePath } from '../../exchange/package-headers.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { freeNow, freeOnceSent } from '../../exchange/free-once-sent.ts';
import { sendFromMemory } from '../../exchange/send-from-memory.ts';
import type { HttpServices } from '../../service/services.ts';
import type { MemoryShare } from '../../upload/memory-budget.ts';

/** 201: what is known of the result, and where its package is. */
export function sendSummary(reply: FastifyReply, entry: ArchivedPackage, baseUrl: string): FastifyReply {
  const { evidence_report_id, archive_id, input_sha256, sha256, bytes } = entry;
  const href = `${baseUrl}${packagePath(entry)}`;
  reply
    .code(201)
    .type('application/json')
    .headers({ location: href, 'evidence-report-id': evidence_report_id });
  const summary = JSON.parse(entry.summary) as unknown;
  return reply.send({
    ...{ evidence_report_id, archive_id, input_sha256 },
    package: { href, sha256, bytes },
    summary,
  });
}

/**
 * 200: the package, from memory while the budget has room for it and the client takes it quickly, else from the
 * archive: slow readers must not fill the memory.
 * @param zip null: it isn't in memory
 */
export async function sendZip(
  reply: FastifyReply,
  entry: ArchivedPackage,
  zip: Uint8Array[] | null,
  services: HttpServices,
  share: MemoryShare,
): Promise<FastifyReply> {
  const headers = { ...packageHeaders(entry), 'content-length': entry.bytes };
  if (!zip || !share.fits(entry.bytes)) {
    if (zip) freeNow(zip);
    const bytes = await readPackage(services, entry);
    if (!bytes) throw deletedMeanwhile();
    return reply.headers(headers).send(bytes);
  }
  reply.headers(headers);
  share.grow(entry.bytes);
  freeOnceSent(reply.raw, zip);
  return reply.send(
    sendFromMemory({
      chunks: zip,
      release: () => share.close(),
      readRest: (start) =>
        start < entry.bytes
          ? readPackage(services, entry, { start, end: entry.bytes - 1 })
          : Promise.resolve(Readable.from([])),
    }),
  );
}

export function deletedMeanwhile(): HttpProblem {
  return new HttpProblem('RESULT_NOT_FOUND', 'The result has been deleted since it was made.');
}
