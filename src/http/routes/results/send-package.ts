import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPackage } from '../../../services/archive/read-package.ts';
import type { ArchivedPackage, Storage } from '../../../services/archive/storage.ts';
import { packageHeaders, packageIdentity, sunset } from '../../exchange/package-headers.ts';
import { sendStored, storedFileResponses } from '../../exchange/send-stored.ts';

/** Documents what sendPackage answers. */
export const packageResponses = storedFileResponses('application/zip', { ...packageIdentity, ...sunset });

/** Answers a GET or HEAD for the ZIP of a package that was found. */
export function sendPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'store' | 'blobs'>,
  entry: ArchivedPackage,
  notFound: () => Error,
): Promise<FastifyReply> {
  const { sha256, bytes } = entry;
  const read = readPackage.bind(null, storage, entry);
  return sendStored(request, reply, { sha256, bytes, headers: packageHeaders(entry), read, notFound });
}
