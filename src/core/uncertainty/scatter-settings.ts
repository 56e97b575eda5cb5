/** Which parts of a frame hold no sample, and what their scatter says. */
export interface ScatterSettings {
  /** standard deviations of the tiles' phases within which a tile is background */
  readonly within: number;
  /** standard deviations beyond which it is sample, and its neighbours are not asked either: edges reach into them */
  readonly beyond: number;
  /** tiles darker than this share of the median carry no phase */
  readonly leastModulus: number;
  /** tiles without which nothing can be said */
  readonly leastTiles: number;
  /** width of the neighbourhood that a place is compared with, in the frame's longer side */
  readonly neighbourhood: number;
  /** a tile counts at most this many times the typical scatter: what samples add lies above it */
  readonly mostScatter: number;
}

/** Chosen on seventeen recordings of other groups (docs/accuracy/recordings.md); rectangles of others judge it. */
export const scatterSettings: ScatterSettings = {
  within: 3,
  beyond: 5,
  leastModulus: 0.3,
  leastTiles: 8,
  neighbourhood: 1 / 6,
  mostScatter: 4,
};
