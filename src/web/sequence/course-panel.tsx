import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pictureWithBars } from '../colour/picture-with-bars.ts';
import { Cancelled } from '../api/problem.ts';
import { ReadFailure } from './read-failure.tsx';
import { saveFile } from '../shell/save-file.ts';
import { axisOf, Plot, usePlotColours } from '../viewer/plot.tsx';
import { courseOf, courseTable, curveOf, type PlaceCourse } from './course.ts';
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
        <Kymograph {...{ reader, course, map, place, range, name }} />
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
    const { mean, low, high } = curveOf(frames, course);
    return [frames.map(({ time }, t) => time ?? t), mean, high, low] as [number[], ...(number | null)[][]];
  }, [course]);
  const axis = axisOf(colours);
  const here = course.mean[at];
  const sigma = course.sigma[at];
  const marked = frames.filter(({ flags }) => flags !== '').length;
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
      {marked > 0 && (
        <p class="small">
          {marked === 1 ? 'One frame that does not belong is' : `${marked} frames that do not belong are`}{' '}
          left out of the curve; the CSV has them, with their flags.
        </p>
      )}
    </>
  );
}

interface KymographProps {
  readonly reader: SequenceReader;
  readonly place: MarkedPlace;
  readonly course: PlaceCourse;
  readonly map: SequenceMapName;
  readonly range: ColourRange;
  readonly name: string;
}

function Kymograph({ reader, place, course: { samples, count }, map, range, name }: KymographProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frames = reader.frames.length;
  useEffect(() => {
    const data = samples.slice();
    reader.frames.forEach(({ flags }, t) => flags !== '' && data.fill(NaN, t * count, (t + 1) * count));
    paintValues(canvas.current!, { rows: frames, cols: count, data }, coloursOf(map), range);
  }, [samples, map, range]);
  const time = reader.frames[frames - 1]!.time;
  const until = time === null ? `frame ${frames - 1}` : `${Number(time.toPrecision(4))} s`;
  const length = lengthOf(place, reader.pixelSizeUm);
  const save = (): void => {
    const title = `${map === 'phase' ? 'Phase, rad' : 'Amplitude'}: ${length} µm from left to right, 0 to ${until} from above to below`;
    const pixelSizeUm = { x: length / Math.max(1, count - 1) };
    const colours = coloursOf(map);
    const of = { title, image: canvas.current!, rows: frames, cols: count, colours, range, pixelSizeUm };
    pictureWithBars(of)?.toBlob((blob) => blob && saveFile(blob, `${name}-kymograph.png`), 'image/png');
  };
  return (
    <>
      <p class="small">
        Along the line from left to right, 0 to {length} µm; time from above to below, 0 to {until}. Grey: a
        frame that does not belong.
      </p>
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

/** µm, from one end to the other. */
function lengthOf(place: MarkedPlace, { x, y }: SequenceReader['pixelSizeUm']): number {
  if (place.kind === 'point') return 0;
  const [across, down] = [(place.to.x - place.from.x) * x, (place.to.y - place.from.y) * y];
  return Number(Math.hypot(across, down).toPrecision(4));
}
