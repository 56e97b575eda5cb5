import { useEffect, useRef, useState } from 'preact/hooks';
import { computer } from '../worker/computer.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { FrameOfFile, FrameSpectrum } from '../worker/protocol.ts';
import { formatValue } from '../viewer/format-value.ts';
import './frame-panel.css';

export interface FramePanelProps {
  readonly file: File;
  /** which frame of a file with several, from 0; null: it holds this one alone */
  readonly index: number | null;
  readonly mode: 'off-axis' | 'inline';
  /** of a frame in colour; null: it is to be grey */
  readonly channel: Channel | null;
  /** µm, where light propagates to the sensor; null while it isn't known */
  readonly wavelength: number | null;
  /** µm, as given; null while it isn't known */
  readonly pitch: number | null;
  readonly magnification: number;
  /** the pitch is that in the sample, not that of the camera */
  readonly inSample: boolean;
  /** see SeenFrame */
  readonly onSeen?: (file: File, refusal: string | null) => void;
}

type Rig = Pick<FramePanelProps, 'wavelength' | 'pitch' | 'magnification' | 'inSample'>;

interface Looked {
  readonly frame: ImageBitmap;
  readonly spectrum: FrameSpectrum;
}

/** A dropped frame and its spectrum with the sideband marked, before anything is sent. */
export function FramePanel({ file, index, mode, channel, onSeen, ...rig }: FramePanelProps) {
  const looked = useLooked(file, index, mode, channel);
  useEffect(() => {
    if (looked !== null && !(looked instanceof Error)) onSeen?.(file, looked.spectrum.refusal);
  }, [looked]);
  if (looked === null) return <p class="frame-waiting">Looking at the frame…</p>;
  if (looked instanceof Error) return <p class="frame-waiting">{looked.message}</p>;
  const { frame, spectrum } = looked;
  return (
    <section class="frame-panel" aria-label="The frame and its spectrum">
      <figure>
        <Picture bitmap={frame} label="The frame" draw={null} />
        <figcaption>{exposureWords(spectrum)}</figcaption>
      </figure>
      <figure>
        <Picture
          bitmap={spectrum.picture}
          label={spectrum.sideband ? 'Its spectrum, the sideband circled' : 'Its spectrum'}
          proportion={proportionOf(spectrum)}
          draw={(context) => markSideband(context, spectrum)}
        />
        <figcaption>{spectrumWords(spectrum, mode, rig)}</figcaption>
      </figure>
    </section>
  );
}

function useLooked(
  file: File,
  index: number | null,
  mode: 'off-axis' | 'inline',
  channel: Channel | null,
): Looked | Error | null {
  const [looked, setLooked] = useState<Looked | Error | null>(null);
  useEffect(() => {
    let wanted = true;
    setLooked(null);
    look({ file, index, channel }, mode).then(
      (seen) => (wanted ? setLooked(seen) : close(seen)),
      (cause: Error) => wanted && setLooked(cause),
    );
    return () => void (wanted = false);
  }, [file, index, mode, channel]);
  useEffect(() => () => close(looked), [looked]);
  return looked;
}

async function look(place: FrameOfFile, mode: 'off-axis' | 'inline'): Promise<Looked> {
  const worker = computer();
  const { id } = await worker.call('frameMap', place);
  const { extent } = await worker.call('histogram', { id, bins: 16 });
  const frame = await worker.call('paint', { id, colours: 'grey', range: extent });
  void worker.call('release', { ids: [id] });
  return { frame, spectrum: await worker.call('frameSpectrum', { ...place, mode }) };
}

function close(looked: Looked | Error | null): void {
  if (looked === null || looked instanceof Error) return;
  looked.frame.close();
  looked.spectrum.picture.close();
}

interface PictureProps {
  readonly bitmap: ImageBitmap;
  readonly label: string;
  /** width by height where its pixels are not square */
  readonly proportion?: number;
  readonly draw: ((context: CanvasRenderingContext2D) => void) | null;
}

/** A step along x is another frequency than one along y where the frame is no square: a round filter is to look round. */
function proportionOf({ step_cycles_per_px: step, rows, cols }: FrameSpectrum): number {
  return (cols * step.x) / (rows * step.y);
}

function Picture({ bitmap, label, proportion, draw }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    draw?.(context);
  }, [bitmap]);
  return (
    <canvas
      ref={canvas}
      {...{ width: bitmap.width, height: bitmap.height, role: 'img', 'aria-label': label }}
      {...(proportion === undefined ? {} : { style: { aspectRatio: String(proportion) } })}
    />
  );
}

/** A ring where the filter lies and a dashed one around its twin. Zero frequency is in the middle. */
function markSideband(context: CanvasRenderingContext2D, spectrum: FrameSpectrum): void {
  const { sideband, step_cycles_per_px: step, rows, cols } = spectrum;
  if (!sideband) return;
  const width = Math.max(2, cols / 250);
  for (const sign of [1, -1] as const) {
    const x = (cols >> 1) + 0.5 + (sign * sideband.carrier.x) / step.x;
    const y = (rows >> 1) + 0.5 + (sign * sideband.carrier.y) / step.y;
    for (const [style, line] of [
      ['#06131a', 2 * width],
      ['#4ff0e0', width],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = line;
      context.setLineDash(sign === 1 ? [] : [3 * width, 3 * width]);
      context.beginPath();
      context.ellipse(x, y, sideband.radius / step.x, sideband.radius / step.y, 0, 0, 2 * Math.PI);
      context.stroke();
    }
  }
}

const CLIPPED = 0.001;

function exposureWords({ minimum, maximum, mean, fractionAtMaximum }: FrameSpectrum): string {
  const values = `Values from ${formatValue(minimum)} to ${formatValue(maximum)}, mean ${mean.toFixed(1)}.`;
  if (fractionAtMaximum < CLIPPED) return values;
  return `${values} ${(100 * fractionAtMaximum).toFixed(1)} % of the pixels sit at the largest value: the frame may be overexposed.`;
}

function spectrumWords(
  { sideband }: FrameSpectrum,
  mode: 'off-axis' | 'inline',
  { wavelength, pitch, magnification, inSample }: Rig,
): string {
  if (mode === 'inline')
    return 'Spectrum. An inline hologram has no sideband; rings around the middle are its sample.';
  // why is said with the verdict, at length
  if (!sideband) return 'Spectrum. No usable sideband was found in it.';
  const { carrier, radius, signalToNoise } = sideband;
  const place = `Sideband at (${carrier.x.toFixed(4)}, ${carrier.y.toFixed(4)}) cycles/px`;
  const sensor = pitch && (inSample ? pitch * magnification : pitch);
  const sample = sensor && sensor / magnification;
  const detail = sample
    ? `, detail down to ${formatValue((0.5 * sample) / radius)} µm (half a period) in the sample`
    : '';
  const length = Math.hypot(carrier.x, carrier.y);
  const sine = wavelength && sensor ? (length * wavelength) / sensor : null;
  const angle =
    sine !== null && sine < 1 ? `, reference ${((Math.asin(sine) * 180) / Math.PI).toFixed(2)}° off` : '';
  return `${place}${detail}${angle}; signal to noise ${Number(signalToNoise.toPrecision(3))}.`;
}
