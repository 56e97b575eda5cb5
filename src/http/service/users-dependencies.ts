import type { AccountServices } from '../../services/account/account-services.ts';
import type { RateCounter } from '../../services/ports/rate-counter.ts';

/** What the routes below /users work with. */
export interface UsersServices extends AccountServices {
  readonly rates: RateCounter;
}

export interface UsersLimits {
  /** accounts made per client address */
  readonly signupPerHour: number;
  /** attempts per client address */
  readonly loginPerHour: number;
  /** wrong passwords per client address and account that are answered at once, whether there is such an account or not */
  readonly loginPerEmailPerHour: number;
  /** made per account */
  readonly apiKeysPerHour: number;
}

export const HOUR_MS = 3_600_000;
/** Far above what the fields need. */
export const BODY_LIMIT_BYTES = 16 * 1024;
