/**
 * Off-axis frames over which a weak copy of the object's wave lies, by NumPy (PYTHON names an interpreter that has it and SciPy): what is told of
 * them, and how far the phase is off over what is stated for it. `node bench/accuracy/weak-copies.ts [first seed] [of each kind] [--rigs]`.
 */
import { printFramesByNumpy } from './numpy-frames.ts';

const kinds = {
  still: 'no copy',
  'crowded-still': 'no copy, 40 to 70 cells',
  'copy-0.10': 'a copy of 10 %, in focus',
  'copy-blurred-0.02': 'of 2 %, out of focus',
  'copy-blurred-0.05': 'of 5 %, out of focus',
  'copy-blurred-0.10': 'of 10 %, out of focus',
  'copy-blurred-0.20': 'of 20 %, out of focus',
};
await printFramesByNumpy(kinds, 'frame_doubled', 4001);
