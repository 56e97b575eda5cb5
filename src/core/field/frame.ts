/** The camera samples of one frame as a decoder hands them on, before anything is cropped. */
export interface Frame {
  /** px */
  readonly width: number;
  /** px */
  readonly height: number;
  /** Row-major, y downwards, `width * height` long. Float frames may hold NaN or infinities: the reconstruction refuses them. */
  readonly samples: Samples;
  /** Bits that carry information: 8, 10, 12, 14 or 16 where the file or its values tell, 32 or 64 for floats. */
  readonly bitDepth: number;
  /** how a lossy file rounded what it holds; absent: nothing was lost, or nobody knows */
  readonly quantisation?: Quantisation;
  /** what is left of it without sides that hold nothing; absent: nobody has looked, or all of it */
  readonly recorded?: Crop | undefined;
  /** 1 for samples that are known to hold no recording, row by row; absent: of none it is known */
  readonly unmeasured?: Uint8Array | undefined;
  /** whether it came as a negative and was turned; absent: it was not */
  readonly negative?: true;
}

/** A part of a frame, in camera pixels from its upper left corner. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The steps that the cosine transforms of square blocks were rounded to. */
export interface Quantisation {
  /** px along a side of a block */
  readonly side: number;
  /** counts, of an orthonormal transform: `side` rows of vertical frequency, of `side` horizontal ones each */
  readonly steps: readonly number[];
}

export type Samples = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** What one reconstruction starts from: the frame, and the same rig's frame without a sample where there is one. */
export interface Frames {
  /** the first one of a stack */
  readonly hologram: Frame;
  /** the others of a stack, of the same size, asked for one after the other */
  readonly furtherFrames?: Iterable<Frame>;
  readonly background: Frame | null;
}
