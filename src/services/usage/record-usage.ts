import type { Database } from '../ports/database.ts';
import { mintId } from '../mint-id.ts';

/** One authenticated operation that did work. */
export interface UsageEvent {
  readonly account_id: string;
  /** what was done, e.g. `reconstruction` */
  readonly kind: string;
  readonly time: Date;
  readonly run_id?: string | null | undefined;
  readonly profile_id?: string | null | undefined;
  readonly input_bytes?: number | null | undefined;
  readonly compute_ms?: number | null | undefined;
}

/** Belongs into the transaction that stores what the operation made. */
export async function recordUsage(trx: Database, event: UsageEvent): Promise<void> {
  const { account_id, kind, time, run_id, profile_id, input_bytes, compute_ms } = event;
  await trx
    .insertInto('usage_events')
    .values({
      usage_event_id: mintId('use', time),
      account_id,
      kind,
      time: time.toISOString(),
      run_id: run_id ?? null,
      profile_id: profile_id ?? null,
      input_bytes: wholeOrNull(input_bytes),
      compute_ms: wholeOrNull(compute_ms),
    })
    .execute();
}

function wholeOrNull(value: number | null | undefined): number | null {
  return value == null ? null : Math.round(value);
}
