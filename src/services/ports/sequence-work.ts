import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { FrameRow } from '../../formats/sequence/frames-table.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import type { SequenceMap, StoredShard } from '../../formats/sequence/stored-shard.ts';
import type { ShardLayout } from '../../formats/sequence/shard.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';

/** A file with frames of a sequence. */
export interface FramesFile {
  /** by which it is read */
  readonly key: string;
  /** only used to word a refusal */
  readonly name: string;
  readonly bytes: number;
  /** hexadecimal; null: nobody has said */
  readonly sha256: string | null;
  /** the number of its first frame */
  readonly first: number;
  readonly frames: number;
  /** several frames in one file; each has the digest of its own samples */
  readonly isStack: boolean;
}

/**
 * Reads a part of a file or of a stored shard, in memory of its own; fewer bytes where it ends.
 * @param room memory that may become the part's, if it is large enough; it is given away
 * @param told wants the part's SHA-256, hexadecimal; whoever reads says it or does not
 */
export type ReadFile = (
  key: string,
  offset: number,
  length: number,
  room?: ArrayBuffer,
  told?: (sha256: string) => void,
) => Promise<Uint8Array<ArrayBuffer>>;

/** What each step on a sequence needs. */
interface OfSequence {
  /** whoever does several steps of one sequence need not start it again */
  readonly sequence_id: string;
  /** as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** how many there are */
  readonly frames: number;
  /** frames that the start is made of */
  readonly reference: readonly number[];
  /** those with the frames of the start and of this step, in order; the first one is always there */
  readonly files: readonly FramesFile[];
  readonly background: FramesFile | null;
  /** what a target has shown the rig to be; null: nothing */
  readonly calibration: CalibratedRig | null;
}

/** The steps of a sequence, each of which any thread of any machine can do. */
export interface SequenceSteps {
  /** how many frames are in a file */
  readonly count: { readonly step: 'count'; readonly file: Omit<FramesFile, 'first' | 'frames'> };
  /** finds what all frames share */
  readonly start: OfSequence & { readonly step: 'start' };
  readonly shard: OfSequence & { readonly step: 'shard'; readonly shard: number };
  /** some of a shard's frames */
  readonly frames: OfSequence & {
    readonly step: 'frames';
    readonly from: number;
    readonly to: number;
    /** memory that the maps of all frames of each kind are to have, one behind the other; it is given away */
    readonly room?: MapsRoom | undefined;
  };
  readonly package: OfSequence & {
    readonly step: 'package';
    /** in order; `key` is by which the shard is read */
    readonly shards: readonly (DoneShard & { readonly key: string })[];
    readonly identity: SequenceIdentity;
    /** whether the digest of the whole is wanted, for which all shards are read once more */
    readonly digest: boolean;
  };
}

export interface SequenceResults {
  readonly count: { readonly frames: number; readonly format: string; readonly hint: string | null };
  readonly start: SequenceStart;
  readonly shard: DoneShard & SealedShard;
  readonly frames: DoneFrames;
  readonly package: SequencePackage & { readonly sha256: string | null };
}

/** Of several frames. */
export type MapsRoom = Readonly<Record<SequenceMap, Float32Array<ArrayBuffer>>>;

export interface DoneFrames {
  readonly rows: readonly FrameRow[];
  /** of each frame rows · cols samples */
  readonly maps: Readonly<Record<SequenceMap, readonly Float32Array[]>>;
  /** rad: of what the frames that belong state of themselves, over their factors, the largest; null: none does */
  readonly bound: Float32Array | null;
}

export interface SequenceStart {
  readonly layout: ShardLayout;
  /** frames that are done one after the other, each from the one before */
  readonly group: number;
  /** frames that it was to be made of and that could not be read */
  readonly unread: readonly number[];
}

/** What makes up a shard as it is stored, one behind the other. */
export const shardParts = ['phase', 'amplitude', 'moments'] as const;

export interface SealedShard extends Pick<DoneShard, 'stored'> {
  readonly bytes: Readonly<Record<(typeof shardParts)[number], Uint8Array<ArrayBuffer>>>;
}

/** What is known of a shard beside its bytes. */
export interface DoneShard {
  readonly rows: readonly FrameRow[];
  readonly stored: Readonly<Record<SequenceMap, StoredShard>>;
}

export type SequenceIdentity = Omit<PackageContext, 'input' | 'background' | 'calibration'>;
