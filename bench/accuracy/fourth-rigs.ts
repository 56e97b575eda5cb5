/**
 * Frames of a fourth simulator through the command line: `node bench/accuracy/fourth-rigs.ts [first letters of rigs]`, a to e for
 * off-axis (the default), f for in-line. PYTHON names an interpreter that has NumPy, SciPy, Pillow, tifffile and h5py.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('fourth-rigs.py', import.meta.url));
const names = process.argv[2] ?? 'a,b,c,d,e';
const { status, stdout, stderr } = spawnSync(process.env.PYTHON ?? 'python3', [script, '--names', names], {
  encoding: 'utf8',
});
if (status !== 0)
  console.error(`The fourth simulator needs NumPy, SciPy, Pillow, tifffile and h5py (PYTHON): ${stderr}`);
console.log(stdout);
process.exitCode = status === 0 ? 0 : 1;
