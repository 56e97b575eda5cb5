/** A fit check in which some rules fire. */
export const FIT_REQUEST = {
  geometry: 'off-axis',
  file_format: 'tiff',
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  magnification: 20,
  z_mm: 5,
  bit_depth: 12,
  frame_width_px: 2448,
  frame_height_px: 2048,
  metadata: {
    wavelength_recorded: true,
    pixel_pitch_recorded: true,
    distance_recorded: false,
    exposure_recorded: true,
    blank_reference_frame: true,
  },
  reference_measurement: 'none',
};
