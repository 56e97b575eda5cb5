/** Which numbers of one seed are for what: changing one thing must not change the draw of another. */
export const streams = {
  object: 1,
  dust: 2,
  hologramNoise: 3,
  backgroundNoise: 4,
  dirt: 5,
  pixelGains: 6,
} as const;

/** Streams from one exposure of the same sample to the next. */
export const EXPOSURE_STREAMS = 16;
