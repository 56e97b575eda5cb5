import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { proveConsistency, readTile } from '../../../services/log/prove.ts';
import { signCheckpoint, type LogServices } from '../../../services/log/sign-checkpoint.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { logText, sendLogText } from './log-text.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const tags = ['log'];
const refusals = [404, 429, 503] as const;

const checkpointSchema = {
  ...{ tags, operationId: 'getCheckpoint', summary: 'The log’s tree as it is now, signed' },
  description:
    'The archive’s log as a Merkle tree in the form of C2SP tlog-tiles; its leaves are the entries of the log and the ' +
    'deletion receipts. This is a C2SP checkpoint: how many leaves there are, and the hash over all of them. Keep it ' +
    'elsewhere: whatever is rewritten later contradicts it. Entries themselves are not public; who has a package gets ' +
    'its leaf with the proof.',
  response: { ...logText('a signed note'), ...problemResponses([429, 503]) },
};

const consistencySchema = {
  ...{ tags, operationId: 'getConsistency', summary: 'The proof that the log begins with what it was' },
  description:
    'For a checkpoint of so many leaves, in the form in which C2SP tlog-witness sends it; `leith verify --consistency` ' +
    'checks it without the service.',
  // what is sent is text, which the handler judges
  params: z.object({ leaves: z.int().min(0).describe('how many that checkpoint has') }),
  response: {
    ...logText('hashes, and the checkpoint as it is now'),
    ...problemResponses(refusals),
  },
};

const tileSchema = {
  ...{ tags, operationId: 'getTile', summary: 'Hashes of the log’s tree' },
  description:
    'A tile of C2SP tlog-tiles, `<level>/<index>` with `.p/<width>` where it is not full: hashes of 32 bytes, one after ' +
    'the other, from which any proof can be made.',
  params: z.object({ '*': z.string().describe('level and index: 0/x001/x234/067, 0/000.p/12') }),
  response: {
    200: {
      description: 'hashes',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problemResponses(refusals),
  },
};

/** GET /log/checkpoint, /log/consistency/{leaves} and /log/tile/{tile} */
export function logTree(app: FastifyInstance, services: LogServices): void {
  app.route({
    ...{ method: 'GET', url: '/log/checkpoint', schema: checkpointSchema },
    handler: async (_request, reply) => sendLogText(reply, (await signCheckpoint(services)).note),
  });
  app.route<{ Params: { leaves: string } }>({
    ...{ method: 'GET', url: '/log/consistency/:leaves', schema: consistencySchema },
    validatorCompiler: documentedOnly,
    handler: async ({ params }, reply) => {
      const isCount = /^(0|[1-9]\d{0,14})$/.test(params.leaves);
      const proof = isCount ? await proveConsistency(services, Number(params.leaves)) : null;
      if (proof === null) throw new HttpProblem('NOT_FOUND', 'The log has not so many leaves.');
      return sendLogText(reply, proof);
    },
  });
  app.route<{ Params: { '*': string } }>({
    ...{ method: 'GET', url: '/log/tile/*', schema: tileSchema },
    handler: async ({ params }, reply) => {
      const place = placeOf(params['*']);
      const tile = place && (await readTile(services, place.level, place.index, place.width));
      if (!tile) throw new HttpProblem('NOT_FOUND', 'The log’s tree has no such tile.');
      return reply.headers({ 'cache-control': FOR_EVER }).type('application/octet-stream').send(tile);
    },
  });
}

/** `0/x001/x234/067.p/12`; null: no tile is named like that. */
function placeOf(path: string) {
  const form = /^(\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
  const [, level, index, width] = form.exec(path) ?? [];
  if (level === undefined || index === undefined || /^x000/.test(index)) return null;
  if (width !== undefined && Number(width) > 255) return null;
  return {
    ...{ level: Number(level), index: Number(index.replaceAll(/[x/]/g, '')) },
    width: width === undefined ? null : Number(width),
  };
}
