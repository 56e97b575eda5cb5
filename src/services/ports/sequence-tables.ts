import type { Generated } from 'kysely';
import type { ZeroOrOne } from './account-tables.ts';

export interface SequencesTable {
  sequence_id: string;
  account_id: string;
  /** how many there are to be */
  frames: number;
  /** JSON, as they were sent */
  fields: string;
  /** JSON of a CalibratedRig, as it was when the sequence was begun; null: none */
  calibration: string | null;
  retain_raw_inputs: ZeroOrOne;
  /** null: it was not started */
  run_id: string | null;
  /** JSON of a ShardLayout; null: nothing was found of it yet */
  layout: string | null;
  /** of all its steps so far */
  compute_ms: Generated<number>;
  /** how often a part was begun that somebody had begun before */
  repeated: Generated<number>;
  created_at: string;
  /** when its frames were deleted, as nobody started it */
  expired_at: string | null;
}

export interface SequenceFilesTable {
  sequence_id: string;
  /** −1: the background */
  first_frame: number;
  frames: number;
  is_stack: ZeroOrOne;
  account_id: string;
  name: string;
  sha256: string;
  bytes: number;
  blob_key: string;
  created_at: string;
}

export interface SequenceShardsTable {
  sequence_id: string;
  shard: number;
  account_id: string;
  /** JSON of a DoneShard */
  done: string;
  sha256: string;
  bytes: number;
  blob_key: string;
}
