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
import type { MemoryBudget } from '../../upload/memory-budget.ts';
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
  { services, options, budget, metrics }: ReconstructDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = acceptedFormat(request);
  if (!request.isMultipart()) {
    throw new HttpProblem(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the hologram and its parameters as multipart/form-data.',
    );
  }
  services.compute.checkRoom();
  const share = budget.open();
  const client = abortWhenClientLeaves(reply);
  try {
    const began = performance.now();
    const emptyMeansAbsent = isBrowserNavigation(request);
    const upload = await receiveUpload(request, {
      maxFileBytes: options.maxFileBytes,
      share,
      emptyMeansAbsent,
    });
    const received = performance.now() - began;
    const { hologram, background } = upload.files;
    const input = { hologram, background, fields: upload.fields, errors: upload.errors, requester: 'public' };
    const onProgress = (stage: string): void => request.log.debug({ stage }, 'run');
    const outcome = await reconstructHologram(services, input, { signal: client.signal, onProgress });
    metrics.observeRun(outcome.stages);
    reply.header('server-timing', serverTiming({ upload: received, ...outcome.stages }));
    return format === 'application/json'
      ? sendSummary(reply, outcome, options)
      : await sendZip(reply, outcome, services);
  } finally {
    client.done();
    share.close();
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

/** From the archive rather than from memory, so that slow readers cost nothing. */
async function sendZip(
  reply: FastifyReply,
  { entry }: ReconstructionOutcome,
  { archive }: HttpServices,
): Promise<FastifyReply> {
  const zip = await archive.read(entry);
  return reply.headers({ ...packageHeaders(entry), 'content-length': entry.bytes }).send(zip);
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
