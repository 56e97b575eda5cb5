import { useRef, useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { encodeTiff } from '../../formats/encode/tiff.ts';
import { ReadFailure } from './read-failure.tsx';
import { saveFile } from '../shell/save-file.ts';
import { coloursOf, paintValues, type ColourRange } from './paint-frame.ts';
import { canRecord, recordAnimation } from './record-animation.ts';
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
    const canvas = document.createElement('canvas');
    paintValues(canvas, values, coloursOf(map), range);
    canvas.toBlob((blob) => blob && saveFile(blob, `${name}.png`), 'image/png');
  };
  const film = async (): Promise<void> => {
    running.current = new AbortController();
    setError(null);
    setShare(0);
    try {
      const { signal } = running.current;
      saveFile(await recordAnimation(reader, map, { range, rate }, setShare, signal), `${map}.webm`);
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
      {canRecord() && share === null && (
        <button type="button" class="second" onClick={() => void film()}>
          All as film (WebM)
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
