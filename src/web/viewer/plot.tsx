import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';

interface PlotProps {
  readonly label: string;
  readonly data: uPlot.AlignedData;
  readonly options: Omit<uPlot.Options, 'width' | 'height'>;
  /** what makes another plot of it rather than other data in the same one */
  readonly kind: string;
  readonly height?: number;
}

type UPlot = { readonly default: typeof uPlot };

/** A plot, loaded when the first one is shown. */
export function Plot({ label, data, options, kind, height = 220 }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [library, setLibrary] = useState<UPlot | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadPlots().then(setLibrary, () => setFailed(true));
  }, []);
  useEffect(() => {
    if (!library || !box.current) return;
    const element = box.current;
    const width = Math.max(120, element.clientWidth);
    plot.current = new library.default({ ...options, width, height }, data, element);
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: Math.max(120, element.clientWidth), height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [library, kind]);
  useEffect(() => plot.current?.setData(data), [data]);
  if (failed) return <p role="alert">The plot could not be loaded: this page is offline.</p>;
  return <div ref={box} class="plot" role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
}

/** Asked for early where the page may go offline. */
export async function loadPlots(): Promise<UPlot> {
  const [library] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
  return library as unknown as UPlot;
}

interface PlotColours {
  readonly ink: string;
  readonly line: string;
  readonly accent: string;
}

/** The lower axis: no more room than its numbers and words take. */
export const lowerAxisOf = (colours: PlotColours) => ({ ...axisOf(colours), size: 30, labelSize: 22 });

/** The page’s own colours, which change with the colour scheme. */
export function usePlotColours(): PlotColours {
  const [colours, setColours] = useState(plotColours);
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const look = () => setColours(plotColours());
    scheme.addEventListener('change', look);
    return () => scheme.removeEventListener('change', look);
  }, []);
  return colours;
}

/** Both axes of a plot. */
export const axisOf = ({ ink, line }: PlotColours) => ({
  ...{ stroke: ink, ticks: { stroke: line } },
  grid: { stroke: line, width: 1 },
});

function plotColours(): PlotColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return { ink: read('--ink', '#222'), line: read('--line', '#ccc'), accent: read('--accent', '#0b5cad') };
}
