import { readNumber } from '../../core/recipe/number-text.ts';
import type { FramePanelProps } from '../frame/frame-panel.tsx';
import { Lazy } from '../shell/lazy.tsx';
import type { Values } from './fields.ts';
import type { ReadFrame } from './frame-facts.ts';

export interface SeenFrameProps {
  readonly file: File | null;
  readonly mode: 'off-axis' | 'inline';
  readonly values: Values;
  readonly read: ReadFrame;
}

const framePanel = () => import('../frame/frame-panel.tsx').then(({ FramePanel }) => FramePanel);

/** The frame and its spectrum, before anything is sent. */
export function SeenFrame({ file, mode, values, read }: SeenFrameProps) {
  if (file === null || read.refusal !== null || read.note !== null) {
    return <p class="empty">The frame and its spectrum appear here, before anything is sent.</p>;
  }
  const number = (text: string | undefined): number | null => {
    const value = readNumber(text ?? '');
    return typeof value === 'number' ? value : null;
  };
  const panel: FramePanelProps = {
    ...{ file, mode },
    wavelength: number(values.wavelength_um),
    pitch: number(values.pixel_pitch_um),
  };
  return <Lazy load={framePanel} with={panel} waiting="Looking at the frame …" />;
}
