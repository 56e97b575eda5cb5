/** What is waiting may grow so large where nobody reads the output, bytes; then lines are left out. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Where lines go: standard output. */
export interface Output {
  readonly writableLength: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Takes lines and hands over those of one turn of the event loop together: a system call for each takes longer than the
 * rest of writing it. When the process ends in any way that runs its exit handlers, nothing is lost.
 */
export class LineOutput {
  readonly #open: () => Output;
  #output: Output | null = null;
  #waiting = '';
  #leftOut = 0;

  /** @param open called with the first line */
  constructor(open: () => Output) {
    this.#open = open;
  }

  write(line: string): void {
    if (this.#waiting === '') setImmediate(() => this.flush());
    this.#waiting += line;
  }

  flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    if (text === '') return;
    this.#output ??= this.#opened();
    if (this.#output.writableLength > MOST_WAITING) {
      this.#leftOut += text.split('\n').length - 1;
      return;
    }
    this.#output.write(this.#leftOut === 0 ? text : `${leftOutLine(this.#leftOut)}${text}`);
    this.#leftOut = 0;
  }

  #opened(): Output {
    const output = this.#open();
    output.on('error', (error) => {
      // nobody reads any more
      if (error.code !== 'EPIPE') throw error;
    });
    return output;
  }
}

/** @param count how many lines nobody took */
function leftOutLine(count: number): string {
  const line = { level: 40, time: Date.now(), pid: process.pid, lines: count, msg: 'lines were left out' };
  return `${JSON.stringify(line)}\n`;
}

/** Standard output, for all loggers of the process. */
export const standardOutput = new LineOutput(() => process.stdout);
process.on('exit', () => standardOutput.flush());
