/**
 * Off-axis rigs drawn at random from the parts of the fourth simulator:
 * `node bench/accuracy/drawn-rigs.ts [first seed] [count] [--searched | --background | --beyond] [--kind=<word>]`. PYTHON names an interpreter
 * that has NumPy, SciPy, Pillow, tifffile and h5py.
 */
import { printPython } from './print-python.ts';

printPython('drawn-rigs.py', process.argv.slice(2), 'NumPy, SciPy, Pillow, tifffile and h5py');
