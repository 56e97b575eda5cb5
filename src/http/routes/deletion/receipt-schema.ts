import { z } from 'zod';
import type { DeletionReceipt } from '../../../services/deletion/delete-account-data.ts';

export const receiptSchema = z
  .object({
    deleted: z.int().describe('result packages removed'),
    held: z.int().describe('packages kept because a legal or regulatory hold applies'),
    remote_copies_pending: z
      .int()
      .describe('deleted packages whose copy on a separate storage host awaits removal by the operator'),
    raw_uploads_deleted: z.int().describe('files'),
    feedback_deleted: z.int().describe('comments'),
    usage_events_deleted: z.int().describe('events of GET /users/me/usage'),
    runs_in_progress: z.int().describe('runs that had not ended, go on, and may leave results afterwards'),
    runs_cancelled: z.int().describe('runs that had not ended and were ended by this'),
    receipt_id: z.string(),
    account_id: z.string(),
    requested_at: z.iso.datetime(),
    log_head: z.string().describe('entry_hash of the archive log’s last entry when this was done'),
  } satisfies Record<keyof DeletionReceipt, z.ZodType>)
  .meta({ id: 'DeletionReceipt' });

export const signedReceiptSchema = z
  .object({
    receipt: receiptSchema,
    envelope: z
      .object({
        payloadType: z.string(),
        payload: z.string().describe('the receipt as JSON, base64'),
        signatures: z.array(
          z.object({
            keyid: z.string(),
            sig: z.string().describe('Ed25519 over the DSSE pre-authentication encoding, base64'),
          }),
        ),
      })
      .describe('DSSE 1.0; its keyid is one of /.well-known/leith-keys.json'),
  })
  .meta({ id: 'SignedDeletionReceipt' });
