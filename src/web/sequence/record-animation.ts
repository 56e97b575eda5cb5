import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { scaleBarLength } from '../../formats/preview/ticks.ts';
import { animatedPng } from './animated-png.ts';
import type { ColourRange } from './paint-frame.ts';
import { coloursOf, paintValues } from './paint-frame.ts';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';

/** Smaller ones are enlarged by whole pixels: encoders blur what is fine. */
const LEAST_SIDE = 512;
const BITS_PER_PIXEL_AND_FRAME = 0.4;
const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** Whether this browser records pictures. */
export function canRecord(): boolean {
  return typeof MediaRecorder === 'function' && types.some((type) => MediaRecorder.isTypeSupported(type));
}

interface Film {
  readonly range: ColourRange;
  /** frames a second */
  readonly rate: number;
}

/**
 * All frames as a film of so many frames a second, which takes as long as it plays.
 * @throws Error with a sentence for people; Cancelled
 */
export async function recordAnimation(
  reader: SequenceReader,
  map: SequenceMapName,
  { range, rate }: Film,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { frames } = reader.layout;
  const { canvas, draw } = filmOf(reader, map, range);
  // frames are taken when they are drawn, not by a clock
  const stream = canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))!;
  const videoBitsPerSecond = Math.ceil(BITS_PER_PIXEL_AND_FRAME * canvas.width * canvas.height * rate);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const ended = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error('This browser could not record the film.'));
  });
  recorder.start();
  try {
    let next = performance.now();
    for (let k = 0; k < frames; k++) {
      const values = await reader.frame(map, k);
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      next = Math.max(performance.now(), next) + 1000 / rate;
      draw(k, values);
      track.requestFrame();
      onProgress((k + 1) / frames);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
  }
  await ended;
  track.stop();
  return new Blob(pieces, { type: 'video/webm' });
}

/**
 * The same as an animated PNG, for browsers that record no WebM: every browser shows it, and no value is blurred.
 * @throws Error with a sentence for people; Cancelled
 */
export async function drawAnimation(
  reader: SequenceReader,
  map: SequenceMapName,
  { range, rate }: Film,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { frames } = reader.layout;
  const { canvas, draw } = filmOf(reader, map, range);
  const pictures: Uint8Array[] = [];
  for (let k = 0; k < frames; k++) {
    const values = await reader.frame(map, k);
    signal.throwIfAborted();
    draw(k, values);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!picture) throw new Error('This browser has no memory for the film.');
    pictures.push(new Uint8Array(await picture.arrayBuffer()));
    onProgress((k + 1) / frames);
  }
  return animatedPng(pictures, rate);
}

/** What a film is drawn on, frame by frame. */
function filmOf(reader: SequenceReader, map: SequenceMapName, range: ColourRange) {
  const { rows, cols } = reader.layout;
  const small = document.createElement('canvas');
  const canvas = document.createElement('canvas');
  const scale = Math.max(1, Math.ceil(LEAST_SIDE / Math.max(rows, cols)));
  const [width, height] = [scale * cols, scale * rows];
  [canvas.width, canvas.height] = [2 * Math.ceil(width / 2), 2 * Math.ceil(height / 2)];
  const context = canvas.getContext('2d')!;
  context.imageSmoothingEnabled = false;
  const draw = (k: number, values: RealMap): void => {
    paintValues(small, values, coloursOf(map), range, reader.uncertainty);
    context.drawImage(small, 0, 0, width, height);
    writeOn(context, reader, k, { width, height });
  };
  return { canvas, draw };
}

/** Share of the film's width that its scale bar takes at most. */
const BAR_SHARE = 0.25;

/** Time, or the frame's number, and a scale bar: a film that is shown somewhere has nothing else to tell them. */
function writeOn(
  context: CanvasRenderingContext2D,
  { frames, layout, pixelSizeUm }: SequenceReader,
  k: number,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const { time, flags } = frames[k]!;
  const font = Math.max(14, Math.round(height / 32));
  const bar = scaleBarLength(BAR_SHARE * layout.cols * pixelSizeUm.x);
  const length = (bar.um / (layout.cols * pixelSizeUm.x)) * width;
  const when = time === null ? `frame ${k}` : `${Number(time.toPrecision(6))} s`;
  const label = flags === '' ? when : `${when} · does not belong`;
  context.font = `600 ${font}px system-ui, sans-serif`;
  context.fillStyle = 'rgb(6 19 26 / 72%)';
  context.fillRect(0, 0, context.measureText(label).width + font, 1.7 * font);
  const text = Math.max(length, context.measureText(bar.label).width);
  context.fillRect(0, height - 2.3 * font, text + font, 2.3 * font);
  context.fillStyle = '#fff';
  context.fillText(label, font / 2, 1.2 * font);
  context.fillText(bar.label, font / 2, height - 1.1 * font);
  context.fillRect(font / 2, height - 0.8 * font, length, font / 4);
}
