import type { KeyDocument } from '../../formats/verify/key-list.ts';
import type { VerifiedResult } from '../../formats/judge/verify-result.ts';
import type { Stage } from '../engine/engine-message.ts';

/** What a person gives; null: not given. */
export interface GivenFiles {
  /** a result package, or a signed receipt */
  readonly package: File | null;
  readonly hologram: File | null;
  readonly background: File | null;
  readonly proof: File | null;
  readonly keys: File | null;
  /** certificates of timestamp authorities, PEM */
  readonly authorities: File | null;
  readonly checkpoint: File | null;
  readonly consistency: File | null;
}

export type Role = keyof GivenFiles;

export interface VerifyTask {
  readonly given: GivenFiles & { readonly package: File };
  /** those of the service, where no file of keys is given; null: they can't be had */
  readonly served: KeyDocument | null;
  /** kid of the root that has to have endorsed the keys; empty: any */
  readonly root: string;
}

export type VerifyReply =
  /** all that is needed is there: from now on nothing is fetched */
  | { readonly ready: true }
  | { readonly progress: Stage }
  | { readonly result: Verified }
  | { readonly refusal: string };

export interface Verified extends VerifiedResult {
  /** what the package says that it is; null: it is none that could be read */
  readonly about: About | null;
  /** the root that endorsed the keys; null: none did */
  readonly root: string | null;
}

export interface About {
  readonly evidence_report_id: string;
  readonly created_at: string;
  readonly software: string;
  readonly input_sha256: string;
  readonly hasBackground: boolean;
}
