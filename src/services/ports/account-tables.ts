export type ZeroOrOne = 0 | 1;

export interface AccountsTable {
  account_id: string;
  /** null once the account is closed */
  email: string | null;
  password_hash: string | null;
  plan: string;
  retain_raw_inputs: ZeroOrOne;
  created_at: string;
  closed_at: string | null;
  disabled_at: string | null;
  /** JSON of Partial<Quotas>; null: as the plan says */
  quotas: string | null;
}

export interface AccountChangesTable {
  account_change_id: string;
  account_id: string;
  time: string;
  /** operator:<name> */
  actor: string;
  change: string;
}

export interface PlansTable {
  plan: string;
  /** JSON of Quotas */
  quotas: string;
}

export interface ComputeUseTable {
  /** account id or `public` */
  requester: string;
  /** as 2026-01-31T12, in UTC */
  hour: string;
  ms: number;
  jobs: number;
}

export interface ApiKeysTable {
  key_id: string;
  account_id: string;
  name: string | null;
  secret_sha256: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** words with a space between them; null: everything */
  scopes: string | null;
}

export interface UsageEventsTable {
  usage_event_id: string;
  account_id: string;
  kind: string;
  time: string;
  run_id: string | null;
  profile_id: string | null;
  input_bytes: number | null;
  compute_ms: number | null;
}

export interface FeedbackTable {
  feedback_id: string;
  account_id: string;
  evidence_report_id: string;
  rating: number | null;
  comment: string;
  created_at: string;
}

export interface IdentitiesTable {
  issuer: string;
  subject: string;
  account_id: string;
  created_at: string;
}
