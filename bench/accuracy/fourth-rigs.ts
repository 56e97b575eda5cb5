/**
 * Frames of a fourth simulator through the command line: `node bench/accuracy/fourth-rigs.ts [first letters of rigs]`, a to e for
 * off-axis (the default), f for in-line. PYTHON names an interpreter that has NumPy, SciPy, Pillow, tifffile and h5py.
 */
import { printPython } from './print-python.ts';

const names = process.argv[2] ?? 'a,b,c,d,e';
printPython('fourth-rigs.py', ['--names', names], 'NumPy, SciPy, Pillow, tifffile and h5py');
