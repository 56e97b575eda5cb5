/**
 * In-line rigs drawn at random from the parts of the fourth simulator:
 * `node bench/accuracy/drawn-inline.ts [first seed] [count] [--searched] [--kind=<word>]`. PYTHON names an interpreter
 * that has NumPy, SciPy, Pillow, tifffile and h5py.
 */
import { printPython } from './print-python.ts';

printPython('drawn-inline.py', process.argv.slice(2), 'NumPy, SciPy, Pillow, tifffile and h5py');
