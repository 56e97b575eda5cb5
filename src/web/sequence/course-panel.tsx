import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Cancelled } from '../api/problem.ts';
import { ReadFailure } from './read-failure.tsx';
import { saveFile } from '../shell/save-file.ts';
import { axisOf, Plot, usePlotColours } from '../viewer/plot.tsx';
import { courseOf, courseTable, type PlaceCourse } from './course.ts';
import { inWords, type MarkedPlace } from './marked-place.ts';
import { coloursOf, paintValues, type ColourRange } from './paint-frame.ts';
import type { SequenceMapName, SequenceReader } from './sequence-reader.ts';

export interface CoursePanelProps {
  readonly reader: SequenceReader;
  readonly map: SequenceMapName;
  readonly place: MarkedPlace;
  readonly range: ColourRange;
  /** the frame that is looked at */
  readonly at: number;
}

/** What a place does over time: of a point or region with its uncertainty, of a line as a picture. */
export function CoursePanel({ reader, map, place, range, at }: CoursePanelProps) {
  const { course, share, error } = useCourse(reader, map, place);
  const unit = map === 'phase' ? 'rad' : '1';
  if (error) return <ReadFailure error={error} />;
  if (!course)
    return (
      <p class="waiting" role="status">
        Reading the course: {Math.round(100 * share)} %
      </p>
    );
  const name = `${map}-${place.kind}`;
  return (
    <section aria-label={`Course of the ${inWords(place)}`}>
      <h2>
        {place.kind === 'line' ? 'Along the line over time' : 'Over time'} <small>{inWords(place)}</small>
      </h2>
      {place.kind === 'line' ? (
        <Kymograph {...{ course, map, range, name }} frames={reader.layout.frames} />
      ) : (
        <>
          <CoursePlot {...{ reader, course, unit, at }} />
          <button
            type="button"
            class="second"
            onClick={() =>
              saveFile(new Blob([courseTable(reader, course, unit)], { type: 'text/csv' }), `${name}.csv`)
            }
          >
            Save as CSV
          </button>
        </>
      )}
    </section>
  );
}

function useCourse(reader: SequenceReader, map: SequenceMapName, place: MarkedPlace) {
  const [course, setCourse] = useState<PlaceCourse | null>(null);
  const [share, setShare] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    setCourse(null);
    setError(null);
    setShare(0);
    courseOf(reader, map, place, setShare, leaving.signal).then(setCourse, (cause: Error) => {
      if (!leaving.signal.aborted && !(cause instanceof Cancelled)) setError(cause);
    });
    return () => leaving.abort();
  }, [reader, map, place]);
  return { course, share, error };
}

interface CoursePlotProps {
  readonly reader: SequenceReader;
  readonly course: PlaceCourse;
  readonly unit: string;
  readonly at: number;
}

function CoursePlot({ reader, course, unit, at }: CoursePlotProps) {
  const colours = usePlotColours();
  const { frames } = reader;
  const hasTime = frames[0]?.time !== null;
  const data = useMemo(() => {
    const x = frames.map(({ time }, t) => time ?? t);
    const bound = (sign: number) =>
      course.mean.map((value, t) =>
        value === null || course.sigma[t] === null ? null : value + sign * course.sigma[t]!,
      );
    return [x, [...course.mean], bound(1), bound(-1)] as [number[], ...(number | null)[][]];
  }, [course]);
  const axis = axisOf(colours);
  const here = course.mean[at];
  const sigma = course.sigma[at];
  const digits = sigma ? Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(sigma)))) : 3;
  const value = here === null || here === undefined ? 'not known' : here.toFixed(digits).replace('-', '−');
  return (
    <>
      <p class="small" role="status">
        Frame {at}: {value}
        {here !== null && sigma ? ` ± ${sigma.toFixed(digits)}` : ''} {unit === 'rad' ? 'rad' : ''}
      </p>
      <Plot
        label={`Course over ${frames.length} frames; in frame ${at} ${value} ${unit}`}
        kind={`course ${unit} ${colours.ink}`}
        data={data}
        options={{
          scales: { x: { time: false } },
          legend: { show: false },
          axes: [
            { ...axis, label: hasTime ? 'time, s' : 'frame' },
            { ...axis, label: unit === 'rad' ? 'phase, rad' : 'amplitude', size: 60 },
          ],
          series: [
            {},
            { stroke: colours.accent, width: 1.5, points: { show: false } },
            { width: 0, points: { show: false } },
            { width: 0, points: { show: false } },
          ],
          bands: [{ series: [2, 3], fill: `${colours.accent}33` }],
        }}
      />
    </>
  );
}

interface KymographProps {
  readonly course: PlaceCourse;
  readonly map: SequenceMapName;
  readonly range: ColourRange;
  readonly frames: number;
  readonly name: string;
}

function Kymograph({ course: { samples, count }, map, range, frames, name }: KymographProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    paintValues(canvas.current!, { rows: frames, cols: count, data: samples }, coloursOf(map), range);
  }, [samples, map, range]);
  const save = (): void =>
    canvas.current!.toBlob((blob) => blob && saveFile(blob, `${name}-kymograph.png`), 'image/png');
  return (
    <>
      <p class="small">Along the line from left to right, time from above to below.</p>
      <canvas
        ref={canvas}
        class="kymograph"
        role="img"
        aria-label={`Kymograph: ${count} samples, ${frames} frames`}
      />
      <button type="button" class="second" onClick={save}>
        Save as PNG
      </button>
    </>
  );
}
