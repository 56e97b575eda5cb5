import { useState } from 'preact/hooks';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { ColourBar } from '../viewer/colour-bar.tsx';
import { formatWithSigma } from '../viewer/format-value.ts';
import { FramePicture, type FramePictureProps } from './frame-picture.tsx';
import { coloursOf } from './paint-frame.ts';
import type { FrameSample, SequenceReader } from './sequence-reader.ts';

interface WatchFrameProps extends Omit<FramePictureProps, 'pixelSizeUm' | 'sigma' | 'onLook'> {
  readonly reader: SequenceReader;
  readonly k: number;
  /** it is as it lies in the package: its uncertainty is known */
  readonly asStored: boolean;
}

/** A frame with its colour bar, and the value under the pointer. */
export function WatchFrame({ reader, k, asStored, ...picture }: WatchFrameProps) {
  const [sample, setSample] = useState<FrameSample | null>(null);
  const { map, range, values } = picture;
  const [title, unit] = map === 'phase' ? ['Phase', 'rad'] : ['Amplitude', ''];
  const sigma = asStored && map === 'phase' && sample ? sigmaAt(reader, k, sample) : null;
  return (
    <>
      <div class="with-bar">
        <FramePicture
          {...picture}
          sigma={asStored ? reader.uncertainty : null}
          pixelSizeUm={reader.pixelSizeUm}
          onLook={setSample}
        />
        <ColourBar colours={coloursOf(map)} {...{ range, unit, title }} />
      </div>
      <p class="looked-at small" data-looked-at>
        {sample ? (
          <>
            ({sample.x}, {sample.y}) <strong>{formatWithSigma(valueAt(values, sample), sigma, unit)}</strong>
          </>
        ) : (
          `${values.cols} × ${values.rows} samples, ${Number(reader.pixelSizeUm.x.toPrecision(4))} µm apart`
        )}
      </p>
    </>
  );
}

function valueAt({ cols, data }: RealMap, { x, y }: FrameSample): number {
  return data[y * cols + x] ?? NaN;
}

function sigmaAt({ uncertainty, frames }: SequenceReader, k: number, sample: FrameSample): number | null {
  const factor = frames[k]?.sigmaFactor ?? NaN;
  return uncertainty && Number.isFinite(factor) ? factor * valueAt(uncertainty, sample) : null;
}
