/**
 * Frames of a third simulator through the command line: `node bench/accuracy/third-rigs.ts [first letters of rigs]`, o for off-axis,
 * i for in-line. PYTHON names an interpreter that has NumPy, SciPy, Pillow and tifffile.
 */
import { printPython } from './print-python.ts';

printPython('third-rigs.py', ['--names', process.argv[2] ?? 'o'], 'NumPy, SciPy, Pillow and tifffile');
