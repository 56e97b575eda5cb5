import type { Values } from '../fields/fields.ts';
import { modes } from '../fields/modes.ts';

export interface ModeChoiceProps {
  readonly values: Values;
  readonly set: (name: 'holography_mode', value: string) => void;
}

/** How the hologram was recorded. */
export function ModeChoice({ values, set }: ModeChoiceProps) {
  return (
    <fieldset class="segments">
      <legend>Recorded</legend>
      {modes.map(([mode, label, about]) => (
        <label key={mode}>
          <input
            type="radio"
            name="holography_mode"
            value={mode}
            checked={values.holography_mode === mode}
            onChange={() => set('holography_mode', mode)}
          />
          <span>
            <strong>{label}</strong>
            <span class="small">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
