/**
 * A recorded electron hologram, with its reference frame and alone, against what holospy makes of it, which brings it:
 * `node bench/accuracy/electron-needle.ts`. PYTHON names an interpreter that has NumPy, SciPy, tifffile and holospy.
 */
import { printPython } from './print-python.ts';

printPython('electron-needle.py', [], 'NumPy, SciPy, tifffile and holospy');
