/** Where a command reads and writes; tests hand in their own. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** One word after `leith`. */
export interface Command {
  readonly name: string;
  /** one line */
  readonly summary: string;
  readonly help: string;
  /** @returns the exit code: 0 done, 1 refused or failed, 2 the command line is wrong */
  execute(args: string[], io: Io): Promise<number>;
}
