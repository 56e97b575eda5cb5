import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchFile } from '../api/results.ts';

export interface ThumbnailProps {
  readonly apiKey: string;
  readonly evidenceReportId: string;
  readonly alt: string;
}

/** The phase of a result as its package has it, fetched alone, and only when it comes into view. */
export function Thumbnail({ apiKey, evidenceReportId, alt }: ThumbnailProps) {
  const place = useRef<HTMLImageElement>(null);
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | null = null;
    const load = async (): Promise<void> => {
      const fetching = { apiKey, signal: leaving.signal };
      const png = await fetchFile(evidenceReportId, 'data/preview/phase.png', fetching);
      if (leaving.signal.aborted) return;
      made = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
      setSource(made);
    };
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      // a missing picture is no reason for an error: the result is there
      load().catch(() => {});
    });
    watcher.observe(place.current!);
    return () => {
      watcher.disconnect();
      leaving.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [evidenceReportId]);
  return <img ref={place} class="thumbnail" alt={alt} {...(source === null ? {} : { src: source })} />;
}
