import { FormField, type Fields } from './field.tsx';
import {
  distanceField,
  rangeEnd,
  rangeStart,
  stack,
  type DistanceKind,
  type Field,
} from '../fields/fields.ts';

const kinds = [
  ['known', 'known'],
  ['range', 'search a range'],
  ['unknown', 'I don’t know it'],
  ['stack', 'one per frame of a stack'],
] as const;

const fieldsOf: Readonly<Record<DistanceKind, readonly Field[]>> = {
  known: [distanceField],
  range: [rangeStart, rangeEnd],
  unknown: [],
  stack: [stack],
};

export interface DistanceFieldsProps {
  readonly form: Fields;
  readonly kind: DistanceKind;
  readonly setKind: (kind: DistanceKind) => void;
  readonly mode: string | undefined;
  /** several frames of one sample, each from its own distance */
  readonly stacked: boolean;
  /** whether frames have one distance, whatever the mode */
  readonly one?: boolean;
}

/** How far the sample lies from the sensor, in one of the ways it can be given. */
export function DistanceFields(props: DistanceFieldsProps) {
  const { form, kind, setKind, mode, stacked, one = false } = props;
  if (stacked) return <FormField field={stack} form={form} />;
  const ways = kinds.filter(([way]) => way !== 'stack' || (mode === 'inline' && !one));
  return (
    <fieldset class="distance">
      <legend>Distance from sample to sensor</legend>
      <div class="kinds">
        {ways.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="distance_kind"
              value={value}
              checked={kind === value}
              onChange={() => setKind(value)}
            />
            {label}
          </label>
        ))}
      </div>
      <div class="fields">
        {fieldsOf[kind].map((field) => (
          <FormField key={field.name} field={field} form={form} />
        ))}
      </div>
      {kind === 'unknown' && <p class="help">{unknown(mode)}</p>}
    </fieldset>
  );
}

function unknown(mode: string | undefined): string {
  if (mode === 'inline') return 'The focus is searched from 0.1 to 10 mm, and the result flagged.';
  return 'It is reconstructed where the camera was focused, z = 0, and the result flagged.';
}
