/** ms per stage, in the order they came */
type Stages = Readonly<Record<string, number>>;

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** never the address itself, which may hold what is nobody else's business */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly stages: Stages;
  /** of the client's own trace; null: it named none */
  readonly parent: { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean } | null;
}

/** Where traces and metrics go that somebody else collects. Nothing here waits or throws. */
export interface Telemetry {
  request(answered: AnsweredRequest): void;
  /** of an accepted run that has just succeeded */
  run(stages: Stages): void;
  /** Sends what waits. */
  close(): Promise<void>;
}
