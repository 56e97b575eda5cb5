import { useEffect, useRef, useState } from 'preact/hooks';
import { withMinus } from '../../formats/preview/ticks.ts';
import { computer } from '../worker/computer.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { FramePanelProps } from './frame-panel-props.ts';
import type { FrameOfFile, FrameSpectrum } from '../worker/protocol.ts';
import { filterOf, MovableSpectrum } from './movable-spectrum.tsx';
import { PreviewFigure, type PreviewRequest } from './preview-figure.tsx';
import { formatValue } from '../viewer/format-value.ts';
import './frame-panel.css';

type Rig = Pick<FramePanelProps, 'wavelength' | 'pitch' | 'magnification' | 'inSample' | 'z'>;

interface Looked {
  /** one for each frame that is looked at */
  readonly number: number;
  readonly frame: ImageBitmap;
  readonly spectrum: FrameSpectrum;
}

/** A dropped frame and its spectrum with the sideband marked, before anything is sent. */
export function FramePanel({ file, index, mode, channel, onSeen, own, onSet, ...rig }: FramePanelProps) {
  const looked = useLooked(file, index, mode, channel);
  useEffect(() => {
    if (looked !== null) onSeen?.(file, looked instanceof Error ? null : looked.spectrum.refusal);
  }, [looked]);
  if (looked === null) return <p class="frame-waiting">Looking at the frame…</p>;
  if (looked instanceof Error) return <p class="frame-waiting">{looked.message}</p>;
  const { frame, spectrum, number } = looked;
  const preview = onSet ? previewOf({ file, index, mode, channel, own, ...rig }, spectrum, number) : null;
  return (
    <section class="frame-panel" aria-label="The frame and its spectrum">
      <figure>
        <Picture bitmap={frame} label="The frame" />
        <figcaption>{exposureWords(spectrum)}</figcaption>
      </figure>
      <figure>
        <MovableSpectrum
          {...{ spectrum, mode, own, samplePixel: samplePixelOf(rig) }}
          {...(onSet && { onSet })}
        />
        <figcaption>
          {spectrumWords(spectrum, mode, rig)}
          {onSet && mode === 'off-axis' && isCircled(spectrum, own) && <Hands {...{ own, onSet }} />}
        </figcaption>
      </figure>
      {preview && <PreviewFigure request={preview} />}
    </section>
  );
}

/** Whether there is a ring: where no sideband was found, one that was typed. */
function isCircled({ sideband }: FrameSpectrum, { carrier }: FramePanelProps['own']): boolean {
  return Boolean(sideband ?? carrier);
}

/** What can be done with the ring, and the way back to what was found. */
function Hands({ own, onSet }: Required<Pick<FramePanelProps, 'own' | 'onSet'>>) {
  if (own.carrier === null && own.radius === null)
    return (
      <> Drag the ring to move the filter, its rim to widen it; a press on the dashed one takes the twin.</>
    );
  const found = { carrier_cycles_per_px: '', filter_radius_cycles_per_um: '' };
  return (
    <>
      {' '}
      <button type="button" class="plain" onClick={() => onSet(found)} data-control="as-found">
        Back to the filter that was found
      </button>
    </>
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

let last = 0;

async function look(place: FrameOfFile, mode: 'off-axis' | 'inline'): Promise<Looked> {
  const worker = computer();
  const { id } = await worker.call('frameMap', place);
  const { extent } = await worker.call('histogram', { id, bins: 16 });
  const frame = await worker.call('paint', { id, colours: 'grey', range: extent });
  void worker.call('release', { ids: [id] });
  return { number: ++last, frame, spectrum: await worker.call('frameSpectrum', { ...place, mode }) };
}

function close(looked: Looked | Error | null): void {
  if (looked === null || looked instanceof Error) return;
  looked.frame.close();
  looked.spectrum.picture.close();
}

/** What the filter that a hand has placed shows; null: none was placed, or none can be. */
function previewOf(
  { file, index, mode, channel, own, ...rig }: Omit<FramePanelProps, 'onSeen' | 'onSet'>,
  spectrum: FrameSpectrum,
  number: number,
): PreviewRequest | null {
  const filter = mode === 'off-axis' ? filterOf(spectrum, own, samplePixelOf(rig)) : null;
  if (!filter || (own.carrier === null && own.radius === null)) return null;
  const carrier = { x: filter.x, y: filter.y };
  // a filter that reaches the middle takes no phase out of a frame
  if (1.2 * filter.radius >= Math.hypot(filter.x, filter.y)) return null;
  const { wavelength, pitch, z } = rig;
  const light = wavelength && pitch && z ? { wavelength, pitch, z: 1000 * z } : null;
  const found = spectrum.sideband?.carrier ?? carrier;
  const twin = found.x * carrier.x + found.y * carrier.y < 0;
  const level = twin ? { x: -found.x, y: -found.y } : { x: found.x, y: found.y };
  return {
    place: { file, index, channel },
    frame: number,
    filter: { carrier, radius: filter.radius },
    level,
    light,
  };
}

interface PictureProps {
  readonly bitmap: ImageBitmap;
  readonly label: string;
}

function Picture({ bitmap, label }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current!.getContext('2d')!.drawImage(bitmap, 0, 0), [bitmap]);
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} role="img" aria-label={label} />;
}

/** µm of one camera pixel in the sample; null: not known */
function samplePixelOf({ pitch, magnification, inSample }: Omit<Rig, 'wavelength' | 'z'>): number | null {
  return pitch && (inSample ? pitch : pitch / magnification);
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
  const at = withMinus(`(${carrier.x.toFixed(4)}, ${carrier.y.toFixed(4)})`);
  const place = `Sideband at ${at} cycles/px`;
  const sensor = pitch && (inSample ? pitch * magnification : pitch);
  const sample = samplePixelOf({ pitch, magnification, inSample });
  const detail = sample
    ? `, detail down to ${Number(((0.5 * sample) / radius).toPrecision(3))} µm (half a period) in the sample`
    : '';
  const length = Math.hypot(carrier.x, carrier.y);
  const sine = wavelength && sensor ? (length * wavelength) / sensor : null;
  const angle =
    sine !== null && sine < 1 ? `, reference ${((Math.asin(sine) * 180) / Math.PI).toFixed(2)}° off` : '';
  return `${place}${detail}${angle}; signal to noise ${Number(signalToNoise.toPrecision(3))}.`;
}
