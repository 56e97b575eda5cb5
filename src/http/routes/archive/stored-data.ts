import type { FastifyInstance } from 'fastify';
import type { Signer } from '../../../formats/package/dsse.ts';
import type { DeletionServices } from '../../../services/deletion/delete-account-data.ts';
import type { CountRecord } from '../../limits/limit-records.ts';
import { deleteData } from '../deletion/delete-data.ts';
import { receipts } from '../deletion/receipts.ts';
import { results } from '../results/results.ts';
import { archiveLog } from './archive-log.ts';
import { rawUploads } from './raw-uploads.ts';

/** Everything with which account holders see, fetch and delete what is stored for them. */
export function storedData(
  app: FastifyInstance,
  storage: DeletionServices & { readonly signer: Signer },
  baseUrl: string,
  countDeletion: CountRecord,
): void {
  results(app, storage, baseUrl);
  rawUploads(app, storage, baseUrl);
  archiveLog(app, storage);
  deleteData(app, storage, countDeletion);
  receipts(app, storage);
}
