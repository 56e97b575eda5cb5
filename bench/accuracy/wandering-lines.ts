/**
 * Off-axis frames whose lines wander while they are read one after the other, by NumPy (PYTHON names an interpreter that has it and SciPy): what is
 * told of them, and how far the phase is off over what is stated for it. `node bench/accuracy/wandering-lines.ts [first seed] [of each kind] [--rigs]`.
 */
import { printFramesByNumpy } from './numpy-frames.ts';

const kinds = {
  still: 'nothing moves',
  vibration: 'vibration, 2 to 15 periods',
  drift: 'drift',
  walk: 'random walk',
  jitter: 'each row by itself',
  'vibration-columns': 'vibration, columns',
  'vibration-crowded': 'vibration, 40 to 70 cells',
  'along-rows': 'gratings and fibres along the rows, nothing moves',
};
await printFramesByNumpy(kinds, 'frame_shaken', 1001);
