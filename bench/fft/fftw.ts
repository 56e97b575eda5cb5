import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('fftw.c', import.meta.url));
const build = fileURLToPath(new URL('../build/', import.meta.url));

/** FFTW in a process of its own that waits, without using the processor, until asked to run. */
export class Fftw implements Disposable {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  /** @param patient plans with FFTW_PATIENT, which takes minutes, and not with FFTW_MEASURE */
  constructor(patient = false) {
    mkdirSync(build, { recursive: true });
    const program = `${build}fftw`;
    execFileSync('cc', ['-O3', '-march=native', source, '-o', program, '-lfftw3f', '-lm']);
    this.#process = spawn(program, patient ? ['patient'] : [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#reader = createInterface({ input: this.#process.stdout! });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** Milliseconds of each of `repeats` transforms. */
  async time(kind: 'c' | 'i' | 'r', rows: number, cols: number, repeats: number): Promise<number[]> {
    this.#process.stdin!.write(`${kind} ${rows} ${cols} ${repeats}\n`);
    const { value } = await this.#lines.next();
    return String(value).trim().split(' ').map(Number);
  }

  [Symbol.dispose](): void {
    this.#process.stdin!.end();
    this.#reader.close();
  }
}
