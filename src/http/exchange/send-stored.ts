import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ByteRange } from '../../services/ports/blobs.ts';
import { byteRange } from './byte-range.ts';
import { entityTags, hasAlready, sendNotModified } from './not-modified.ts';
import { HttpProblem } from '../problems/http-problem.ts';

/** A stored file that never changes, as it is sent. */
export interface StoredFile {
  /** of the whole file, hexadecimal: its entity tag and its digest */
  readonly sha256: string;
  readonly bytes: number;
  /** content-type, content-disposition and whatever else belongs to this kind of file */
  readonly headers: Readonly<Record<string, string>>;
  /** null: it has been deleted since it was found */
  read(range?: ByteRange): Promise<Readable | null>;
  /** what is answered then */
  notFound(): Error;
  /** a part of it means nothing: ranges are ignored */
  readonly wholeOnly?: boolean;
}

/** For the schema of a route that sends a stored file. */
export const storedFileHeaders = z.object({
  range: z.string().optional().describe('a part of it, bytes=0-1023 (RFC 9110 section 14)'),
  'if-range': z.string().optional().describe('the ETag of the file that the part is to belong to'),
  'if-match': z.string().optional().describe('the ETag of the file that you mean: 412 where this is another'),
  'if-none-match': z
    .string()
    .optional()
    .describe('the ETag of what you have: 304 where that is all there is'),
});

const text = { type: 'string' };
/** Documents what every stored file is sent with. */
export const storedFileHeadersSent = {
  ETag: { ...text, description: 'SHA-256 of the file, hexadecimal' },
  'Content-Disposition': { ...text, description: 'a name to save it under' },
  'Repr-Digest': { ...text, description: 'SHA-256 of the whole file (RFC 9530)' },
  'Accept-Ranges': { ...text, description: 'bytes' },
};
const ofPart = { 'Content-Range': { ...text, description: 'which bytes of how many these are' } };

/**
 * Documents what sendStored answers.
 * @param headers what goes with this kind of file beside what every stored file has
 */
export function storedFileResponses<Headers extends object>(
  type: string | readonly string[],
  headers: Headers,
) {
  const content = Object.fromEntries([type].flat().map((one) => [one, { schema: z.file() }]));
  return {
    200: { description: 'the file', headers: { ...storedFileHeadersSent, ...headers }, content },
    206: {
      description: 'the part asked for',
      headers: { ...storedFileHeadersSent, ...ofPart, ...headers },
      content,
    },
    304: z.undefined().describe('it is what If-None-Match names'),
  };
}

/**
 * Answers a GET or HEAD for a stored file: the whole, the part that Range asks for (RFC 9110 section 14), or 304 where
 * the client has it already, 412 where it means another one (section 13).
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const { headers } = request;
  // it never changes, but it can be deleted
  const validity = { etag, 'cache-control': 'private, no-cache' };
  const wanted = headers['if-match'];
  if (wanted !== undefined && !entityTags(wanted).some((tag) => tag === etag || tag === '*')) {
    throw new HttpProblem('PRECONDITION_FAILED', `The file’s entity tag is ${etag}, not ${wanted}.`);
  }
  if (hasAlready(request, etag)) return sendNotModified(request, reply.headers(validity), file.bytes);
  const range = file.wholeOnly ? null : byteRange(rangeAsked(request, etag), file.bytes);
  if (range === 'unsatisfiable') {
    throw new HttpProblem('RANGE_NOT_SATISFIABLE', `The file has ${file.bytes} bytes.`, {
      'content-range': `bytes */${file.bytes}`,
    });
  }
  // a body for HEAD would be read to its end only to be thrown away
  const body = request.method === 'HEAD' ? Readable.from([]) : await file.read(range ?? undefined);
  if (!body) throw file.notFound();
  reply.headers({
    ...file.headers,
    ...validity,
    ...(file.wholeOnly ? {} : { 'accept-ranges': 'bytes' }),
    'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    'content-length': range ? range.end - range.start + 1 : file.bytes,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  return reply.send(body);
}

/** Range is defined for GET only, and If-Range allows it only for the file that the client has the other part of. */
function rangeAsked({ headers, method }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  return headers.range;
}
