/** So many requests of one client within any stretch of time this long. */
export interface RatePolicy {
  /** names the endpoint in the RateLimit fields and apart from other policies */
  readonly name: string;
  readonly quota: number;
  readonly windowMs: number;
}

export interface RateState {
  readonly allowed: boolean;
  /** requests that are left right now */
  readonly remaining: number;
  /** until the oldest counted request no longer counts */
  readonly resetMs: number;
}

/** Counts requests over a sliding window: at no time have more than the quota been let through within one window. */
export interface RateCounter {
  /**
   * Counts this request unless it is one too many: refused requests don't prolong the wait. A counter that knows at once
   * says it at once: each request is counted, and a promise takes longer than counting.
   */
  take(policy: RatePolicy, client: string, now: number): RateState | Promise<RateState>;
  /** How it stands, without counting anything. */
  look(policy: RatePolicy, client: string, now: number): Promise<RateState>;
  /** As if the client had never asked. */
  forget(policy: RatePolicy, client: string): Promise<void>;
}
