import { useState } from 'preact/hooks';
import type { DistanceKind, FieldName, Values } from '../fields/fields.ts';

/** Everything that was typed or dropped, kept while somebody looks at other parts of the page. */
export interface FormState {
  readonly values: Values;
  readonly distance: DistanceKind;
  /** one frame, or a stack in its order */
  readonly frames: readonly File[];
  readonly background: File | null;
  /** of the account; null: none */
  readonly profileId: string | null;
}

export interface FormControls {
  readonly state: FormState;
  /** counts the times the form was filled from outside, e.g. with an example */
  readonly set: (name: FieldName, value: string) => void;
  readonly change: (change: Partial<FormState>) => void;
}

const EMPTY: FormState = {
  values: { holography_mode: 'off-axis' },
  distance: 'known',
  frames: [],
  background: null,
  profileId: null,
};

export function useFormState(): FormControls {
  const [state, setState] = useState(EMPTY);
  return {
    state,
    set: (name, value) => setState((old) => ({ ...old, values: { ...old.values, [name]: value } })),
    change: (change) => setState((old) => ({ ...old, ...change })),
  };
}
