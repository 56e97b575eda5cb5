import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  reconstructHologram,
  type ReconstructionOutcome,
} from '../../../services/reconstruction/reconstruct-hologram.ts';
import type { Metrics } from '../../metrics.ts';
import { negotiate } from '../../negotiate.ts';
import { packageHeaders, publicPackagePath } from '../../package-headers.ts';
import { isBrowserNavigation } from '../../pages/is-browser-navigation.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import type { HttpOptions, HttpServices } from '../../services.ts';
import type { MemoryBudget, MemoryShare } from '../../upload/memory-budget.ts';
import { receiveUpload } from '../../upload/receive-upload.ts';
import { publicReconstructSchema } from './public-schema.ts';

export interface ReconstructDependencies {
  readonly services: HttpServices;
  readonly options: HttpOptions;
  readonly budget: MemoryBudget;
  readonly metrics: Metrics;
}

/** POST /public/reconstruct */
export async function publicReconstruct(
  app: FastifyInstance,
  dependencies: ReconstructDependencies,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.post('/public/reconstruct', {
    schema: publicReconstructSchema,
    // the schema documents the body; the parts are checked as they stream in
    validatorCompiler: () => () => true,
    handler: (request, reply) => handle(dependencies, request, reply),
  });
}

async function handle(
  dependencies: ReconstructDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, options, budget } = dependencies;
  const format = acceptedFormat(request);
  if (!request.isMultipart()) {
    throw new HttpProblem(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the hologram and its parameters as multipart/form-data.',
    );
  }
  services.compute.checkRoom();
  const share = budget.open();
  try {
    const outcome = await receiveAndReconstruct(dependencies, request, reply, share);
    share.close();
    if (format === 'application/json') return sendSummary(reply, outcome, options);
    return await sendZip(reply, outcome, services, share);
  } catch (error) {
    share.close();
    throw error;
  }
}

async function receiveAndReconstruct(
  { services, options, metrics }: ReconstructDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  share: MemoryShare,
): Promise<ReconstructionOutcome> {
  const client = abortWhenClientLeaves(reply);
  try {
    const began = performance.now();
    const { maxFileBytes } = options;
    const emptyMeansAbsent = isBrowserNavigation(request);
    const upload = await receiveUpload(request, { maxFileBytes, share, emptyMeansAbsent });
    const received = performance.now() - began;
    const { files, fields, errors } = upload;
    const outcome = await reconstructHologram(
      services,
      { hologram: files.hologram, background: files.background, fields, errors, requester: 'public' },
      { signal: client.signal, onProgress: (stage) => request.log.debug({ stage }, 'run') },
    );
    const stages = { upload: received, ...outcome.stages };
    metrics.observeRun(stages);
    reply.header('server-timing', serverTiming(stages));
    return outcome;
  } finally {
    client.done();
  }
}

function acceptedFormat({ headers }: FastifyRequest): 'application/zip' | 'application/json' {
  const format = negotiate(headers.accept, ['application/zip', 'application/json']);
  if (format) return format;
  throw new HttpProblem(
    'NOT_ACCEPTABLE',
    `Accept is ${headers.accept}: the answer is application/zip or application/json.`,
  );
}

function sendSummary(
  reply: FastifyReply,
  { entry, summary }: ReconstructionOutcome,
  options: HttpOptions,
): FastifyReply {
  const { evidence_report_id, archive_id, input_sha256, sha256, bytes } = entry;
  const href = `${options.baseUrl}${publicPackagePath(entry)}`;
  reply
    .code(201)
    .type('application/json')
    .headers({ location: href, 'evidence-report-id': evidence_report_id });
  return reply.send({
    evidence_report_id,
    archive_id,
    input_sha256,
    package: { href, sha256, bytes },
    summary,
  });
}

/** From memory while the budget has room for it, else from the archive: many slow readers must not fill the memory. */
async function sendZip(
  reply: FastifyReply,
  { entry, zip }: ReconstructionOutcome,
  { archive }: HttpServices,
  share: MemoryShare,
): Promise<FastifyReply> {
  reply.headers({ ...packageHeaders(entry), 'content-length': entry.bytes });
  if (!share.fits(entry.bytes)) return reply.send(await archive.read(entry));
  share.grow(entry.bytes);
  reply.raw.once('close', () => share.close());
  return reply.send(Readable.from(zip, { objectMode: false, highWaterMark: 1 }));
}

/** A signal that fires when the connection closes before the answer is out. */
function abortWhenClientLeaves(reply: FastifyReply): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const left = (): void =>
    controller.abort(new HttpProblem('MALFORMED_REQUEST', 'The client closed the connection.'));
  reply.raw.once('close', left);
  return { signal: controller.signal, done: () => reply.raw.off('close', left) };
}

/** The Server-Timing header (W3C): where the milliseconds went. */
function serverTiming(stages: Readonly<Record<string, number>>): string {
  return Object.entries(stages)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ');
}
