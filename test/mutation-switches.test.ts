import { stripTypeScriptTypes } from 'node:module';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { instrumented } from './mutation/instrument.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { FaultSwitches } from './mutation/switches.ts';

const SOURCE = `
export function grouped(all: readonly number[]): string {
  const [low, high]: [number[], number[]] = [[], []];
  for (const one of all)
    if (one < 3) low.push(one);
    else high.push(one);
  if (low.length > 2) low.length = 2;
  else if (high.length > 2) high.reverse();
  else high.push(-1);
  return [...low, '|', ...high].join(' ');
}
`;
const CASES = [[], [1, 2, 3, 4], [1, 2, 0, 3], [5, 6, 7], [3]];

/** The source with all of its faults in it, and those. */
function faulty() {
  const host = ts.createCompilerHost({});
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === 'it.ts' ? ts.createSourceFile(name, SOURCE, ts.ScriptTarget.Latest, true) : read(name, ...rest);
  const program = ts.createProgram(['it.ts'], { noLib: true, types: [] }, host);
  const found = mutantsOf('it.ts', program.getSourceFile('it.ts')!, program.getTypeChecker());
  const mutants = found.map((one, k) => ({ ...one, id: k + 1 }));
  const code = stripTypeScriptTypes(instrumented('it.ts', SOURCE, mutants)).replace('export', 'return');
  const switches = new FaultSwitches();
  const grouped = new Function('leithFaults', code)(switches) as (all: readonly number[]) => string;
  return { mutants, switches, grouped };
}

it('code with faults in it does what it did while none is on, and something else with one', () => {
  const { mutants, switches, grouped } = faulty();
  const sound = new Function(stripTypeScriptTypes(SOURCE).replace('export', 'return'))() as typeof grouped;
  const answers = () => CASES.map((all) => grouped(all));
  const expected = CASES.map((all) => sound(all));
  switches.begin(0);
  expect(answers()).toEqual(expected);
  const pushes = mutants.filter(({ text, from }) => text === ';' && SOURCE.slice(from).includes('.push('));
  expect(pushes.length).toBeGreaterThan(2);
  for (const { id, name } of pushes) {
    switches.begin(id);
    expect(answers(), name).not.toEqual(expected);
  }
});
