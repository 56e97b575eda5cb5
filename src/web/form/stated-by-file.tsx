import { useLayoutEffect, useRef } from 'preact/hooks';
import { readNumber } from '../../core/recipe/number-text.ts';
import { inFieldUnits } from '../../core/recipe/with-unit.ts';
import {
  sizeInWords,
  statedDifferences,
  statedPitch,
  type GivenRig,
} from '../../formats/decode/stated/compare-stated.ts';
import type { StatedRig } from '../../formats/decode/stated/stated.ts';
import type { Values } from '../fields/fields.ts';
import type { FormControls } from './form-state.ts';

type Stated = 'wavelength_um' | 'pixel_pitch_um';

/** Fills in what a file's metadata state where nothing was typed; what was filled in before gives way. */
export function useStated(stated: StatedRig | null, values: Values, set: FormControls['set']): void {
  const filled = useRef<Partial<Record<Stated, string>>>({});
  const proposed = stated && proposals(stated, rigOf(values));
  // at once: what is typed between the drawing and a later effect would be written over by what was there before
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(proposed ?? {}) as [Stated, number | null][]) {
      const typed = values[name]?.trim() ?? '';
      if (value === null || (typed !== '' && typed !== filled.current[name])) continue;
      filled.current[name] = String(value);
      set(name, String(value));
    }
  }, [proposed?.wavelength_um, proposed?.pixel_pitch_um, stated]);
}

export interface StatedByFileProps {
  readonly stated: StatedRig | null;
  readonly values: Values;
  readonly set: FormControls['set'];
}

/** What the file says of wavelength and pixels, whether it was taken or not. */
export function StatedByFile({ stated, values, set }: StatedByFileProps) {
  if (stated === null) return null;
  const given = rigOf(values);
  const proposed = proposals(stated, given);
  const differs = new Set(statedDifferences(stated, given).map(({ field }) => field));
  const { pixelSize, wavelength } = stated;
  const use = (name: Stated) =>
    given[name] === undefined || differs.has(name) ? { value: proposed[name], set, name } : null;
  return (
    <>
      {wavelength && (
        <p class="small" data-stated="wavelength_um">
          {`The file states light of ${wavelength.um} µm (${wavelength.source}).`}{' '}
          <Use {...use('wavelength_um')} />
        </p>
      )}
      {pixelSize && (
        <p class="small" data-stated="pixel_pitch_um">
          {`The file states pixels of ${sizeInWords(pixelSize)} (${pixelSize.source}), which is usually their size in the `}
          {'sample: the pitch on the sensor divided by the magnification.'} <Use {...use('pixel_pitch_um')} />
        </p>
      )}
    </>
  );
}

interface UseProps {
  readonly name?: Stated;
  readonly value?: number | null;
  readonly set?: FormControls['set'];
}

function Use({ name, value, set }: UseProps) {
  if (!name || !set || value == null) return null;
  return (
    <button type="button" class="plain" onClick={() => set(name, String(value))}>
      Use {value}
    </button>
  );
}

function proposals(stated: StatedRig, given: GivenRig): Readonly<Record<Stated, number | null>> {
  return { wavelength_um: stated.wavelength?.um ?? null, pixel_pitch_um: statedPitch(stated, given) };
}

/** What is typed of the rig, as far as it is numbers. */
function rigOf(values: Values): GivenRig {
  const inUnits = inFieldUnits(values as Readonly<Record<string, string>>);
  const number = (name: Stated | 'magnification') => {
    const value = readNumber(inUnits[name] ?? '');
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  return {
    ...{ wavelength_um: number('wavelength_um'), pixel_pitch_um: number('pixel_pitch_um') },
    magnification: number('magnification'),
    pixel_pitch_basis: values.pixel_pitch_basis === 'object_space' ? 'object_space' : 'sensor',
  };
}
