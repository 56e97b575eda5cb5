import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Storage } from '../../../services/archive/storage.ts';
import { deleteProfile } from '../../../services/deletion/delete-profile.ts';
import { findOverlay, findProfile } from '../../../services/calibration/find-profile.ts';
import { listProfiles } from '../../../services/calibration/list-profiles.ts';
import { profileNotFound } from '../../../services/calibration/profile.ts';
import { keyFor, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { sendStored, storedFileHeaders, storedFileResponses } from '../../exchange/send-stored.ts';
import { answerProfile, profileSchema } from './profile-schema.ts';

const params = z.object({ profile_id: z.string() });
const common = { tags: ['calibration'], security: keyFor('read', 'calibrate') };
const URL = '/calibration/profile/:profile_id';

interface OfProfile {
  Params: z.infer<typeof params>;
}

const listSchema = {
  ...common,
  operationId: 'listProfiles',
  summary: 'The account’s calibration profiles',
  description: 'Newest first.',
  querystring: pageQuerySchema,
  response: { ...listResponses(profileSchema), ...problemResponses([401, 422, 503]) },
};

const findSchema = {
  ...common,
  operationId: 'getProfile',
  summary: 'A calibration profile',
  description: 'As it was made: profiles never change.',
  params,
  response: { 200: profileSchema, ...problemResponses([401, 404, 'PROFILE_NOT_FOUND', 503]) },
};

const overlaySchema = {
  ...common,
  operationId: 'getProfilePicture',
  summary: 'What a calibration saw',
  description:
    'The focused amplitude with the features that were found and the target as it was fitted, a legend and a scale bar: ' +
    'the lines should lie on the edges in the picture. HEAD, ranges and conditional requests work.',
  params,
  headers: storedFileHeaders,
  response: {
    ...storedFileResponses('image/png', {}),
    ...problemResponses([401, 404, 'PROFILE_NOT_FOUND', 412, 416, 503]),
  },
};

const deleteSchema = {
  ...common,
  security: keyFor('delete'),
  operationId: 'deleteProfile',
  summary: 'Delete a calibration profile',
  description:
    'With its overlay. Results and accepted runs that were made with it keep what they took of it: their evidence ' +
    'reports hold it. A raw upload that was kept is deleted on its own.',
  params,
  response: {
    204: z.undefined().describe('it is gone'),
    ...problemResponses([401, 404, 'PROFILE_NOT_FOUND', 503]),
  },
};

/** GET /calibration/profiles, GET and DELETE /calibration/profile/{profile_id}, GET …/overlay.png */
export function profiles(app: FastifyInstance, storage: Storage, baseUrl: string): void {
  const onRequest = requireKey(storage);
  app.route({
    ...{ method: 'GET', url: '/calibration/profiles', schema: listSchema, onRequest },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const page = await listProfiles(storage, callerOf(request).account_id, readPage(request.query));
      return sendList(request, reply, {
        ...page,
        items: page.items.map((profile) => answerProfile(profile, baseUrl)),
      });
    },
  });
  app.route<OfProfile>({
    ...{ method: 'GET', url: URL, schema: findSchema, onRequest },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { account_id } = callerOf(request);
      return answerProfile(await findProfile(storage, account_id, request.params.profile_id), baseUrl);
    },
  });
  app.route<OfProfile>({
    ...{ method: 'GET', url: `${URL}/overlay.png`, schema: overlaySchema, onRequest },
    handler: async (request, reply) => {
      const { profile_id } = request.params;
      const overlay = await findOverlay(storage, callerOf(request).account_id, profile_id);
      const { sha256, bytes, blob_key } = overlay;
      const headers = {
        'content-type': 'image/png',
        'content-disposition': `inline; filename="${profile_id}.png"`,
      };
      const read = storage.blobs.read.bind(storage.blobs, blob_key);
      return sendStored(request, reply, { sha256, bytes, headers, read, notFound: profileNotFound });
    },
  });
  app.route<OfProfile>({
    ...{ method: 'DELETE', url: URL, schema: deleteSchema, onRequest },
    handler: async (request, reply) => {
      await deleteProfile(storage, callerOf(request).account_id, request.params.profile_id);
      return reply.code(204).send();
    },
  });
}
