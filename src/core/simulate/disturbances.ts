/** What recordings have and textbooks leave out. Everything is off by default. */
export interface Disturbances {
  /** rad, root mean square of what a rough or dirty surface before the sample adds to the phase of its light */
  readonly dirt_rad: number;
  /** px, length over which the dirt's phase hangs together */
  readonly dirt_grain_px: number;
  /** how far before the sample that surface lies */
  readonly dirt_mm: number;
  /** 0 to 0.9: how far the object wave's amplitude falls off towards the corners */
  readonly vignetting: number;
  /** off-axis: amplitude of a second reference, a reflection of the first, over that of the first */
  readonly second_reference: number;
  /** off-axis: how much further than the reference the second one is tilted, cycles/px; x then y */
  readonly second_tilt_cycles_per_px: readonly [number, number];
  /** standard deviation of the pixels' gains; the same pixels in every frame of a seed */
  readonly pixel_gain_spread: number;
  /** exponent of the camera's response; 1: linear */
  readonly gamma: number;
  /** of a frame of 8 bits that is saved as JPEG, as libjpeg counts it; null: saved without loss */
  readonly jpeg_quality: number | null;
}

export const undisturbed: Disturbances = {
  dirt_rad: 0,
  dirt_grain_px: 3,
  dirt_mm: 50,
  vignetting: 0,
  second_reference: 0,
  second_tilt_cycles_per_px: [0.02, 0.01],
  pixel_gain_spread: 0,
  gamma: 1,
  jpeg_quality: null,
};

export const disturbanceRanges = {
  dirt_rad: { min: 0, max: 3 },
  dirt_grain_px: { min: 1, max: 200 },
  dirt_mm: { min: 0, max: 2000 },
  vignetting: { min: 0, max: 0.9 },
  second_reference: { min: 0, max: 1 },
  pixel_gain_spread: { min: 0, max: 0.3 },
  gamma: { min: 0.3, max: 3 },
  jpeg_quality: { min: 1, max: 100, whole: true },
} as const;
