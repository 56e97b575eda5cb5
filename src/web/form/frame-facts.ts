import { useEffect, useState } from 'preact/hooks';
import { limits } from '../../core/limits/limits.ts';
import { channels, type Channel } from '../../formats/decode/samples/grey.ts';
import type { FrameFacts } from '../decode/frame-facts.ts';

/** What reading a file showed. */
export interface ReadFrame {
  /** null: still being read, or unreadable */
  readonly facts: FrameFacts | null;
  /** why the service would refuse the file, in a sentence; null: it would not, as far as this tells */
  readonly refusal: string | null;
  /** why it can't be shown here, though the service may take it; null: it can */
  readonly note: string | null;
}

/** What a file is to be: one frame, one frame or a stack of several, or a stack where it can be read both ways. */
export type Meant = 'one' | 'one-or-stack' | 'stack';

const NOTHING: ReadFrame = { facts: null, refusal: null, note: null };

interface Reading {
  readonly file: File;
  readonly asStack: boolean;
  readonly channel: Channel | null;
  readonly read: ReadFrame;
}

/** Reads the file here, before it is sent anywhere. */
export function useFrameFacts(file: File | null, meant: Meant, channel: Channel | null = null): ReadFrame {
  const [reading, setReading] = useState<Reading | null>(null);
  const asStack = meant === 'stack';
  useEffect(() => {
    if (file === null) return;
    let gone = false;
    const tell = (read: Partial<ReadFrame>) =>
      gone || setReading({ file, asStack, channel, read: { ...NOTHING, ...read } });
    import('../frame/read-frame.ts')
      .then(({ readFrame }) => readFrame(file, asStack, channel))
      .then(
        (facts) => tell({ facts }),
        (error: Error) => tell(unread(error)),
      );
    return () => void (gone = true);
  }, [file, asStack, channel]);
  const isThis = reading?.file === file && reading?.asStack === asStack && reading?.channel === channel;
  if (reading === null || !isThis) return NOTHING;
  return { ...reading.read, refusal: reading.read.refusal ?? countRefused(reading.read.facts, meant) };
}

/** What can't be read here is not always refused there: then nothing but an explanation is known. */
function unread(error: Error): Partial<ReadFrame> {
  const judged = 'code' in error && error.code !== null;
  return judged ? { refusal: error.message } : { note: error.message };
}

function countRefused(facts: FrameFacts | null, meant: Meant): string | null {
  if (facts === null || facts.frames === 1) return null;
  if (meant === 'one') return facts.refusal_alone;
  const { min, max } = limits.stack_frames;
  return facts.frames > max ? `It holds ${facts.frames} frames; a stack has ${min} to ${max}.` : null;
}

/** The channel that is chosen in the form, if one is. */
export function channelOf(chosen: string | undefined): Channel | null {
  return channels.find((channel) => channel === chosen) ?? null;
}
