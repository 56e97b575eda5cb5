import type { FastifyInstance } from 'fastify';
import type { Storage } from '../../../services/archive/storage.ts';
import { deleteData } from '../deletion/delete-data.ts';
import { results } from '../results/results.ts';
import { archiveLog } from './archive-log.ts';
import { rawUploads } from './raw-uploads.ts';

/** Everything with which account holders see, fetch and delete what is stored for them. */
export function storedData(app: FastifyInstance, storage: Storage, baseUrl: string): void {
  results(app, storage, baseUrl);
  rawUploads(app, storage, baseUrl);
  archiveLog(app, storage);
  deleteData(app, storage);
}
