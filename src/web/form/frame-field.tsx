import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from '../../core/limits/limits.ts';
import { bytesInWords } from '../shell/amounts.ts';
import { DropZone } from '../shell/drop-zone.tsx';
import type { ReadFrame } from './frame-facts.ts';

const ACCEPT = '.png,.tif,.tiff,.bmp,.npy,.npz,.h5,.hdf5,.mat,.jpg,.jpeg';

export interface FrameFieldProps {
  readonly frames: readonly File[];
  readonly read: ReadFrame;
  /** what several frames are for; absent: one is meant */
  readonly several?: string | undefined;
  /** where the distances of a stack are still to be filled in */
  readonly askDistances?: boolean;
  readonly error: string | undefined;
  readonly onFrames: (frames: readonly File[]) => void;
  /** of files that were dropped or chosen; absent: they are the frames */
  readonly onFiles?: (files: readonly File[]) => void;
  /** why there is none, where one was expected */
  readonly missing?: string;
  /** what came with the frame, and what can be done with it */
  readonly leftOut?: ComponentChildren;
}

/** The hologram, or the frames of a stack. */
export function FrameField(props: FrameFieldProps) {
  const {
    frames,
    read,
    several,
    askDistances,
    error,
    onFrames,
    onFiles = onFrames,
    missing,
    leftOut,
  } = props;
  const wrong = error ?? read.refusal ?? undefined;
  return (
    <div class="field">
      <DropZone
        id="hologram"
        label="Hologram"
        action={frames.length === 0 ? 'Drop or choose a frame' : 'Another one'}
        compact={frames.length > 0}
        accept={ACCEPT}
        multiple={several !== undefined}
        describedBy="hologram-help hologram-error"
        invalid={wrong !== undefined}
        onFiles={onFiles}
      >
        <span class="help" id="hologram-help">
          {frames.length === 0 ? emptyHelp(several) : ''}
        </span>
      </DropZone>
      {frames.length > 0 && frames.length <= limits.stack_frames.max && (
        <Frames frames={frames} read={read} onFrames={onFrames} />
      )}
      {frames.length > limits.stack_frames.max && <TooMany count={frames.length} {...{ onFrames }} />}
      {leftOut}
      {missing && frames.length === 0 && (
        <p class="notice review" role="status" data-hint="frame-again">
          {missing}
        </p>
      )}
      {read.note !== null && <span class="help">{read.note}</span>}
      {askDistances && <AskDistances count={frames.length > 1 ? frames.length : (read.facts?.frames ?? 0)} />}
      <span class="error" id="hologram-error" aria-live="polite">
        {wrong}
      </span>
    </div>
  );
}

/** More than a stack has: they are a sequence, or a mistake. */
function TooMany({ count, onFrames }: Pick<FrameFieldProps, 'onFrames'> & { readonly count: number }) {
  return (
    <p class="notice review" role="status" data-hint="too-many">
      {count} frames are more than a stack of one sample has, which is {limits.stack_frames.max} at most.{' '}
      <a href="#/sequence/new">Make a sequence of them</a>{' '}
      <button type="button" class="plain" onClick={() => onFrames([])}>
        Remove them
      </button>
    </p>
  );
}

/** Leads from a stack to the field that it needs. */
function AskDistances({ count }: { readonly count: number }) {
  return (
    <span class="help" data-hint="distances">
      {count} frames of one sample: say from which distance each was recorded.{' '}
      <button type="button" class="plain" onClick={() => document.getElementById('stack_z_mm')?.focus()}>
        Fill in the distances
      </button>
    </span>
  );
}

function emptyHelp(several: string | undefined): string {
  const side = limits.frame_side_px.max;
  return `PNG, TIFF, BMP, NPY, NPZ, HDF5, MAT or JPEG, up to ${side} px a side. It is looked at here first.${several ? ` ${several}` : ''}`;
}

function Frames({ frames, read, onFrames }: Pick<FrameFieldProps, 'frames' | 'read' | 'onFrames'>) {
  const { facts } = read;
  const without = (index: number) => () => onFrames(frames.filter((_, other) => other !== index));
  return (
    <ol class="frames">
      {frames.map((file, index) => (
        <li key={`${file.name}-${index}`}>
          <span>
            {file.name} <span class="small">{bytesInWords(file.size)}</span>
            {index === 0 && facts && (
              <span class="small" data-facts>
                {' '}
                · {facts.format.toUpperCase()}, {facts.frames > 1 && `${facts.frames} frames, `}
                {facts.width} × {facts.height} px, {facts.bit_depth} bit
              </span>
            )}
          </span>
          <button type="button" class="plain" onClick={without(index)} aria-label={`Remove ${file.name}`}>
            Remove
          </button>
        </li>
      ))}
    </ol>
  );
}

export interface BackgroundFieldProps {
  readonly background: File | null;
  readonly error: string | undefined;
  readonly onBackground: (file: File | null) => void;
}

/** A frame of the same rig without a sample. */
export function BackgroundField({ background, error, onBackground }: BackgroundFieldProps) {
  const [others, setOthers] = useState(0);
  return (
    <div class="field">
      {background === null ? (
        <DropZone
          id="background"
          label="Background (optional)"
          action="Drop or choose a frame"
          compact
          accept={ACCEPT}
          describedBy="background-help background-error"
          invalid={error !== undefined}
          onFiles={(files) => {
            setOthers(files.length - 1);
            onBackground(files[0]!);
          }}
        >
          <span class="help" id="background-help">
            The same rig without a sample, same size: the surest way to an even result.
          </span>
        </DropZone>
      ) : (
        <p class="chosen">
          <span>
            Background: {background.name} <span class="small">{bytesInWords(background.size)}</span>
          </span>
          <button
            type="button"
            class="plain"
            onClick={() => onBackground(null)}
            aria-label="Remove the background"
          >
            Remove
          </button>
        </p>
      )}
      {background !== null && others > 0 && (
        <span class="help" role="status">
          One frame is the background; {others === 1 ? 'the other was' : `${others} others were`} not taken.
        </span>
      )}
      <span class="error" id="background-error" aria-live="polite">
        {error}
      </span>
    </div>
  );
}

export interface LeftOutProps {
  readonly left: readonly File[];
  readonly onBackground: (file: File) => void;
}

/** Of a whole folder nobody reads the names. */
const MOST_NAMED = 4;

/** Files beyond the one frame that is taken: said, and not lost. */
export function LeftOut({ left, onBackground }: LeftOutProps) {
  if (left.length === 0) return null;
  return (
    <span class="help" role="status" data-hint="left-out">
      One frame is taken here; <a href="#/sequence/new">make a sequence of all {left.length + 1}</a>. Not
      taken:{' '}
      {left.slice(0, MOST_NAMED).map((file) => (
        <span key={file.name}>
          {file.name}{' '}
          <button type="button" class="plain" onClick={() => onBackground(file)}>
            Take it as the background
          </button>{' '}
        </span>
      ))}
      {left.length > MOST_NAMED && `and ${left.length - MOST_NAMED} more`}
    </span>
  );
}
