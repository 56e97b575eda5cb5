import type { Signer } from '../../formats/package/dsse.ts';
import type { IdentityProvider } from '../../services/ports/identity-provider.ts';
import type { Passwords } from '../../services/ports/passwords.ts';
import type { Telemetry } from '../../services/ports/telemetry.ts';
import type { RateCounter } from '../../services/ports/rate-counter.ts';
import type { ReconstructionServices } from '../../services/reconstruction/reconstruct-hologram.ts';
import type { AcceptServices } from '../../services/run/accept-run.ts';
import type { CancelServices } from '../../services/run/cancel-run.ts';
import type { Metrics } from './metrics.ts';
import type { UsersLimits } from './users-dependencies.ts';
import type { Stopping } from './stopping.ts';

/** What the HTTP layer is given to work with. */
export interface HttpServices extends ReconstructionServices, AcceptServices, CancelServices {
  readonly metrics: Metrics;
  /** null: nobody collects it */
  readonly telemetry: Telemetry | null;
  readonly rates: RateCounter;
  /** of requests that only read: each server counts for itself, which costs less than what is counted */
  readonly readRates: RateCounter;
  readonly stopping: Stopping;
  readonly passwords: Passwords;
  /** of OpenID Connect; null: people have passwords */
  readonly provider: IdentityProvider | null;
  /** signs what the service states */
  readonly signer: Signer;
}

export interface HttpOptions {
  /** without a trailing slash; empty: links are relative */
  readonly baseUrl: string;
  /** addresses and networks of proxies whose X-Forwarded-For is believed; true: whoever connects */
  readonly trustProxy: boolean | string;
  readonly maxFileBytes: number;
  readonly memoryBudgetBytes: number;
  /** held at the same time */
  readonly maxConnections: number;
  /** fit checks per client address */
  readonly workflowFitPerHour: number;
  /** reconstructions without an account per client address */
  readonly publicReconstructPerHour: number;
  /** targets, account-free packages and runs per client address */
  readonly publicReadsPerMinute: number;
  /** with a key, per account */
  readonly accountRequestsPerMinute: number;
  /** comments, and deletions of all data, per account: each leaves something that stays */
  readonly recordsPerHour: number;
  /** whose pages may use the API from a browser; `*` among them: everybody’s */
  readonly corsOrigins: readonly string[];
  /** until a whole request is there */
  readonly requestTimeoutMs: number;
  /** until headers are there, and while next to nothing of a body comes in or an answer is taken */
  readonly clientTimeoutMs: number;
  /** of the operator; null: none is named */
  readonly supportEmail: string | null;
  /** of the disk, which only accounts may fill */
  readonly accountsDiskPercent: number;
  /** for which results without an account are kept at the most; null: nothing expires by its age */
  readonly publicResultsDays: number | null;
  /** after its last frame, for a sequence that was not started */
  readonly sequencesKeptDays: number;
  readonly users: UsersLimits;
  readonly logLevel: string;
}
