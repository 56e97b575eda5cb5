import { readFileSync } from 'node:fs';
import { settingsOf } from '../../bench/sensitivity/settings-of.ts';
import type { Moved, Plan } from './plan.ts';
import type { Switches } from './switches.ts';

const shared = globalThis as unknown as { leithFaults: Switches; leithMoved?: boolean };

/** A setting is asked for through its switches: which of them are passed through is then known, as of faults in the code. */
function moveWhenAsked(all: readonly Moved[]): void {
  const stages: Readonly<Record<string, object>> = settingsOf;
  const places = Map.groupBy(all, ({ stage, setting }) => [stage, ...setting].join('.'));
  for (const moved of places.values()) {
    const { stage, setting } = moved[0]!;
    const holder = setting
      .slice(0, -1)
      .reduce((value, key) => (value as Record<string, object>)[key]!, stages[stage]!);
    const key = setting.at(-1)!;
    const usual: unknown = (holder as Record<string, unknown>)[key];
    Object.defineProperty(holder, key, {
      enumerable: true,
      get: () => {
        const on = moved.filter(({ id }) => shared.leithFaults.on(id)).at(0);
        return on ? on.value : usual;
      },
    });
  }
}

// the settings stay what they are from file to file
if (!shared.leithMoved) {
  const { mutants } = JSON.parse(readFileSync(process.env.LEITH_FAULTS!, 'utf8')) as Plan;
  moveWhenAsked(mutants.filter((one) => 'setting' in one));
  shared.leithMoved = true;
}
