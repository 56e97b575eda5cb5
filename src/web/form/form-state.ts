import { useState } from 'preact/hooks';
import type { DistanceKind, FieldName, Values } from '../fields/fields.ts';

/** Everything that was typed or dropped, kept while somebody looks at other parts of the page. */
export interface FormState {
  readonly values: Values;
  readonly distance: DistanceKind;
  /** one frame, or a stack in its order */
  readonly frames: readonly File[];
  /** files that came with the frame and that nothing was done with */
  readonly left: readonly File[];
  readonly background: File | null;
  /** of the account; null: none */
  readonly profileId: string | null;
  /** whether it is a result’s request whose frame this page does not have */
  readonly isWithoutFrame: boolean;
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
  left: [],
  background: null,
  profileId: null,
  isWithoutFrame: false,
};

/** @param initial what is known from the start; null: nothing */
export function useFormState(initial: Partial<FormState> | null): FormControls {
  const [state, setState] = useState<FormState>(() => ({ ...EMPTY, ...initial }));
  return {
    state,
    set: (name, value) => setState((old) => ({ ...old, values: { ...old.values, [name]: value } })),
    change: (change) =>
      setState((old) => ({ ...old, ...(change.frames && { isWithoutFrame: false }), ...change })),
  };
}
