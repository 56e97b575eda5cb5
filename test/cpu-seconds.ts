import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const TICKS_PER_S = 100;

interface Ended {
  readonly file: string;
  readonly cpu_s: number;
  readonly wall_s: number;
}

/**
 * Says what each file of tests costs, dearest first: `npx vitest run --maxWorkers=1 --reporter=./test/cpu-seconds.ts`.
 * CPU seconds of vitest and all that it has started, services and browsers included: with one worker, what was spent
 * since the file before ended is this one's. What several files share (a lent service, a browser, a module) the first
 * of them pays for. Reads /proc, so it needs Linux.
 */
export default class CpuSeconds implements Reporter {
  readonly #ended: Ended[] = [];
  #cpu = spentBy(process.pid);
  #time = performance.now();

  onTestModuleEnd(module: TestModule): void {
    const [cpu, time] = [spentBy(process.pid), performance.now()];
    const file = relative(process.cwd(), module.moduleId);
    this.#ended.push({ file, cpu_s: cpu - this.#cpu, wall_s: (time - this.#time) / 1000 });
    [this.#cpu, this.#time] = [cpu, time];
  }

  onTestRunEnd(): void {
    console.log('\n  CPU s  wall s  file');
    for (const { file, cpu_s, wall_s } of this.#ended.toSorted((a, b) => b.cpu_s - a.cpu_s))
      console.log(`${cpu_s.toFixed(1).padStart(7)} ${wall_s.toFixed(1).padStart(7)}  ${file}`);
    const total = this.#ended.reduce((sum, { cpu_s }) => sum + cpu_s, 0);
    console.log(`${total.toFixed(1).padStart(7)}          ${this.#ended.length} files`);
  }
}

/** Of a process and its descendants, those that have ended included. */
function spentBy(root: number): number {
  const children = new Map<number, number[]>();
  const spent = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const stat = statOf(pid);
    // after the name: state, parent, and from the 12th on user and system time, of the process and of its ended children
    if (!stat) continue;
    children.set(Number(stat[1]), [...(children.get(Number(stat[1])) ?? []), pid]);
    spent.set(pid, stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_S);
  }
  const of = (pid: number): number =>
    (spent.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + of(child), 0);
  return of(root);
}

function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // it has ended meanwhile
    return null;
  }
}
