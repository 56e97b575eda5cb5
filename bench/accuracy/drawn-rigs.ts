/**
 * Off-axis rigs drawn at random from the parts of the fourth simulator:
 * `node bench/accuracy/drawn-rigs.ts [first seed] [count] [--searched | --background | --beyond] [--kind=<word>]`. PYTHON names an interpreter
 * that has NumPy, SciPy, Pillow, tifffile and h5py.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('drawn-rigs.py', import.meta.url));
const run = spawnSync(process.env.PYTHON ?? 'python3', [script, ...process.argv.slice(2)], {
  encoding: 'utf8',
});
if (run.status !== 0)
  console.error(`The fourth simulator needs NumPy, SciPy, Pillow, tifffile and h5py (PYTHON): ${run.stderr}`);
console.log(run.stdout);
process.exitCode = run.status === 0 ? 0 : 1;
