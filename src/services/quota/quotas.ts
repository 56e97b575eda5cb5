/** What an account may use; null: as much as it likes. */
export const quotaNames = ['queued_runs', 'compute_seconds_per_day', 'stored_bytes'] as const;
export type QuotaName = (typeof quotaNames)[number];
export type Quotas = Readonly<Record<QuotaName, number | null>>;

const NONE: Quotas = { queued_runs: null, compute_seconds_per_day: null, stored_bytes: null };

/** For people. */
export const quotaWords: Readonly<Record<QuotaName, string>> = {
  queued_runs: 'runs that wait',
  compute_seconds_per_day: 'seconds of processor time within 24 hours',
  stored_bytes: 'stored bytes',
};

/**
 * @param plan what the table says of the plan; null: nothing
 * @param own what it says of the account; null: nothing
 */
export function quotasOf(plan: string | null, own: string | null): Quotas {
  return { ...NONE, ...readQuotas(plan), ...readQuotas(own) };
}

export function readQuotas(text: string | null): Partial<Quotas> {
  return text === null ? {} : (JSON.parse(text) as Partial<Quotas>);
}

/** An account has used up what it may. */
export class QuotaExceeded extends Error {
  readonly quota: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** when there will be room again; null: when something of the account has ended or been deleted, or never */
  readonly freesAt: Date | null;

  /** @param coming what there would be no room for, of what the quota counts; 0: nothing more is taken */
  constructor(quota: QuotaName, limit: number, used: number, freesAt: Date | null, coming = 0) {
    const frees = {
      queued_runs: 'There is room again when one of them has begun.',
      compute_seconds_per_day: freesAt && `There is room again at ${freesAt.toISOString()}.`,
      stored_bytes: 'There is room again when results, raw uploads, profiles or sequences are deleted.',
    }[quota];
    const more = coming > 0 ? `, and ${coming} more would come to them` : '';
    super(
      `The account has used ${used} of ${limit} ${quotaWords[quota]} (${quota})${more}. ` +
        (limit > 0 && frees ? frees : 'Only the operator can allow it more.'),
    );
    this.name = 'QuotaExceeded';
    this.quota = quota;
    this.limit = limit;
    this.used = used;
    this.freesAt = freesAt;
  }
}
