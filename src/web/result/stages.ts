/** What the service calls its stages, for people. */
const stages: Readonly<Record<string, string>> = {
  decode: 'Reading the frame',
  spectrum: 'Computing the spectrum',
  sideband: 'Looking for the sideband',
  demodulation: 'Taking the wave out of the sideband',
  background: 'Dividing out the background',
  focus: 'Looking for the focus',
  sampling: 'Bringing it to the pixels of the result',
  normalise: 'Evening out the light',
  align: 'Aligning the frames of the stack',
  'back-propagation': 'Propagating back to the sample',
  retrieval: 'Retrieving the phase, removing the twin image',
  maps: 'Making the maps',
  unwrap: 'Unwrapping the phase',
  uncertainty: 'Computing the uncertainty',
  frames: 'Reconstructing the frames',
  export: 'Writing the maps',
  package: 'Packing the result and its evidence report',
  timestamp: 'Waiting for a timestamp',
};

/** @param stage null: none was told yet */
export function stageInWords(stage: string | null): string {
  return stage === null ? 'Reconstructing' : (stages[stage] ?? stage);
}
