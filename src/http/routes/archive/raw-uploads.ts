import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import { deleteRawUpload } from '../../../services/raw-upload/delete-raw-upload.ts';
import { findRawUpload } from '../../../services/raw-upload/find-raw-upload.ts';
import { listRawUploads } from '../../../services/raw-upload/list-raw-uploads.ts';
import { rawUploadNotFound } from '../../../services/raw-upload/raw-upload.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { sendStored, storedFileHeaders, storedFileResponses } from '../../exchange/send-stored.ts';

const params = z.object({ raw_upload_id: z.string() });
const common = { tags: ['archive'], security: keyFor('read') };
const LIST = '/users/me/raw-uploads';

interface OfUpload {
  Params: z.infer<typeof params>;
}

const uploadSchema = z
  .object({
    raw_upload_id: z.string(),
    evidence_report_id: z.string().nullable().describe('the result that was made of it'),
    profile_id: z.string().nullable().describe('or the calibration profile'),
    part: z.string().describe('hologram or background'),
    name: z.string().describe('as the sender called the file'),
    sha256: z.string(),
    bytes: z.int(),
    created_at: z.iso.datetime(),
    href: z.string().describe('where the file can be fetched'),
  })
  .meta({ id: 'RawUpload' });

const listSchema = {
  ...common,
  operationId: 'listRawUploads',
  summary: 'The raw uploads that are kept',
  description: 'Newest first. A file is kept only where `retain_raw_inputs` was on when it came in.',
  querystring: pageQuerySchema,
  response: { ...listResponses(uploadSchema), ...problemResponses([401, 422, 503]) },
};

const fileSchema = {
  ...common,
  operationId: 'downloadRawUpload',
  summary: 'A raw upload, as it was received',
  description: 'HEAD, ranges and conditional requests work.',
  params,
  headers: storedFileHeaders,
  response: {
    ...storedFileResponses('application/octet-stream', {}),
    ...problemResponses([401, 404, 412, 416, 503]),
  },
};

const deleteSchema = {
  ...common,
  security: keyFor('delete'),
  operationId: 'deleteRawUpload',
  summary: 'Delete a raw upload',
  description: 'The result that was made of it stays.',
  params,
  response: { 204: z.undefined().describe('it is gone'), ...problemResponses([401, 404, 503]) },
};

/** GET /users/me/raw-uploads, GET and DELETE /users/me/raw-uploads/{raw_upload_id} */
export function rawUploads(app: FastifyInstance, storage: Storage, baseUrl: string): void {
  const onRequest = requireKey(storage);
  app.route({
    ...{ method: 'GET', url: LIST, schema: listSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const page = await listRawUploads(storage, callerOf(request).account_id, readPage(request.query));
      const withHref = page.items.map((item) => ({
        ...item,
        href: `${baseUrl}${LIST}/${item.raw_upload_id}`,
      }));
      return sendList(request, reply, { ...page, items: withHref });
    },
  });
  app.route<OfUpload>({
    ...{ method: 'GET', url: `${LIST}/:raw_upload_id`, schema: fileSchema, onRequest },
    handler: async (request, reply) => {
      const { account_id } = callerOf(request);
      const { sha256, bytes, name, blob_key } = await findRawUpload(
        storage,
        account_id,
        request.params.raw_upload_id,
      );
      const headers = {
        // whatever it is, nobody's browser is to open it
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
      };
      const read = storage.blobs.read.bind(storage.blobs, blob_key);
      return sendStored(request, reply, { sha256, bytes, headers, read, notFound: rawUploadNotFound });
    },
  });
  app.route<OfUpload>({
    ...{ method: 'DELETE', url: `${LIST}/:raw_upload_id`, schema: deleteSchema, onRequest },
    handler: async (request, reply) => {
      await deleteRawUpload(storage, callerOf(request).account_id, request.params.raw_upload_id);
      return reply.code(204).send();
    },
  });
}
