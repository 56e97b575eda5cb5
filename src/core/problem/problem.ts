/** A refusal with a reason: the codes of the contract that belong to the data itself rather than to HTTP. */
export type ProblemCode =
  | 'INVALID_INPUT'
  | 'HOLOGRAM_UNREADABLE'
  | 'HOLOGRAM_UNSUPPORTED'
  | 'FRAME_TOO_LARGE'
  | 'SIDEBAND_NOT_FOUND'
  | 'TARGET_UNKNOWN'
  | 'TARGET_MODE_MISMATCH'
  | 'TARGET_NOT_RECOGNISED'
  | 'CALIBRATION_MISMATCH'
  | 'TOOK_TOO_LONG';

export interface FieldError {
  /** JSON pointer to the offending field, e.g. `/wavelength_um` */
  readonly pointer: string;
  readonly message: string;
}

/** Thrown by core and formats; HTTP and the command line turn it into their own words. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  /** PNG: what was looked for, and where */
  readonly picture: Uint8Array | null;

  /** @param detail plain words with the offending value and what is allowed */
  constructor(
    code: ProblemCode,
    detail: string,
    errors: readonly FieldError[] = [],
    picture: Uint8Array | null = null,
  ) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.errors = errors;
    this.picture = picture;
  }
}
