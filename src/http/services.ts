import type { ReconstructionServices } from '../services/reconstruction/reconstruct-hologram.ts';

/** What the HTTP layer is given to work with. */
export interface HttpServices extends ReconstructionServices {
  /** runs that are computed or wait */
  readonly load: () => number;
}

export interface HttpOptions {
  /** without a trailing slash; empty: links are relative */
  readonly baseUrl: string;
  readonly trustProxy: boolean;
  readonly maxFileBytes: number;
  readonly memoryBudgetBytes: number;
  readonly logLevel: string;
}
