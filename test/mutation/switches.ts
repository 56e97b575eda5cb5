/** What the instrumented code asks: which fault is on, and what has been passed through. */
export interface Switches {
  on(id: number): boolean;
  turn(): void;
}

/** More turns than this times those of the same test without a fault, and the loop is taken for endless. */
const TURNS = 50;
const LEAST_TURNS = 1e6;

export class FaultSwitches implements Switches {
  private active = 0;
  private passed = new Set<number>();
  private turns = 0;
  private most = Infinity;

  on = (id: number): boolean => {
    this.passed.add(id);
    return this.active === id;
  };

  turn = (): void => {
    this.turns += 1;
    if (this.turns > this.most) throw new Error('a loop does not end');
  };

  /** From here on this fault is on (0: none), for so many turns of loops. */
  begin(id: number, turnsWithout = Infinity): void {
    this.active = id;
    this.turns = 0;
    this.most = TURNS * turnsWithout + LEAST_TURNS;
    this.passed = new Set();
  }

  /** No fault is on any more. What was passed through since the beginning, and the turns. */
  end(): { readonly passed: ReadonlySet<number>; readonly turns: number } {
    const { passed, turns } = this;
    this.begin(0);
    return { passed, turns };
  }
}
