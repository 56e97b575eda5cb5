/**
 * A recorded electron hologram, with its reference frame and alone, against what holospy makes of it, which brings it:
 * `node bench/accuracy/electron-needle.ts`. PYTHON names an interpreter that has NumPy, SciPy, tifffile and holospy.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('electron-needle.py', import.meta.url));
const { status, stdout, stderr } = spawnSync(process.env.PYTHON ?? 'python3', [script], { encoding: 'utf8' });
if (status !== 0) console.error(`This needs NumPy, SciPy, tifffile and holospy (PYTHON): ${stderr}`);
console.log(stdout);
process.exitCode = status === 0 ? 0 : 1;
