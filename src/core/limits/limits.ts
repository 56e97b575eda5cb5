/**
 * The one table of accepted input (specification section 8, contract sections 3 and 6). The recipe, the decoders,
 * the fit check and the documentation read it, so they cannot disagree.
 */
export const limits = {
  /** inclusive */
  wavelength_um: { min: 0.4, max: 0.7 },
  /** inclusive; of the sensor, i.e. object pitch × magnification; and above the wavelength */
  sensor_pixel_pitch_um: { min: 0.5, max: 10 },
  z_mm: { min: -2000, max: 2000 },
  focus_range_width_mm: { max: 10 },
  /** what an inline request without a distance searches */
  default_inline_range_mm: { min: 0.1, max: 10 },
  /** larger frames are centre-cropped to this, never downscaled */
  crop_px: { width: 1920, height: 1080 },
  /** frames above this on either side are refused, from the header */
  frame_side_px: { min: 16, max: 4000 },
  stack_frames: { min: 2, max: 8 },
  upload_bytes: { max: 64 * 1024 * 1024 },
  tested_bit_depths: [8, 10, 12, 14, 16],
} as const;
