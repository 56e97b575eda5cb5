/**
 * Frames of a third simulator through the command line: `node bench/accuracy/third-rigs.ts [first letters of rigs]`, o for off-axis,
 * i for in-line. PYTHON names an interpreter that has NumPy, SciPy, Pillow and tifffile.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('third-rigs.py', import.meta.url));
const names = process.argv[2] ?? 'o';
const { status, stdout, stderr } = spawnSync(process.env.PYTHON ?? 'python3', [script, '--names', names], {
  encoding: 'utf8',
});
if (status !== 0)
  console.error(`The third simulator needs NumPy, SciPy, Pillow and tifffile (PYTHON): ${stderr}`);
console.log(stdout);
process.exitCode = status === 0 ? 0 : 1;
