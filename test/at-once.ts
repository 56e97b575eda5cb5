/**
 * `node test/at-once.ts lint types`: runs scripts of package.json side by side, each of which keeps about one core busy,
 * and prints what each has said when it ends. The exit code is 1 where one of them fails.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

async function run(script: string): Promise<boolean> {
  const begun = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${script}: ${code === 0 ? 'in order' : 'FAILED'}, ${seconds} s`);
  process.stdout.write(stdout + stderr);
  return code === 0;
}

const passed = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
