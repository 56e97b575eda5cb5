// Made from openapi.json by make-types.ts: do not edit.

export type Problem = {
  /** a page of this service: what happened, how to fix it */
  readonly type: string;
  readonly title: string;
  /** the HTTP status */
  readonly status: number;
  /** what happened this time, in plain words */
  readonly detail: string;
  readonly code:
    | 'MALFORMED_REQUEST'
    | 'MISSING_API_KEY'
    | 'INVALID_API_KEY'
    | 'INVALID_CREDENTIALS'
    | 'NOT_IDENTIFIED'
    | 'KEY_SCOPE'
    | 'ACCOUNT_DISABLED'
    | 'NOT_FOUND'
    | 'PROFILE_NOT_FOUND'
    | 'RESULT_NOT_FOUND'
    | 'RUN_NOT_FOUND'
    | 'SEQUENCE_NOT_FOUND'
    | 'METHOD_NOT_ALLOWED'
    | 'NOT_ACCEPTABLE'
    | 'REQUEST_TIMEOUT'
    | 'DATA_UNDER_LEGAL_HOLD'
    | 'EMAIL_ALREADY_REGISTERED'
    | 'IDENTITY_IN_USE'
    | 'IDEMPOTENCY_IN_PROGRESS'
    | 'RUN_ENDED'
    | 'SEQUENCE_CLOSED'
    | 'SEQUENCE_INCOMPLETE'
    | 'TOO_MANY_SEQUENCES'
    | 'PRECONDITION_FAILED'
    | 'PAYLOAD_TOO_LARGE'
    | 'URI_TOO_LONG'
    | 'RANGE_NOT_SATISFIABLE'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'EXPECTATION_FAILED'
    | 'INVALID_INPUT'
    | 'HOLOGRAM_UNREADABLE'
    | 'HOLOGRAM_UNSUPPORTED'
    | 'FRAME_TOO_LARGE'
    | 'SIDEBAND_NOT_FOUND'
    | 'TARGET_UNKNOWN'
    | 'TARGET_MODE_MISMATCH'
    | 'TARGET_NOT_RECOGNISED'
    | 'CALIBRATION_MISMATCH'
    | 'TOOK_TOO_LONG'
    | 'IDEMPOTENCY_KEY_REUSED'
    | 'QUOTA_EXCEEDED'
    | 'RATE_LIMITED'
    | 'HEADERS_TOO_LARGE'
    | 'INTERNAL_ERROR'
    | 'STORAGE_UNAVAILABLE'
    | 'SHUTTING_DOWN'
    | 'PROVIDER_UNAVAILABLE'
    | 'OVERLOADED';
  /** quote it when asking for help */
  readonly request_id: string;
  /** invalid input: everything that is wrong, at once */
  readonly errors?: readonly {
    /** JSON pointer to the field */
    readonly pointer: string;
    readonly message: string;
  }[];
  /** QUOTA_EXCEEDED: which, and how much */
  readonly quota?: {
    readonly name: 'queued_runs' | 'compute_seconds_per_day' | 'stored_bytes';
    /** of what the name says */
    readonly used: number;
    /** of what the name says */
    readonly limit: number;
    /** when there will be room again; null: when something of the account ends or is deleted */
    readonly frees_at: string | null;
  };
  /** a PNG as a data address: where a target was looked for, drawn on what the frame shows there */
  readonly picture?: string;
};

export type DeletionReceipt = {
  /** result packages removed */
  readonly deleted: number;
  /** packages kept because a legal or regulatory hold applies */
  readonly held: number;
  /** deleted packages whose copy on a separate storage host awaits removal by the operator */
  readonly remote_copies_pending: number;
  /** files */
  readonly raw_uploads_deleted: number;
  /** comments */
  readonly feedback_deleted: number;
  /** events of GET /users/me/usage */
  readonly usage_events_deleted: number;
  /** runs that had not ended, go on, and may leave results afterwards */
  readonly runs_in_progress: number;
  /** runs that had not ended and were ended by this */
  readonly runs_cancelled: number;
  readonly receipt_id: string;
  readonly account_id: string;
  readonly requested_at: string;
  /** entry_hash of the archive log’s last entry when this was done */
  readonly log_head: string;
};

export type SignedDeletionReceipt = {
  readonly receipt: DeletionReceipt;
  /** DSSE 1.0; its keyid is one of /.well-known/leith-keys.json */
  readonly envelope: {
    readonly payloadType: string;
    /** the receipt as JSON, base64 */
    readonly payload: string;
    readonly signatures: readonly {
      readonly keyid: string;
      /** Ed25519 over the DSSE pre-authentication encoding, base64 */
      readonly sig: string;
    }[];
  };
};

export type Run = {
  readonly run_id: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: {
    /** what is being done; null: nothing at the moment */
    readonly stage: string | null;
    /** of the whole run */
    readonly fraction: number;
    /** while it is queued: how many runs that were accepted before it still wait, too */
    readonly runs_ahead?: number;
  };
  /** when it was accepted */
  readonly created_at: string;
  /** of an account’s hologram, until the run is over */
  readonly file_name?: string;
  /** once it is over */
  readonly finished_at?: string;
  /** of the result, once the run has succeeded */
  readonly evidence_report_id?: string;
  /** of the profile, once a run that calibrates has succeeded */
  readonly profile_id?: string;
  /** why the run failed */
  readonly problem?: Problem;
};

export type Reconstruction = {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  /** of the hologram as it was received */
  readonly input_sha256: string;
  readonly package: {
    /** where the ZIP can be fetched */
    readonly href: string;
    readonly sha256: string;
    readonly bytes: number;
  };
  readonly summary: {
    /** SHA-256 over one line per output, sorted by path: its digest, two spaces, its path, a line feed */
    readonly payload_sha256: string;
    readonly width_px: number;
    readonly height_px: number;
    /** of an output pixel, in the sample; null: the package holds no map */
    readonly pixel_size_um: {
      readonly x: number;
      readonly y: number;
    } | null;
    /** the part of the frame that was reconstructed */
    readonly crop_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
    /** what a person should know before believing the numbers */
    readonly flags: readonly {
      readonly code: string;
      readonly level: 'info' | 'needs_review' | 'warning';
      readonly detail: string;
      /** places that it is about, at most 64, the largest first: pixels of the used part of the frame */
      readonly regions_px?: readonly {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      }[];
    }[];
    readonly metrics: {
      readonly [name: string]: number | null | string | boolean | readonly (number | null)[];
    };
    /** of the phase; the unit of a number is the suffix of its name */
    readonly uncertainty: {
      readonly method: string;
      readonly median_phase_sigma_rad: number | null;
      /** rad, median of phase_uncertainty; the components are what it is made of */
      readonly total_median_rad?: number | null;
      /** the budget of the phase’s uncertainty */
      readonly components?: readonly {
        readonly name: string;
        /** A: from the scatter of the frame itself; B: from what is known otherwise */
        readonly type: 'A' | 'B';
        /** one standard deviation where the amplitude is that of the background, or the root mean square over the frame where `method` says so; null: not known */
        readonly median_rad: number | null;
        /** root mean square over the frame, of what is known of single places: most may have none of it */
        readonly rms_rad?: number;
        /** in the sample, where its autocorrelation has fallen to 1/e: the mean over an area A much larger than its square ℓ² has the variance u² π ℓ² / A from it; null: it does not average out */
        readonly correlation_length_um: number | null;
        readonly method: string;
      }[];
      readonly [name: string]: unknown;
    };
    /** with every default and every found value filled in */
    readonly parameters_used: {
      readonly [name: string]: unknown;
    };
  };
};

export type Result = {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly run_id: string | null;
  readonly holography_mode: string;
  readonly calibration_profile_id: string | null;
  /** of the hologram as it was received */
  readonly input_sha256: string;
  /** of the hologram, as it was sent; null: it had none, or the result is older than this field */
  readonly file_name: string | null;
  /** what was looked at, as its owner says; null: not said */
  readonly sample: string | null;
  /** of its owner; null: none */
  readonly note: string | null;
  /** by which one knows it again; null: it has none, as a stack has no single distance */
  readonly parameters: {
    /** in vacuum */
    readonly wavelength_um: number | null;
    /** as it was given */
    readonly pixel_pitch_um: number | null;
    /** as it was given */
    readonly magnification: number | null;
    /** as used: where the focus was searched, the distance found */
    readonly z_mm: number | null;
    /** of a sequence, all that were sent; null: of one hologram */
    readonly frames: number | null;
    /** whether the package has data/preview/*.png */
    readonly previews: boolean;
  };
  /** under a legal or regulatory hold: it can’t be deleted */
  readonly held: boolean;
  readonly package: {
    /** where the ZIP can be fetched */
    readonly href: string;
    readonly sha256: string;
    readonly bytes: number;
  };
};

export type ResultWithSummary = {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly run_id: string | null;
  readonly holography_mode: string;
  readonly calibration_profile_id: string | null;
  /** of the hologram as it was received */
  readonly input_sha256: string;
  /** of the hologram, as it was sent; null: it had none, or the result is older than this field */
  readonly file_name: string | null;
  /** what was looked at, as its owner says; null: not said */
  readonly sample: string | null;
  /** of its owner; null: none */
  readonly note: string | null;
  /** by which one knows it again; null: it has none, as a stack has no single distance */
  readonly parameters: {
    /** in vacuum */
    readonly wavelength_um: number | null;
    /** as it was given */
    readonly pixel_pitch_um: number | null;
    /** as it was given */
    readonly magnification: number | null;
    /** as used: where the focus was searched, the distance found */
    readonly z_mm: number | null;
    /** of a sequence, all that were sent; null: of one hologram */
    readonly frames: number | null;
    /** whether the package has data/preview/*.png */
    readonly previews: boolean;
  };
  /** under a legal or regulatory hold: it can’t be deleted */
  readonly held: boolean;
  readonly package: {
    /** where the ZIP can be fetched */
    readonly href: string;
    readonly sha256: string;
    readonly bytes: number;
  };
  readonly summary: {
    /** SHA-256 over one line per output, sorted by path: its digest, two spaces, its path, a line feed */
    readonly payload_sha256: string;
    readonly width_px: number;
    readonly height_px: number;
    /** of an output pixel, in the sample; null: the package holds no map */
    readonly pixel_size_um: {
      readonly x: number;
      readonly y: number;
    } | null;
    /** the part of the frame that was reconstructed */
    readonly crop_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
    /** what a person should know before believing the numbers */
    readonly flags: readonly {
      readonly code: string;
      readonly level: 'info' | 'needs_review' | 'warning';
      readonly detail: string;
      /** places that it is about, at most 64, the largest first: pixels of the used part of the frame */
      readonly regions_px?: readonly {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      }[];
    }[];
    readonly metrics: {
      readonly [name: string]: number | null | string | boolean | readonly (number | null)[];
    };
    /** of the phase; the unit of a number is the suffix of its name */
    readonly uncertainty: {
      readonly method: string;
      readonly median_phase_sigma_rad: number | null;
      /** rad, median of phase_uncertainty; the components are what it is made of */
      readonly total_median_rad?: number | null;
      /** the budget of the phase’s uncertainty */
      readonly components?: readonly {
        readonly name: string;
        /** A: from the scatter of the frame itself; B: from what is known otherwise */
        readonly type: 'A' | 'B';
        /** one standard deviation where the amplitude is that of the background, or the root mean square over the frame where `method` says so; null: not known */
        readonly median_rad: number | null;
        /** root mean square over the frame, of what is known of single places: most may have none of it */
        readonly rms_rad?: number;
        /** in the sample, where its autocorrelation has fallen to 1/e: the mean over an area A much larger than its square ℓ² has the variance u² π ℓ² / A from it; null: it does not average out */
        readonly correlation_length_um: number | null;
        readonly method: string;
      }[];
      readonly [name: string]: unknown;
    };
    /** with every default and every found value filled in */
    readonly parameters_used: {
      readonly [name: string]: unknown;
    };
  };
};

/** How one reconstruction came about, how good it is, and what it consists of. */
export type EvidenceReport = {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly created_at: string;
  /** account id, or public */
  readonly requester: string;
  readonly software: {
    readonly name: string;
    readonly version: string;
    readonly kernel_sha256: string;
  };
  readonly input: {
    /** of the bytes as they were sent */
    readonly sha256: string;
    readonly bytes: number;
    readonly format: string;
    readonly width_px: number;
    readonly height_px: number;
    /** bits of a sample */
    readonly bit_depth: number;
    /** the part of the frame that was reconstructed */
    readonly crop_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  };
  readonly background: {
    /** of the bytes as they were sent */
    readonly sha256: string;
    readonly bytes: number;
    readonly format: string;
    readonly width_px: number;
    readonly height_px: number;
    /** bits of a sample */
    readonly bit_depth: number;
  } | null;
  readonly parameters: {
    readonly requested: {
      readonly [name: string]: unknown;
    };
    /** with every default and every found value filled in */
    readonly used: {
      readonly [name: string]: unknown;
    };
  };
  /** null: no profile was given */
  readonly calibration: {
    readonly profile_id: string;
    /** everything that the profile changed */
    readonly corrections: readonly {
      readonly name: string;
      /** as it was sent; null: it was not known */
      readonly before: number | readonly number[] | null;
      readonly after: number | readonly number[];
      /** 1: a ratio */
      readonly unit: string;
      /** standard uncertainty of what was measured, in the same unit */
      readonly sigma?: number;
    }[];
    /** what was known of the rig, as it was used: with it the result can be made again */
    readonly profile: {
      readonly [name: string]: unknown;
    };
  } | null;
  /** absent: one reconstruction */
  readonly sequence?: {
    readonly frames: number;
    /** that no decoder could read */
    readonly unreadable: number;
    /** that do not belong, the unreadable ones among them */
    readonly marked: number;
    /** from one frame to the next; null: not said */
    readonly interval_s: number | null;
    /** those that the mean was made of, where they agree */
    readonly reference_frames: readonly number[];
    /** Merkle root (RFC 9162) over the digests in frames.csv, in their order; it is input.sha256 */
    readonly frames_sha256_root: string;
  };
  readonly steps: readonly {
    readonly name: string;
    readonly method: string;
    /** DOI or section the method comes from */
    readonly source: string;
    readonly metrics: {
      readonly [name: string]: number | null | string | boolean | readonly (number | null)[];
    };
  }[];
  readonly focus_curves: readonly {
    readonly metric: string;
    /** whether the focus is where the metric is smallest or largest */
    readonly extremum: 'min' | 'max';
    readonly z_mm: readonly number[];
    /** of the metric, at each distance */
    readonly value: readonly (number | null)[];
    readonly best_z_mm: number;
  }[];
  /** every distinct focus that was found, the one used first; empty: none was searched */
  readonly foci: readonly {
    readonly z_mm: number;
    /** one standard deviation */
    readonly sigma_mm: number | null;
    readonly depth_of_field_mm: number | null;
    /** what is in focus there: absorbing or phase; null: not told apart */
    readonly kind: string | null;
    /** of the frame’s structure that focuses there */
    readonly share: number | null;
    /** the part of the reconstructed frame that holds what focuses there */
    readonly region_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }[];
  readonly quality: {
    readonly flags: readonly {
      readonly code: string;
      readonly level: 'info' | 'needs_review' | 'warning';
      readonly detail: string;
      /** places that it is about, at most 64, the largest first: pixels of the used part of the frame */
      readonly regions_px?: readonly {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      }[];
    }[];
    readonly metrics: {
      readonly [name: string]: number | null | string | boolean | readonly (number | null)[];
    };
  };
  readonly uncertainty: {
    readonly method: string;
    readonly median_phase_sigma_rad: number | null;
    /** rad, median of phase_uncertainty; the components are what it is made of */
    readonly total_median_rad?: number | null;
    /** the budget of the phase’s uncertainty */
    readonly components?: readonly {
      readonly name: string;
      /** A: from the scatter of the frame itself; B: from what is known otherwise */
      readonly type: 'A' | 'B';
      /** one standard deviation where the amplitude is that of the background, or the root mean square over the frame where `method` says so; null: not known */
      readonly median_rad: number | null;
      /** root mean square over the frame, of what is known of single places: most may have none of it */
      readonly rms_rad?: number;
      /** in the sample, where its autocorrelation has fallen to 1/e: the mean over an area A much larger than its square ℓ² has the variance u² π ℓ² / A from it; null: it does not average out */
      readonly correlation_length_um: number | null;
      readonly method: string;
    }[];
    /** of the square of phase_uncertainty, place by place, what the mean over a region keeps; the rest averages out as the components with a correlation length do. Absent: the components alone say it */
    readonly lasting_share?: {
      /** cells */
      readonly rows: number;
      /** cells */
      readonly cols: number;
      /** row by row, over the whole of the maps */
      readonly values: readonly number[];
    };
    readonly [name: string]: unknown;
  };
  readonly outputs: readonly {
    /** inside the package */
    readonly path: string;
    readonly sha256: string;
    readonly quantity: string;
    /** of the values; 1: a ratio; null: a picture for people */
    readonly unit: string | null;
    /** rows, columns; of a sequence’s images frames, rows, columns */
    readonly shape: readonly number[];
    readonly dtype: 'float32' | 'complex64' | 'uint8';
    /** in the sample (object space); null: a picture for people */
    readonly pixel_size_um: {
      readonly x: number;
      readonly y: number;
    } | null;
  }[];
  /** SHA-256 over one line per output, sorted by path: its digest, two spaces, its path, a line feed */
  readonly payload_sha256: string;
  readonly limitations: readonly string[];
};

export type LogEntry = {
  /** counts the entries of the whole log */
  readonly seq: number;
  readonly kind: 'archived' | 'deleted' | 'held' | 'released' | 'replicated' | 'remote_copy_purged';
  readonly archive_id: string;
  /** SHA-256 of the package */
  readonly checksum: string;
  readonly time: string;
  /** whose package it is: an account, or public */
  readonly requester: string;
  /** who did it: an account, public, operator:<name> or service */
  readonly actor: string;
  /** entry_hash of the entry before, which may be about another account */
  readonly previous_hash: string;
  /** SHA-256 over the other fields as JSON with sorted names and no spaces (RFC 8785) */
  readonly entry_hash: string;
};

export type RawUpload = {
  readonly raw_upload_id: string;
  /** the result that was made of it */
  readonly evidence_report_id: string | null;
  /** or the calibration profile */
  readonly profile_id: string | null;
  /** hologram or background */
  readonly part: string;
  /** as the sender called the file */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly created_at: string;
  /** where the file can be fetched */
  readonly href: string;
};

export type CalibrationProfile = {
  readonly profile_id: string;
  readonly name: string | null;
  readonly target_id: string;
  readonly holography_mode: string;
  readonly created_at: string;
  /** of the frame as it was received */
  readonly input_sha256: string;
  /** the rig as it was described */
  readonly nominal: {
    readonly holography_mode: 'off-axis' | 'inline';
    readonly wavelength_um: number;
    readonly pixel_pitch_um: number;
    readonly pixel_pitch_basis: 'sensor' | 'object_space';
    /** a factor */
    readonly magnification: number;
    /** of what lies between the target and its image; absent: 1 */
    readonly refractive_index_immersion?: number;
    readonly z_mm: number | null;
    readonly z_min_mm: number | null;
    readonly z_max_mm: number | null;
  };
  /** of the very part; null: the catalogue’s values were used */
  readonly certificate: {
    readonly feature_size_um?: number;
    readonly feature_tolerance_um?: number;
    /** ± of all lengths, a share */
    readonly part_tolerance?: number;
    readonly maker?: string;
    /** of how many standard uncertainties the tolerance is */
    readonly k?: number;
    /** what is written on it */
    readonly number?: string;
  } | null;
  /** ± of the wavelength; null: 1 % of it was taken */
  readonly wavelength_tolerance_nm: number | null;
  /** what the rig was found to be */
  readonly corrections: {
    /** geometric mean of both directions; null: the target doesn’t tell */
    readonly pixel_pitch_um: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** µm by which the pitch is larger for each mm of distance; absent: frames from several distances did not tell it */
    readonly pixel_pitch_per_mm?: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    };
    /** along rows; null: the target doesn’t tell */
    readonly pixel_pitch_x_um: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** along columns; null: the target doesn’t tell */
    readonly pixel_pitch_y_um: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** pitch in x over pitch in y; null: the target doesn’t tell */
    readonly scale_anisotropy: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** how far the angle between the axes is from a right one; reported, not corrected; null: the target doesn’t tell */
    readonly shear_rad: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** distance of the target; null: the target doesn’t tell */
    readonly z_mm: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** measured minus given distance: what is added to the distances of later requests; null: the target doesn’t tell */
    readonly z_offset_mm: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** off-axis: phase that the rig adds, over the frame from −1 to 1; null: the target doesn’t tell */
    readonly phase_aberration: {
      readonly basis: 'legendre';
      /** highest sum of both orders */
      readonly degree: number;
      /** [along x, along y] of each coefficient */
      readonly orders: readonly (readonly [number, number])[];
      readonly coefficients_rad: readonly number[];
      /** standard uncertainty, in the unit of the value */
      readonly sigma_rad: number;
    } | null;
    /** off-axis: where the sideband is */
    readonly carrier_cycles_per_px: {
      /** cycles per pixel along x */
      readonly x: number;
      /** along y */
      readonly y: number;
    } | null;
    /** true phase over measured phase; null: the target doesn’t tell */
    readonly phase_scale: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
  };
  /** what the uncertainties are made of: sources of one quantity add up in squares */
  readonly budget: readonly {
    /** the correction that it is of */
    readonly quantity: string;
    readonly source: string;
    /** A: from the frame itself; B: from what is known besides */
    readonly type: 'A' | 'B';
    /** standard uncertainty */
    readonly u: number;
    readonly unit: string;
    /** rectangular: limits are all that is known of it, and u is their half-width over √3 */
    readonly distribution?: 'normal' | 'rectangular';
  }[];
  /** k times the standard uncertainty of each correction and of the turn (rotation_deg), by its name */
  readonly expanded: {
    /** a factor */
    readonly k: number;
    readonly [name: string]: unknown;
  };
  /** by the name of each quantity that has a budget: how many standard uncertainties cover 95 % of what its lines add up to, 2 where that is normal and 1.65 where limits are nearly all of it (EA-4/02); `expanded` is by 2 everywhere */
  readonly coverage?: {
    readonly [name: string]: number;
  };
  /** one σ of the pitch over repeated recordings, a share, as it was stated; null: it was not */
  readonly repeatability?: number | null;
  /** what each frame tells by itself */
  readonly frames?: readonly {
    readonly input_sha256: string;
    readonly fit: {
      /** root mean square distance between found features and the fitted model */
      readonly residual_px: number;
      /** a count */
      readonly features_found: number;
      /** a count: those of the drawing that lie in view */
      readonly features_expected: number;
      /** null: the target looks alike however it is turned */
      readonly rotation_deg: {
        readonly value: number;
        /** standard uncertainty, in the unit of the value */
        readonly sigma: number;
      } | null;
      readonly shift_um: {
        readonly x: number;
        readonly y: number;
      };
      readonly mirrored: boolean;
    };
    /** geometric mean of both directions; null: the target doesn’t tell */
    readonly pixel_pitch_um: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    /** distance of the target; null: the target doesn’t tell */
    readonly z_mm: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
  }[];
  /** what lengths and distances rest on, in words */
  readonly traceability?: string;
  /** what the lens does to places; lens_distortion=correct of a reconstruction undoes it; null: the frames tell nothing of it */
  readonly distortion?: {
    /** share of radius_px by which what lies there is farther out */
    readonly radial: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    };
    readonly tangential_x: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    };
    /** of a lens that is not centred */
    readonly tangential_y: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    };
    /** half the longer side of the frame */
    readonly radius_px: number;
    /** larger than noise would make it; values are those without it, and what they would differ by is in the budget */
    readonly significant: boolean;
    /** by how much the straight part of the fit would differ with these terms: [dx/dx, dx/dy, dy/dx, dy/dy] */
    readonly linear?: readonly [number, number, number, number];
    /** by how many pixels things lie off in 5 × 5 places over the frame, row by row, with its uncertainty */
    readonly field: readonly {
      readonly x_px: number;
      readonly y_px: number;
      /** how far parts around it were found from where a fit without distortion has them */
      readonly seen: {
        readonly dx_px: number;
        readonly dy_px: number;
        /** a count */
        readonly parts: number;
        readonly scatter_px: number | null;
      } | null;
      readonly dx_px: number;
      readonly dy_px: number;
      readonly sigma_px: number;
    }[];
  } | null;
  /** what the fit leaves in 5 × 5 places over the frame, row by row */
  readonly residuals?: readonly {
    readonly x_px: number;
    readonly y_px: number;
    /** how far parts around it were found from where a fit without distortion has them */
    readonly seen: {
      readonly dx_px: number;
      readonly dy_px: number;
      /** a count */
      readonly parts: number;
      readonly scatter_px: number | null;
    } | null;
  }[];
  /** measure the rig again by then, and whenever it was touched */
  readonly valid_until: string;
  /** of several frames: counts of all, turn and place in the first */
  readonly fit: {
    /** root mean square distance between found features and the fitted model */
    readonly residual_px: number;
    /** a count */
    readonly features_found: number;
    /** a count: those of the drawing that lie in view */
    readonly features_expected: number;
    /** null: the target looks alike however it is turned */
    readonly rotation_deg: {
      readonly value: number;
      /** standard uncertainty, in the unit of the value */
      readonly sigma: number;
    } | null;
    readonly shift_um: {
      readonly x: number;
      readonly y: number;
    };
    readonly mirrored: boolean;
  };
  readonly quality: 'good' | 'needs_review';
  /** what a person should know before using it */
  readonly warnings: readonly string[];
  /** the frame of the target, and the part of it that was used */
  readonly frame: {
    readonly width_px: number;
    readonly height_px: number;
    readonly crop_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  };
  readonly software: {
    readonly name: string;
    readonly version: string;
    readonly kernel_sha256: string;
  };
  /** a PNG: the found features and the fitted model on the amplitude */
  readonly overlay: {
    /** where the picture can be fetched */
    readonly href: string;
    readonly sha256: string;
    readonly bytes: number;
  };
  readonly next_step: string;
};

export type Sequence = {
  readonly sequence_id: string;
  /** open: it takes frames and waits to be started; expired: it was not, and its frames are deleted */
  readonly status: 'open' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  /** how many there are to be, numbered from 0 */
  readonly frames: number;
  readonly received: {
    /** frames that are there */
    readonly count: number;
    /** which frames are there, in order: send the others */
    readonly ranges: readonly {
      readonly from: number;
      /** included */
      readonly to: number;
    }[];
  };
  readonly progress: {
    readonly stage: string | null;
    /** of the run */
    readonly fraction: number;
  };
  readonly created_at: string;
  /** of an open sequence: when its frames are deleted unless another comes or it is started */
  readonly expires_at?: string;
  /** once it was started */
  readonly run_id?: string;
  /** of the result, once there is one */
  readonly evidence_report_id?: string;
  /** why the run failed */
  readonly problem?: Problem;
};

export type ListedSequence = {
  readonly sequence_id: string;
  /** open: it takes frames and waits to be started; expired: it was not, and its frames are deleted */
  readonly status: 'open' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  /** how many there are to be, numbered from 0 */
  readonly frames: number;
  readonly received: {
    /** frames that are there */
    readonly count: number;
  };
  readonly progress: {
    readonly stage: string | null;
    /** of the run */
    readonly fraction: number;
  };
  readonly created_at: string;
  /** of an open sequence: when its frames are deleted unless another comes or it is started */
  readonly expires_at?: string;
  /** once it was started */
  readonly run_id?: string;
  /** of the result, once there is one */
  readonly evidence_report_id?: string;
  /** why the run failed */
  readonly problem?: Problem;
};

export type ReceivedFrames = {
  readonly sequence_id: string;
  readonly frames: {
    readonly from: number;
    /** included */
    readonly to: number;
  };
  readonly sha256: string;
  readonly bytes: number;
  /** as its first bytes say; null: none that is read, so the frame will be marked */
  readonly format: string | null;
  /** the same file was there, and nothing has changed */
  readonly already_there: boolean;
};

export interface Operations {
  /** This document */
  'GET /openapi.json': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly openapi: string;
      readonly [name: string]: unknown;
    };
  };
  /** Reconstruct a hologram without an account */
  'POST /public/reconstruct': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
      /** `respond-async`: don’t wait, answer 202 with a run that will be done (RFC 7240) */
      readonly Prefer?: string;
    };
    body: {
      /** one grey frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG; with stack_z_mm all frames: a TIFF of as many pages, or a NPY or NPZ of (frames, rows, columns) */
      readonly hologram: Blob;
      /** the same rig with no sample, same size as the hologram */
      readonly background?: Blob;
      /** how the hologram was recorded */
      readonly holography_mode: 'off-axis' | 'inline';
      /** wavelength of the light in vacuum, µm */
      readonly wavelength_um: number;
      /** ± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it */
      readonly wavelength_tolerance_nm?: number;
      /** distance between pixels, µm; on the sensor 0.5 to 10 and above the wavelength */
      readonly pixel_pitch_um: number;
      /** what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification) */
      readonly pixel_pitch_basis?: 'sensor' | 'object_space';
      /** of the optics between sample and sensor */
      readonly magnification?: number;
      /** distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor */
      readonly z_mm?: number;
      /** ± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it */
      readonly z_tolerance_mm?: number;
      /** start of the focus search range, mm; together with z_max_mm, instead of z_mm */
      readonly z_min_mm?: number;
      /** end of the focus search range, mm; at most 10 above z_min_mm */
      readonly z_max_mm?: number;
      /** how phase becomes height */
      readonly sample_type?: 'transmission' | 'reflection';
      /** transmission: with refractive_index_medium, adds a height map */
      readonly refractive_index_sample?: number;
      /** transmission: index of what surrounds the sample */
      readonly refractive_index_medium?: number;
      /** index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n */
      readonly refractive_index_immersion?: number;
      /** off-axis: which of the two twin sidebands; conjugate takes the one that auto does not */
      readonly sideband?: 'auto' | 'conjugate';
      /** off-axis, expert: where the sideband is, as fx,fy, instead of looking for it */
      readonly carrier_cycles_per_px?: string;
      /** off-axis, expert: radius of the filter, cycles/µm */
      readonly filter_radius_cycles_per_um?: number;
      /** off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step that lets dark pixels count for more, where the residual allows it */
      readonly demodulation?: 'linear' | 'likelihood';
      /** correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw nothing of are marked as not known. Needs a profile that states it */
      readonly lens_distortion?: 'keep' | 'correct';
      /** inline: whether the twin image is removed */
      readonly phase_retrieval?: 'constrained' | 'none';
      /** inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty */
      readonly camera_gamma?: number;
      /** inline: one distance (mm) per frame of the stack, separated by commas; the frames are the pages of one TIFF, or one NPY or NPZ of (frames, rows, columns), sent as the hologram */
      readonly stack_z_mm?: string;
      /** what is removed from the phase; the report lists the removed terms */
      readonly phase_background?: 'auto' | 'none' | 'tilt' | 'polynomial';
      /** with phase_background=polynomial: its degree, instead of the lowest one that suffices */
      readonly background_degree?: number;
      /** rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, separated by semicolons: the background is fitted to these alone */
      readonly background_region?: string;
      /** full: one output pixel per camera pixel; native: the sampling that the recorded bandwidth carries */
      readonly output_sampling?: 'full' | 'native';
      /** what the package holds, separated by commas, out of phase, “phase_wrapped”, amplitude, “phase_uncertainty”, “phase_noise”, height, field, previews; height only where the request allows it. The phase alone is a seventh of the whole, at native sampling a thirtieth or less */
      readonly outputs?: string;
      /** which channel of a colour frame holds the hologram; a frame that is grey needs none */
      readonly channel?: 'red' | 'green' | 'blue';
    };
    answer: Blob | Reconstruction | Run;
  };
  /** Reconstruct a hologram */
  'POST /reconstruct_pdhm': {
    path: Record<never, never>;
    query: {
      /** a calibration profile of the account: what it measured takes the place of what is sent, and the evidence report lists every correction */
      readonly calibration_profile_id?: string;
      /** with a profile, where the camera’s region of interest begins on the frame that was calibrated: column,row such as 640,360; absent: both have the same middle */
      readonly calibration_origin_px?: string;
    };
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
      /** `respond-async`: don’t wait, answer 202 with a run that will be done (RFC 7240) */
      readonly Prefer?: string;
    };
    body: {
      /** one grey frame: PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG; with stack_z_mm all frames: a TIFF of as many pages, or a NPY or NPZ of (frames, rows, columns) */
      readonly hologram: Blob;
      /** the same rig with no sample, same size as the hologram */
      readonly background?: Blob;
      /** how the hologram was recorded */
      readonly holography_mode: 'off-axis' | 'inline';
      /** wavelength of the light in vacuum, µm */
      readonly wavelength_um: number;
      /** ± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it */
      readonly wavelength_tolerance_nm?: number;
      /** distance between pixels, µm; on the sensor 0.5 to 10 and above the wavelength */
      readonly pixel_pitch_um: number;
      /** what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification) */
      readonly pixel_pitch_basis?: 'sensor' | 'object_space';
      /** of the optics between sample and sensor */
      readonly magnification?: number;
      /** distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor */
      readonly z_mm?: number;
      /** ± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it */
      readonly z_tolerance_mm?: number;
      /** start of the focus search range, mm; together with z_max_mm, instead of z_mm */
      readonly z_min_mm?: number;
      /** end of the focus search range, mm; at most 10 above z_min_mm */
      readonly z_max_mm?: number;
      /** how phase becomes height */
      readonly sample_type?: 'transmission' | 'reflection';
      /** transmission: with refractive_index_medium, adds a height map */
      readonly refractive_index_sample?: number;
      /** transmission: index of what surrounds the sample */
      readonly refractive_index_medium?: number;
      /** index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n */
      readonly refractive_index_immersion?: number;
      /** off-axis: which of the two twin sidebands; conjugate takes the one that auto does not */
      readonly sideband?: 'auto' | 'conjugate';
      /** off-axis, expert: where the sideband is, as fx,fy, instead of looking for it */
      readonly carrier_cycles_per_px?: string;
      /** off-axis, expert: radius of the filter, cycles/µm */
      readonly filter_radius_cycles_per_um?: number;
      /** off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step that lets dark pixels count for more, where the residual allows it */
      readonly demodulation?: 'linear' | 'likelihood';
      /** correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw nothing of are marked as not known. Needs a profile that states it */
      readonly lens_distortion?: 'keep' | 'correct';
      /** inline: whether the twin image is removed */
      readonly phase_retrieval?: 'constrained' | 'none';
      /** inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty */
      readonly camera_gamma?: number;
      /** inline: one distance (mm) per frame of the stack, separated by commas; the frames are the pages of one TIFF, or one NPY or NPZ of (frames, rows, columns), sent as the hologram */
      readonly stack_z_mm?: string;
      /** what is removed from the phase; the report lists the removed terms */
      readonly phase_background?: 'auto' | 'none' | 'tilt' | 'polynomial';
      /** with phase_background=polynomial: its degree, instead of the lowest one that suffices */
      readonly background_degree?: number;
      /** rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, separated by semicolons: the background is fitted to these alone */
      readonly background_region?: string;
      /** full: one output pixel per camera pixel; native: the sampling that the recorded bandwidth carries */
      readonly output_sampling?: 'full' | 'native';
      /** what the package holds, separated by commas, out of phase, “phase_wrapped”, amplitude, “phase_uncertainty”, “phase_noise”, height, field, previews; height only where the request allows it. The phase alone is a seventh of the whole, at native sampling a thirtieth or less */
      readonly outputs?: string;
      /** which channel of a colour frame holds the hologram; a frame that is grey needs none */
      readonly channel?: 'red' | 'green' | 'blue';
    };
    answer: Blob | Reconstruction | Run;
  };
  /** Measure a rig with the frame of a target */
  'POST /calibration/calibrate': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
      /** `respond-async`: don’t wait, answer 202 with a run that will be done (RFC 7240) */
      readonly Prefer?: string;
    };
    body: {
      /** the raw frame of the target: PNG or TIFF, also BMP, NPY, NPZ, HDF5, MAT or JPEG; or two to eight of them, each as a part of this name, with the target turned or shifted in between */
      readonly hologram: Blob | readonly Blob[];
      /** the same rig with no target, same size as the hologram */
      readonly background?: Blob;
      /** which target the frame shows, from GET /calibration/targets */
      readonly target_id: string;
      /** how the hologram was recorded */
      readonly holography_mode: 'off-axis' | 'inline';
      /** wavelength of the light in vacuum, µm */
      readonly wavelength_um: number;
      /** distance between pixels, µm; on the sensor 0.5 to 10 and above the wavelength */
      readonly pixel_pitch_um: number;
      /** what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification) */
      readonly pixel_pitch_basis?: 'sensor' | 'object_space';
      /** of the optics between sample and sensor */
      readonly magnification?: number;
      /** index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n */
      readonly refractive_index_immersion?: number;
      /** distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor */
      readonly z_mm?: number;
      /** start of the focus search range, mm; together with z_max_mm, instead of z_mm */
      readonly z_min_mm?: number;
      /** end of the focus search range, mm; at most 10 above z_min_mm */
      readonly z_max_mm?: number;
      /** from the certificate of the very part: what the target’s page says that it measures */
      readonly feature_size_um?: number;
      /** from the certificate, ± */
      readonly feature_tolerance_um?: number;
      /** of your own part, a share: ±0.001 of what any of its lengths, of a hole every diameter, is said to be; instead of what its maker states */
      readonly part_tolerance?: number;
      /** the number of your part’s certificate; it is kept with the profile */
      readonly certificate?: string;
      /** of how many standard uncertainties the tolerance is, as certificates say; absent: it is a limit, and any value inside it is as likely as another */
      readonly certificate_k?: number;
      /** who made your part, where makers state different tolerances: lbtek, thorlabs or other for USAF charts */
      readonly maker?: string;
      /** ± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; absent: 1 % of the wavelength */
      readonly wavelength_tolerance_nm?: number;
      /** one standard deviation of the pitch over repeated recordings of this rig, a share, where you have measured it; several frames tell it themselves */
      readonly repeatability?: number;
      /** what you call this rig */
      readonly name?: string;
    };
    answer: CalibrationProfile | Run;
  };
  /** Begin a sequence: many frames of one rig, reconstructed as one */
  'POST /sequences': {
    path: Record<never, never>;
    query: {
      /** a calibration profile of the account: what it measured takes the place of what is sent, and the evidence report lists every correction */
      readonly calibration_profile_id?: string;
      /** with a profile, where the camera’s region of interest begins on the frame that was calibrated: column,row such as 640,360; absent: both have the same middle */
      readonly calibration_origin_px?: string;
    };
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body:
      | {
          /** how many frames there will be */
          readonly frames: number;
          /** seconds from one frame to the next */
          readonly interval_s?: number;
          /** the same rig with no sample, same size as the hologram */
          readonly background?: Blob;
          /** how the hologram was recorded */
          readonly holography_mode: 'off-axis' | 'inline';
          /** wavelength of the light in vacuum, µm */
          readonly wavelength_um: number;
          /** ± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it */
          readonly wavelength_tolerance_nm?: number;
          /** distance between pixels, µm; on the sensor 0.5 to 10 and above the wavelength */
          readonly pixel_pitch_um: number;
          /** what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification) */
          readonly pixel_pitch_basis?: 'sensor' | 'object_space';
          /** of the optics between sample and sensor */
          readonly magnification?: number;
          /** distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor */
          readonly z_mm?: number;
          /** ± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it */
          readonly z_tolerance_mm?: number;
          /** start of the focus search range, mm; together with z_max_mm, instead of z_mm */
          readonly z_min_mm?: number;
          /** end of the focus search range, mm; at most 10 above z_min_mm */
          readonly z_max_mm?: number;
          /** how phase becomes height */
          readonly sample_type?: 'transmission' | 'reflection';
          /** transmission: with refractive_index_medium, adds a height map */
          readonly refractive_index_sample?: number;
          /** transmission: index of what surrounds the sample */
          readonly refractive_index_medium?: number;
          /** index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n */
          readonly refractive_index_immersion?: number;
          /** off-axis: which of the two twin sidebands; conjugate takes the one that auto does not */
          readonly sideband?: 'auto' | 'conjugate';
          /** off-axis, expert: where the sideband is, as fx,fy, instead of looking for it */
          readonly carrier_cycles_per_px?: string;
          /** off-axis, expert: radius of the filter, cycles/µm */
          readonly filter_radius_cycles_per_um?: number;
          /** off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step that lets dark pixels count for more, where the residual allows it */
          readonly demodulation?: 'linear' | 'likelihood';
          /** correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw nothing of are marked as not known. Needs a profile that states it */
          readonly lens_distortion?: 'keep' | 'correct';
          /** inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty */
          readonly camera_gamma?: number;
          /** what is removed from the phase; the report lists the removed terms */
          readonly phase_background?: 'auto' | 'none' | 'tilt' | 'polynomial';
          /** with phase_background=polynomial: its degree, instead of the lowest one that suffices */
          readonly background_degree?: number;
          /** rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, separated by semicolons: the background is fitted to these alone */
          readonly background_region?: string;
          /** native off-axis, full in-line; nothing else */
          readonly output_sampling?: 'native' | 'full';
          /** which channel of a colour frame holds the hologram; a frame that is grey needs none */
          readonly channel?: 'red' | 'green' | 'blue';
        }
      | {
          /** how many frames there will be */
          readonly frames: number;
          /** seconds from one frame to the next */
          readonly interval_s?: number;
          /** how the hologram was recorded */
          readonly holography_mode: 'off-axis' | 'inline';
          /** wavelength of the light in vacuum, µm */
          readonly wavelength_um: number;
          /** ± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it */
          readonly wavelength_tolerance_nm?: number;
          /** distance between pixels, µm; on the sensor 0.5 to 10 and above the wavelength */
          readonly pixel_pitch_um: number;
          /** what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification) */
          readonly pixel_pitch_basis?: 'sensor' | 'object_space';
          /** of the optics between sample and sensor */
          readonly magnification?: number;
          /** distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor */
          readonly z_mm?: number;
          /** ± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it */
          readonly z_tolerance_mm?: number;
          /** start of the focus search range, mm; together with z_max_mm, instead of z_mm */
          readonly z_min_mm?: number;
          /** end of the focus search range, mm; at most 10 above z_min_mm */
          readonly z_max_mm?: number;
          /** how phase becomes height */
          readonly sample_type?: 'transmission' | 'reflection';
          /** transmission: with refractive_index_medium, adds a height map */
          readonly refractive_index_sample?: number;
          /** transmission: index of what surrounds the sample */
          readonly refractive_index_medium?: number;
          /** index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with wavelength_um / n */
          readonly refractive_index_immersion?: number;
          /** off-axis: which of the two twin sidebands; conjugate takes the one that auto does not */
          readonly sideband?: 'auto' | 'conjugate';
          /** off-axis, expert: where the sideband is, as fx,fy, instead of looking for it */
          readonly carrier_cycles_per_px?: string;
          /** off-axis, expert: radius of the filter, cycles/µm */
          readonly filter_radius_cycles_per_um?: number;
          /** off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step that lets dark pixels count for more, where the residual allows it */
          readonly demodulation?: 'linear' | 'likelihood';
          /** correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw nothing of are marked as not known. Needs a profile that states it */
          readonly lens_distortion?: 'keep' | 'correct';
          /** inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty */
          readonly camera_gamma?: number;
          /** what is removed from the phase; the report lists the removed terms */
          readonly phase_background?: 'auto' | 'none' | 'tilt' | 'polynomial';
          /** with phase_background=polynomial: its degree, instead of the lowest one that suffices */
          readonly background_degree?: number;
          /** rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, separated by semicolons: the background is fitted to these alone */
          readonly background_region?: string;
          /** native off-axis, full in-line; nothing else */
          readonly output_sampling?: 'native' | 'full';
          /** which channel of a colour frame holds the hologram; a frame that is grey needs none */
          readonly channel?: 'red' | 'green' | 'blue';
        };
    answer: Sequence;
  };
  /** The account’s sequences */
  'GET /sequences': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly ListedSequence[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** Send a frame of a sequence, or a stack of some */
  'PUT /sequences/{sequence_id}/frames/{n}': {
    path: {
      readonly sequence_id: string;
      /** the number of the frame, from 0 */
      readonly n: number;
    };
    query: {
      /** how many frames the file holds */
      readonly count?: number;
    };
    headers: Record<never, never>;
    body:
      | Blob
      | {
          readonly hologram: Blob;
        };
    answer: ReceivedFrames;
  };
  /** Which frames of a sequence are there, and how its run is getting on */
  'GET /sequences/{sequence_id}': {
    path: {
      readonly sequence_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: Sequence;
  };
  /** Cancel a sequence and forget it */
  'DELETE /sequences/{sequence_id}': {
    path: {
      readonly sequence_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Reconstruct a sequence whose frames are all there */
  'POST /sequences/{sequence_id}/start': {
    path: {
      readonly sequence_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body: undefined;
    answer: Run;
  };
  /** The account’s calibration profiles */
  'GET /calibration/profiles': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly CalibrationProfile[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** A calibration profile */
  'GET /calibration/profile/{profile_id}': {
    path: {
      readonly profile_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: CalibrationProfile;
  };
  /** Delete a calibration profile */
  'DELETE /calibration/profile/{profile_id}': {
    path: {
      readonly profile_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** What a calibration saw */
  'GET /calibration/profile/{profile_id}/overlay.png': {
    path: {
      readonly profile_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** What a calibration saw: only its headers */
  'HEAD /calibration/profile/{profile_id}/overlay.png': {
    path: {
      readonly profile_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The account’s results */
  'GET /results': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
      /** words that a result is called by, at most 8 */
      readonly q?: string;
      /** the order; results without the name that is asked for come last */
      readonly sort?: 'newest' | 'oldest' | 'file_name' | 'sample';
      /** only results of this mode */
      readonly holography_mode?: 'off-axis' | 'inline';
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly Result[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** What is known of a result */
  'GET /results/{evidence_report_id}': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: ResultWithSummary;
  };
  /** Say of which sample a result is, and make a note */
  'PATCH /results/{evidence_report_id}': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: {
      /** what was looked at; null or empty: not said */
      readonly sample?: string | null;
      /** whatever is to be remembered; null or empty: nothing */
      readonly note?: string | null;
    };
    answer: ResultWithSummary;
  };
  /** Delete a result */
  'DELETE /results/{evidence_report_id}': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** The package of a result */
  'GET /results/{evidence_report_id}/package': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** The package of a result: only its headers */
  'HEAD /results/{evidence_report_id}/package': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The evidence report of a result */
  'GET /results/{evidence_report_id}/evidence': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: EvidenceReport;
  };
  /** The evidence report of a result: only its headers */
  'HEAD /results/{evidence_report_id}/evidence': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** One file of the package of a result */
  'GET /results/{evidence_report_id}/files/{path}': {
    path: {
      readonly evidence_report_id: string;
      /** of the file in the package: data/phase.tif */
      readonly path: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** One file of the package of a result: only its headers */
  'HEAD /results/{evidence_report_id}/files/{path}': {
    path: {
      readonly evidence_report_id: string;
      /** of the file in the package: data/phase.tif */
      readonly path: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The proof that the log has a result */
  'GET /results/{evidence_report_id}/proof': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The raw uploads that are kept */
  'GET /users/me/raw-uploads': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly RawUpload[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** A raw upload, as it was received */
  'GET /users/me/raw-uploads/{raw_upload_id}': {
    path: {
      readonly raw_upload_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** Delete a raw upload */
  'DELETE /users/me/raw-uploads/{raw_upload_id}': {
    path: {
      readonly raw_upload_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** A raw upload, as it was received: only its headers */
  'HEAD /users/me/raw-uploads/{raw_upload_id}': {
    path: {
      readonly raw_upload_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The archive’s log about the account’s packages */
  'GET /archive/log': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly LogEntry[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** Delete all stored data of the account */
  'DELETE /users/me/data': {
    path: Record<never, never>;
    query: {
      /** true: runs that have not ended are ended first, so that none leaves a result afterwards */
      readonly cancel_runs?: 'true' | 'false';
    };
    headers: Record<never, never>;
    body: undefined;
    answer: DeletionReceipt;
  };
  /** The receipts of the account’s deletions */
  'GET /users/me/receipts': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly DeletionReceipt[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** A receipt of a deletion, signed */
  'GET /users/me/receipts/{receipt_id}': {
    path: {
      readonly receipt_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: SignedDeletionReceipt;
  };
  /** The proof that the log has a receipt */
  'GET /users/me/receipts/{receipt_id}/proof': {
    path: {
      readonly receipt_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** Would the service take such data? */
  'POST /public/workflow_fit': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: {
      /** how the hologram is recorded */
      readonly geometry: 'inline' | 'off-axis' | 'phase-shifting' | 'other';
      /** what the camera’s frames are saved as */
      readonly file_format:
        | 'png'
        | 'tiff'
        | 'bmp'
        | 'npy'
        | 'npz'
        | 'jpg'
        | 'raw'
        | 'hdf5'
        | 'mat'
        | 'video'
        | 'other';
      /** µm; null: unknown */
      readonly wavelength_um?: number | null;
      /** µm; null: unknown */
      readonly pixel_pitch_um?: number | null;
      /** what the pitch is measured on; object_space requires magnification */
      readonly pixel_pitch_basis?: 'sensor' | 'object_space';
      /** of the optics between sample and sensor */
      readonly magnification?: number;
      /** sample to sensor, mm */
      readonly z_mm?: number;
      /** start of the focus search range, mm; together with z_max_mm */
      readonly z_min_mm?: number;
      /** end of the focus search range, mm; together with z_min_mm */
      readonly z_max_mm?: number;
      /** bits per pixel */
      readonly bit_depth?: number;
      /** px; together with frame_height_px */
      readonly frame_width_px?: number;
      /** px; together with frame_width_px */
      readonly frame_height_px?: number;
      /** what is on record beside the frames */
      readonly metadata?: {
        readonly wavelength_recorded?: boolean;
        readonly pixel_pitch_recorded?: boolean;
        readonly distance_recorded?: boolean;
        readonly exposure_recorded?: boolean;
        /** a frame of the same rig without a sample exists */
        readonly blank_reference_frame?: boolean;
      };
      /** by what the sample was measured independently */
      readonly reference_measurement?:
        | 'none'
        | 'profilometer'
        | 'interferometer'
        | 'afm'
        | 'calibration_target'
        | 'bead_standard'
        | 'other';
    };
    answer: {
      /** the worst level among the reasons */
      readonly verdict: 'tested' | 'needs_review' | 'unsupported';
      readonly reasons: readonly {
        readonly rule:
          | 'covered'
          | 'wavelength_unknown'
          | 'wavelength_out_of_range'
          | 'pixel_pitch_unknown'
          | 'pixel_pitch_out_of_range'
          | 'pixel_pitch_not_above_wavelength'
          | 'distance_out_of_range'
          | 'focus_span_too_wide'
          | 'frame_too_large'
          | 'video_stream'
          | 'format_unsupported'
          | 'geometry_phase_shifting'
          | 'geometry_other'
          | 'format_hdf5'
          | 'format_jpeg'
          | 'format_bmp'
          | 'format_mat'
          | 'bit_depth_untested'
          | 'frame_cropped'
          | 'magnified_system'
          | 'distance_unknown';
        readonly level: 'tested' | 'needs_review' | 'unsupported';
        /** the value given, the limit, and why */
        readonly detail: string;
      }[];
      readonly next_steps: readonly string[];
      /** what the service enforces */
      readonly limits: {
        readonly wavelength_um: {
          readonly min: number;
          readonly max: number;
        };
        /** and above the wavelength */
        readonly sensor_pixel_pitch_um: {
          readonly min: number;
          readonly max: number;
        };
        readonly z_mm: {
          readonly min: number;
          readonly max: number;
        };
        readonly focus_range_width_mm: {
          readonly max: number;
        };
        /** what an inline request without a distance searches */
        readonly default_inline_range_mm: {
          readonly min: number;
          readonly max: number;
        };
        /** larger frames are centre-cropped */
        readonly crop_px: {
          readonly width: number;
          readonly height: number;
        };
        /** frames above this on either side are refused */
        readonly frame_side_px: {
          readonly min: number;
          readonly max: number;
        };
        /** frames of one inline stack */
        readonly stack_frames: {
          readonly min: number;
          readonly max: number;
        };
        readonly upload_bytes: {
          readonly max: number;
        };
        /** bits per pixel */
        readonly tested_bit_depths: readonly number[];
      };
      /** the verdict is about acceptance, not accuracy */
      readonly note: string;
    };
  };
  /** Objects that a rig can be calibrated with */
  'GET /calibration/targets': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      /** of targets */
      readonly count: number;
      readonly targets: readonly {
        readonly target_id: string;
        readonly display_name: string;
        /** the mode it serves best */
        readonly use_case: 'off-axis' | 'inline';
        readonly geometry_summary: string;
        /** sides of the polygon */
        readonly polygonal_faces?: number;
        readonly internal_angles_deg?: readonly number[];
        readonly feature_size_um: number;
        /** ±, as its maker states it; absent where none is known */
        readonly feature_tolerance_um?: number;
        readonly thickness_um?: number;
        readonly buy_url: string;
        readonly backup_buy_url: string;
        /** a URL, or a note that the geometry is parametric */
        readonly cad_source_url: string;
        readonly cad_format: string;
        readonly ground_truth_kind: 'parametric';
        /** low and high; an estimate for budgeting, not a vendor’s price */
        readonly price_usd_range: readonly [number, number];
        readonly matte: boolean;
        readonly opaque: boolean;
        readonly applicable_modes: readonly ('off-axis' | 'inline')[];
        /** an SVG made from the model that the fit uses */
        readonly drawing_url: string;
        /** what it is and how to use it, a page for people */
        readonly page_url: string;
      }[];
      readonly doc: string;
      /** the five steps from an account to corrected reconstructions */
      readonly workflow: readonly string[];
      readonly next_step: string;
    };
  };
  /** A drawing of a target */
  'GET /calibration/targets/{target_id}/drawing.svg': {
    path: {
      readonly target_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The package of an account-free result */
  'GET /public/results/{evidence_report_id}/package': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** The package of an account-free result: only its headers */
  'HEAD /public/results/{evidence_report_id}/package': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The evidence report of an account-free result */
  'GET /public/results/{evidence_report_id}/evidence': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: EvidenceReport;
  };
  /** The evidence report of an account-free result: only its headers */
  'HEAD /public/results/{evidence_report_id}/evidence': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** One file of the package of an account-free result */
  'GET /public/results/{evidence_report_id}/files/{path}': {
    path: {
      readonly evidence_report_id: string;
      /** of the file in the package: data/phase.tif */
      readonly path: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** One file of the package of an account-free result: only its headers */
  'HEAD /public/results/{evidence_report_id}/files/{path}': {
    path: {
      readonly evidence_report_id: string;
      /** of the file in the package: data/phase.tif */
      readonly path: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The proof that the log has an account-free result */
  'GET /public/results/{evidence_report_id}/proof': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The log’s tree as it is now, signed */
  'GET /log/checkpoint': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The proof that the log begins with what it was */
  'GET /log/consistency/{leaves}': {
    path: {
      /** how many that checkpoint has */
      readonly leaves: number;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** Hashes of the log’s tree */
  'GET /log/tile/{path}': {
    path: {
      /** level and index: 0/x001/x234/067, 0/000.p/12 */
      readonly path: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: Blob;
  };
  /** The account’s runs */
  'GET /runs': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
      /** one or several, with commas between them: queued,running */
      readonly status?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly Run[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** How a run is getting on */
  'GET /runs/{run_id}': {
    path: {
      readonly run_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: Run;
  };
  /** Cancel a run */
  'DELETE /runs/{run_id}': {
    path: {
      readonly run_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: Run;
  };
  /** A run’s progress as server-sent events */
  'GET /runs/{run_id}/events': {
    path: {
      readonly run_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the id of the last event that you have */
      readonly 'Last-Event-ID'?: string;
    };
    body: undefined;
    answer: string | undefined;
  };
  /** The first picture of a run: its phase */
  'GET /runs/{run_id}/preview/phase.png': {
    path: {
      readonly run_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a part of it, bytes=0-1023 (RFC 9110 section 14) */
      readonly Range?: string;
      /** the ETag of the file that the part is to belong to */
      readonly 'If-Range'?: string;
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: Blob;
  };
  /** The first picture of a run: its phase: only its headers */
  'HEAD /runs/{run_id}/preview/phase.png': {
    path: {
      readonly run_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** the ETag of the file that you mean: 412 where this is another */
      readonly 'If-Match'?: string;
      /** the ETag of what you have: 304 where that is all there is */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** The public keys that packages are signed with */
  'GET /.well-known/leith-keys.json': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly keys: readonly {
        readonly kty: 'OKP';
        readonly crv: 'Ed25519';
        readonly x: string;
        /** RFC 7638 thumbprint */
        readonly kid: string;
        readonly use: 'sig';
        readonly alg: 'EdDSA';
      }[];
      /** the key, kept offline, that endorses the others; clients may pin it */
      readonly root?: {
        readonly kty: 'OKP';
        readonly crv: 'Ed25519';
        readonly x: string;
        /** RFC 7638 thumbprint */
        readonly kid: string;
        readonly use: 'sig';
        readonly alg: 'EdDSA';
      };
      /** DSSE 1.0, signed by the root; where there is one, no other key is to be believed */
      readonly list?: {
        readonly payloadType: string;
        /** base64 of JSON: version, issued_at, and keys with not_before, not_after and revoked */
        readonly payload: string;
        readonly signatures: readonly {
          readonly keyid: string;
          readonly sig: string;
        }[];
      };
    };
  };
  /** The JSON Schema of evidence reports */
  'GET /schemas/evidence-report.json': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly $schema: string;
      readonly [name: string]: unknown;
    };
  };
  /** Make an account */
  'POST /users/signup': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body: {
      /** capitals and surrounding space make no difference */
      readonly email: string;
      /** 10 to 256 characters */
      readonly password: string;
    };
    answer: {
      readonly account_id: string;
      /** shown this once */
      readonly api_key: string;
      readonly plan: string;
      readonly created_at: string;
    };
  };
  /** Get a new API key */
  'POST /users/login': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body: {
      /** capitals and surrounding space make no difference */
      readonly email: string;
      readonly password: string;
    };
    answer: {
      /** shown this once */
      readonly api_key: string;
      readonly key_id: string;
    };
  };
  /** The account */
  'GET /users/me': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly account_id: string;
      /** in small letters */
      readonly email: string;
      readonly plan: string;
      readonly created_at: string;
      /** whether raw uploads are kept */
      readonly retain_raw_inputs: boolean;
      /** result packages of the account */
      readonly stored_packages: number;
      /** of these packages */
      readonly stored_bytes: number;
      /** what the account uses, and how much it may */
      readonly quotas: {
        readonly queued_runs: {
          /** runs that wait */
          readonly used: number;
          /** runs that wait; null: as many as you like */
          readonly limit: number | null;
        };
        readonly compute_seconds_per_day: {
          /** seconds of processor time within 24 hours */
          readonly used: number;
          /** seconds of processor time within 24 hours; null: as many as you like */
          readonly limit: number | null;
        };
        readonly stored_bytes: {
          /** bytes of packages, raw uploads and profiles */
          readonly used: number;
          /** bytes of packages, raw uploads and profiles; null: as many as you like */
          readonly limit: number | null;
        };
      };
      /** the key that was sent */
      readonly api_key: {
        readonly key_id: string;
        /** what it is for */
        readonly scopes: readonly ('reconstruct' | 'read' | 'delete' | 'calibrate')[];
      };
    };
  };
  /** Change the password */
  'PUT /users/me/password': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: {
      readonly current_password: string;
      /** 10 to 256 characters */
      readonly new_password: string;
      /** whether every API key but the one that is sent stops being valid */
      readonly revoke_other_keys?: boolean;
    };
    answer: {
      /** that were valid until now */
      readonly revoked_keys: number;
    };
  };
  /** The account’s API keys */
  'GET /users/me/api-keys': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly {
        readonly key_id: string;
        /** signup and login: which of them made it */
        readonly name: string | null;
        readonly created_at: string;
        readonly expires_at: string | null;
        /** what it is for */
        readonly scopes: readonly ('reconstruct' | 'read' | 'delete' | 'calibrate')[];
      }[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** Make another API key */
  'POST /users/me/api-keys': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body: {
      /** for yourself, to tell your keys apart */
      readonly name?: string | null;
      /** when it stops being valid, RFC 3339; null: never */
      readonly expires_at?: string | null;
      /** what the key is for: `reconstruct` (send holograms, follow and cancel runs, give feedback), `read` (whatever the account has), `delete`, `calibrate`. A key for everything may also change the account: keys, password and settings */
      readonly scopes?: readonly ('reconstruct' | 'read' | 'delete' | 'calibrate')[];
    };
    answer: {
      readonly key_id: string;
      /** signup and login: which of them made it */
      readonly name: string | null;
      readonly created_at: string;
      readonly expires_at: string | null;
      /** what it is for */
      readonly scopes: readonly ('reconstruct' | 'read' | 'delete' | 'calibrate')[];
      /** shown this once */
      readonly api_key: string;
    };
  };
  /** Revoke an API key */
  'DELETE /users/me/api-keys/{key_id}': {
    path: {
      readonly key_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Are raw uploads kept? */
  'GET /users/me/retention': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      /** whether raw uploads are kept from now on; false unless the account chose otherwise */
      readonly retain_raw_inputs: boolean;
    };
  };
  /** Keep raw uploads, or stop keeping them */
  'PUT /users/me/retention': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: {
      /** whether raw uploads are kept from now on; false unless the account chose otherwise */
      readonly retain_raw_inputs: boolean;
    };
    answer: {
      /** whether raw uploads are kept from now on; false unless the account chose otherwise */
      readonly retain_raw_inputs: boolean;
    };
  };
  /** What the account did */
  'GET /users/me/usage': {
    path: Record<never, never>;
    query: {
      /** the most items to answer with */
      readonly limit?: number;
      /** next_cursor of the page before */
      readonly cursor?: string;
    };
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly items: readonly {
        readonly usage_event_id: string;
        /** what was done */
        readonly kind: string;
        readonly time: string;
        readonly run_id: string | null;
        readonly profile_id: string | null;
        /** of all files that came in */
        readonly input_bytes: number | null;
        /** processor time that it took, milliseconds */
        readonly compute_ms: number | null;
      }[];
      /** where the next page begins; null: this is the last */
      readonly next_cursor: string | null;
    };
  };
  /** Say what a result was like */
  'POST /results/{evidence_report_id}/feedback': {
    path: {
      readonly evidence_report_id: string;
    };
    query: Record<never, never>;
    headers: {
      /** a text of your own, such as a UUID, new for each thing to be created. The same request with the same key gets the first answer again, for 24 hours, and nothing is created twice. Of an account the newest 16 MiB of answers are kept */
      readonly 'Idempotency-Key'?: string;
    };
    body: {
      /** 1: useless, 5: just what was wanted */
      readonly rating?: number | null;
      readonly comment: string;
    };
    answer: {
      readonly feedback_id: string;
      readonly evidence_report_id: string;
      /** 1: useless, 5: just what was wanted; null: none given */
      readonly rating: number | null;
      /** as stored */
      readonly comment: string;
      readonly created_at: string;
    };
  };
  /** What a problem means and how to fix it */
  'GET /problems/{code}': {
    path: {
      readonly code: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** All problems */
  'GET /problems': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** What a target is and how to use it */
  'GET /targets/{target_id}': {
    path: {
      readonly target_id: string;
    };
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** All targets, for people */
  'GET /targets': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The process is alive, and can start what computes */
  'GET /healthz': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly status: 'ok';
    };
  };
  /** The process is alive, and can start what computes: only its headers */
  'HEAD /healthz': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Requests can be served: the database and the archive can be written, and the service is not stopping */
  'GET /readyz': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: {
      readonly status: 'ok';
    };
  };
  /** Requests can be served: the database and the archive can be written, and the service is not stopping: only its headers */
  'HEAD /readyz': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Measurements for Prometheus */
  'GET /metrics': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: Record<never, never>;
    body: undefined;
    answer: string;
  };
  /** The form and the viewer, for people */
  'GET /': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** the ETag of what you have: 304 where that is current */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: string;
  };
  /** The form and the viewer, for people: only its headers */
  'HEAD /': {
    path: Record<never, never>;
    query: Record<never, never>;
    headers: {
      /** the ETag of what you have: 304 where that is current */
      readonly 'If-None-Match'?: string;
    };
    body: undefined;
    answer: undefined;
  };
}
