import type { Passwords } from '../services/ports/passwords.ts';
import type { RateCounter } from '../services/ports/rate-counter.ts';
import type { ReconstructionServices } from '../services/reconstruction/reconstruct-hologram.ts';
import type { AcceptServices } from '../services/run/accept-run.ts';
import type { CancelServices } from '../services/run/cancel-run.ts';
import type { UsersLimits } from './routes/users/users-dependencies.ts';

/** What the HTTP layer is given to work with. */
export interface HttpServices extends ReconstructionServices, AcceptServices, CancelServices {
  /** runs that are computed or wait */
  readonly load: () => number;
  readonly rates: RateCounter;
  readonly passwords: Passwords;
}

export interface HttpOptions {
  /** without a trailing slash; empty: links are relative */
  readonly baseUrl: string;
  /** addresses and networks of proxies whose X-Forwarded-For is believed; true: whoever connects */
  readonly trustProxy: boolean | string;
  readonly maxFileBytes: number;
  readonly memoryBudgetBytes: number;
  /** fit checks per client address */
  readonly workflowFitPerHour: number;
  readonly users: UsersLimits;
  readonly logLevel: string;
}
