const words: Readonly<Record<string, string>> = {
  camera_noise: 'noise of the camera',
  coherent_background: 'speckle and stray light',
  smooth_background: 'unevenness left in the background',
  background_surface: 'doubt about the fitted background',
  broad_phase: 'broad phase that is hardly recorded',
  constraint: 'what is assumed of the sample',
  sideband_overlap: 'what the middle of the spectrum adds',
  saturation: 'full pixels',
  compression: 'what a lossy file rounded',
  blurred_detail: 'detail that light blurs',
  fine_detail: 'fine detail that the filter took',
  frame_edges: 'light that missed the frame',
  edge_ringing: 'ringing at the frame’s edges',
  out_of_focus_light: 'light from out of focus',
  camera_response: 'the camera’s gamma',
  alignment: 'the frames’ alignment',
  distance: 'the distance',
  wavelength: 'the wavelength',
  background_frame: 'the background frame',
};

/** A component of the phase's uncertainty in words; one that has none is called by its own name. */
export function componentWords(name: string): string {
  return words[name] ?? name.replaceAll('_', ' ');
}
