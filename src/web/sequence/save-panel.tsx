import { useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { encodeTiff } from '../../formats/encode/tiff.ts';
import { pictureWithBars } from '../colour/picture-with-bars.ts';
import { ReadFailure } from './read-failure.tsx';
import { saveFile } from '../shell/save-file.ts';
import { coloursOf, paintValues, type ColourRange } from './paint-frame.ts';
import { canRecord, drawAnimation, recordAnimation } from './record-animation.ts';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';

export interface SavePanelProps {
  readonly reader: SequenceReader;
  readonly map: SequenceMapName;
  readonly k: number;
  readonly values: RealMap;
  readonly range: ColourRange;
  readonly rate: number;
}

/** A frame as numbers or as a picture, and all of them as a film. */
export function SavePanel({ reader, map, k, values, range, rate }: SavePanelProps) {
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<AbortController | null>(null);
  const name = `${map}-${k}`;
  const tiff = (): void => {
    const options = {
      pixelSizeUm: reader.pixelSizeUm,
      display: range,
      valueUnit: map === 'phase' ? 'rad' : '1',
    };
    saveFile(new Blob([...encodeTiff(values, options)] as BlobPart[], { type: 'image/tiff' }), `${name}.tif`);
  };
  const png = (): void => {
    const canvas = pictureOf({ reader, map, k, values, range });
    canvas?.toBlob((blob) => blob && saveFile(blob, `${name}.png`), 'image/png');
  };
  const film = async (): Promise<void> => {
    running.current = new AbortController();
    setError(null);
    setShare(0);
    try {
      const { signal } = running.current;
      const [make, ending] = canRecord()
        ? ([recordAnimation, 'webm'] as const)
        : ([drawAnimation, 'png'] as const);
      saveFile(await make(reader, map, { range, rate }, setShare, signal), `${map}.${ending}`);
    } catch (cause) {
      if (!running.current.signal.aborted) setError(cause as Error);
    }
    setShare(null);
  };
  return (
    <div class="row saving">
      <button type="button" class="second" onClick={tiff}>
        Frame as TIFF
      </button>
      <button type="button" class="second" onClick={png}>
        Frame as PNG
      </button>
      {share === null && (
        <button type="button" class="second" onClick={() => void film()}>
          All as film ({canRecord() ? 'WebM' : 'animated PNG'})
        </button>
      )}
      {share !== null && (
        <button type="button" class="second" onClick={() => running.current?.abort()}>
          Recording: {Math.round(100 * share)} %, stop
        </button>
      )}
      {error && <ReadFailure error={error} />}
    </div>
  );
}

/** What a picture says by itself, wherever it goes. */
function titleOf({ frames }: SequenceReader, map: SequenceMapName, k: number): string {
  const { time, flags } = frames[k]!;
  const when = time === null ? '' : `, ${Number(time.toPrecision(6))} s`;
  const kept = flags === '' ? '' : ', does not belong';
  return `${map === 'phase' ? 'Phase, rad' : 'Amplitude'} (frame ${k}${when}${kept})`;
}

/** A frame with what a person needs to read it. */
function pictureOf({
  reader,
  map,
  k,
  values,
  range,
}: Omit<SavePanelProps, 'rate'>): HTMLCanvasElement | null {
  const image = document.createElement('canvas');
  const { rows, cols } = values;
  const colours = coloursOf(map);
  paintValues(image, values, colours, range, reader.uncertainty);
  const title = titleOf(reader, map, k);
  return pictureWithBars({ title, image, rows, cols, colours, range, pixelSizeUm: reader.pixelSizeUm });
}
