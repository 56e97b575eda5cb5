// Everything the compiled module exports. One file per physical or numerical idea; TypeScript calls them through
// `src/core/kernel`.
export * from './memory';
export { takeRoom } from './room';
export { sin, cos, exp, log, pow, atan2, phasors } from './math';
export { raisedCosine } from './frequency';
export { phaseAndModulus, takeCurvedPhase } from './phase';
export { maskLowModulus, copyLowModulus, markResidues, unwrapByScan, addTurns } from './unwrap';
export { unwrapByQuality } from './unwrap-quality';
export { markCuts, markDisconnected, countMarks, settleTurns } from './unwrap-mask';
export { fitSurface, turnsToSurface } from './unwrap-least-squares';
export * from './frame';
export * from './demodulate';
export * from './add-edges';
export * from './spectrum';
export * from './spectrum-picture';
export { applyTransfer } from './propagate';
export * from './field';
export * from './focus';
export * from './background';
export * from './lone-pixels';
export * from './uncertainty';
export * from './scatter';
export { createPlan, createChirpPlan, releasePlan } from './fft-plan';
export { linesScratchBytes, finishChirpPlan } from './fft-lines';
export { fftColumns, filterColumns, filterColumnsScratchBytes } from './fft-columns';
export { rowScratchBytes, fftRowsAlongLanes, fftRowsByFours, fftRowsByFoursScratchBytes } from './fft-rows';
export {
  realRowsAlongLanes,
  realRowsAlongLanesScratchBytes,
  realRowsByEights,
  realRowsByEightsScratchBytes,
} from './fft-real';
export * from './fit';
export * from './robust';
export * from './smooth-phase';
export * from './unwrap-draws';
export * from './unwrap-lift';
export * from './unwrap-rims';
export { retrieveResidual } from './retrieve-data';
export { retrieveStep, retrieveStepScratchBytes, retrieveStepSeamBytes } from './retrieve-step';
export { strayMoments, towardsPhase } from './stray-light';
export * from './short-filter';
export * from './inline-normalise';
export * from './inline-focus';
export * from './retrieve-scale';
export { dropLowFrequencies, mixedSums, twinProduct } from './twin';
export { retrieveMatch, retrieveMoments } from './retrieve-exposure';
export * from './retrieve-columns';
export { amplitudeMisfit, passPupil } from './retrieve-pupil';
export * from './overlap';
export * from './overlap-data';
export * from './likelihood';
export * from './picture';
export * from './reduce';
export * from './lit-waves';
export * from './periodic';
