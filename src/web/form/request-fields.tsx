import type { ComponentChildren } from 'preact';
import type { Session } from '../account/session.ts';
import type { FieldErrors } from '../api/field-errors.ts';
import { distanceKind, pixelPitch, wavelength, type FieldName } from '../fields/fields.ts';
import { DistanceFields } from './distance-fields.tsx';
import { ExpertFields } from './expert-fields.tsx';
import { FormField } from './field.tsx';
import type { FormControls } from './form-state.ts';
import type { ReadFrame } from './frame-facts.ts';
import { ModeChoice } from './mode-choice.tsx';
import { ProfileField } from './profile-field.tsx';
import { StatedByFile, useStated } from './stated-by-file.tsx';

export interface RequestFieldsProps {
  readonly form: FormControls;
  readonly read: ReadFrame;
  readonly errors: FieldErrors;
  readonly session: Session | null;
  /** how many frames one result is made of */
  readonly frames: number;
  /** several frames of one sample, each from its own distance */
  readonly stacked?: boolean;
  /** where many frames have one distance, and what they settle by themselves */
  readonly ofSequence?: { readonly without: readonly FieldName[] };
  /** what else is asked for below the distance */
  readonly children?: ComponentChildren;
}

/** What is asked for beside frames: the same of one hologram and of a sequence. */
export function RequestFields(props: RequestFieldsProps) {
  const { form, read, errors, session, frames, stacked = false, ofSequence, children } = props;
  const { state, set, change } = form;
  useStated(read.facts?.stated ?? null, state.values, set);
  const mode = state.values.holography_mode;
  const fields = { values: state.values, errors, set };
  return (
    <>
      <ModeChoice values={state.values} set={set} />
      <div class="fields">
        <FormField field={wavelength} form={fields} />
        <FormField field={pixelPitch} form={fields} />
      </div>
      <StatedByFile stated={read.facts?.stated ?? null} values={state.values} set={set} />
      <DistanceFields
        {...{ form: fields, kind: distanceKind(mode, state.distance, frames), mode, stacked }}
        one={ofSequence !== undefined}
        setKind={(distance) => change({ distance })}
      />
      {children}
      {session && <ProfileField {...{ session, chosen: state.profileId, change }} />}
      <ExpertFields form={fields} mode={mode} {...ofSequence} />
    </>
  );
}
