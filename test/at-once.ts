/**
 * `node test/at-once.ts lint types tests [options]`: runs scripts of package.json side by side, so that no core waits for
 * another. The last one gets what is no script’s name and says what it says as it comes; what the others have said is printed when they
 * end. The exit code is 1 where one of them fails.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const { scripts: known } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
const words = process.argv.slice(2);
const other = words.findIndex((word) => !(word in known));
const scripts = words.slice(0, other < 0 ? undefined : other);
const options = words.slice(scripts.length);

async function run(script: string, k: number): Promise<string> {
  const begun = performance.now();
  const isLast = k === scripts.length - 1;
  const given = isLast && options.length > 0 ? ['--', ...options] : [];
  const child = spawn('npm', ['run', '--silent', script, ...given], {
    stdio: ['ignore', isLast ? 'inherit' : 'pipe', isLast ? 'inherit' : 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const said = Promise.all([child.stdout, child.stderr].map((pipe) => (pipe ? text(pipe) : '')));
  const [code, parts] = await Promise.all([ended, said]);
  if (code !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - begun) / 1000);
  const found = `${script}: ${code === 0 ? 'in order' : 'FAILED'}, ${seconds} s`;
  if (!isLast) process.stdout.write(`${found}\n${parts.join('')}`);
  return found;
}

const found = await Promise.all(scripts.map(run));
console.log(found.join('; '));
