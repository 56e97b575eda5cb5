import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readNumber } from '../../core/recipe/number-text.ts';
import { inFieldUnits } from '../../core/recipe/with-unit.ts';
import type { FramePanelProps } from '../frame/frame-panel-props.ts';
import { Lazy } from '../shell/lazy.tsx';
import type { FieldName, Values } from '../fields/fields.ts';
import { channelOf, type ReadFrame } from './frame-facts.ts';

export interface SeenFrameProps {
  /** one, or the frames of a stack */
  readonly files: readonly File[];
  /** how many frames there are, in one file or several */
  readonly frames: number;
  readonly mode: 'off-axis' | 'inline';
  readonly values: Values;
  readonly read: ReadFrame;
  /** told once a frame has been looked at: why no sideband was found; null: one was, or none is needed */
  readonly onSeen?: (file: File, refusal: string | null) => void;
  /** what hands on the spectrum make of the fields; absent: it is looked at only */
  readonly onSet?: (fields: Values) => void;
  /** what stands here before there is a frame; absent: a sentence */
  readonly empty?: VNode;
}

const framePanel = () => import('../frame/frame-panel.tsx').then(({ FramePanel }) => FramePanel);

/** A frame and its spectrum, before anything is sent; of a stack the one that is chosen. */
export function SeenFrame({ files, frames, mode, values, read, onSeen, onSet, empty }: SeenFrameProps) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, Math.max(0, frames - 1));
  const file = files[files.length > 1 ? index : 0];
  if (file === undefined && empty) return empty;
  if (file === undefined || read.note !== null || (read.refusal !== null && read.facts === null)) {
    return <p class="empty">The frame and its spectrum appear here, before anything is sent.</p>;
  }
  const inUnits = inFieldUnits(values as Readonly<Record<string, string>>);
  const number = (name: FieldName): number | null => {
    const value = readNumber(inUnits[name] ?? '');
    return typeof value === 'number' ? value : null;
  };
  const vacuum = number('wavelength_um');
  const panel: FramePanelProps = {
    ...{ file, index: files.length === 1 && frames > 1 ? index : null, mode },
    channel: channelOf(values.channel),
    wavelength: vacuum === null ? null : vacuum / (number('refractive_index_immersion') || 1),
    pitch: number('pixel_pitch_um'),
    magnification: number('magnification') || 1,
    inSample: values.pixel_pitch_basis === 'object_space',
    z: number('z_mm'),
    own: { carrier: pairOf(inUnits.carrier_cycles_per_px), radius: number('filter_radius_cycles_per_um') },
    ...(onSeen && { onSeen }),
    ...(onSet && { onSet }),
  };
  return (
    <>
      {frames > 1 && <FrameChoice {...{ frames, index, setChosen }} distances={values.stack_z_mm} />}
      {/* what is in the file is known first, so that no frame is asked for that is not there */}
      {files.length > 1 || read.facts !== null ? (
        <Lazy load={framePanel} with={panel} waiting="Looking at the frame …" />
      ) : (
        <p class="waiting">Looking at the frame …</p>
      )}
    </>
  );
}

/** Two numbers with a comma between them. */
function pairOf(text: string | undefined): readonly [number, number] | null {
  const [x, y, more] = (text ?? '').split(',').map(readNumber);
  return typeof x === 'number' && typeof y === 'number' && more === undefined ? [x, y] : null;
}

interface FrameChoiceProps {
  readonly frames: number;
  readonly index: number;
  readonly setChosen: (index: number) => void;
  readonly distances: string | undefined;
}

/** Which frame of a stack is looked at, and from which distance it is said to be. */
function FrameChoice({ frames, index, setChosen, distances }: FrameChoiceProps) {
  const given = (distances ?? '').split(',').map((text) => text.trim());
  const label = (at: number) =>
    `${at + 1} of ${frames}${given[at] && given.length === frames ? `, at ${given[at]} mm` : ''}`;
  return (
    <label class="frame-choice">
      Frame{' '}
      <select value={String(index)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
        {Array.from({ length: frames }, (_, at) => (
          <option key={at} value={String(at)}>
            {label(at)}
          </option>
        ))}
      </select>
    </label>
  );
}
