import { useEffect, useState } from 'preact/hooks';
import type { Histogram } from '../worker/histogram.ts';
import { computer } from '../worker/computer.ts';

const BINS = 256;

/** The distribution of a map's values, counted in the worker. */
export function useHistogram(id: number): Histogram | null {
  const [counted, setCounted] = useState<{ readonly id: number; readonly histogram: Histogram } | null>(null);
  useEffect(() => {
    let wanted = true;
    computer()
      .call('histogram', { id, bins: BINS })
      .then((histogram) => wanted && setCounted({ id, histogram }))
      .catch(() => undefined);
    return () => void (wanted = false);
  }, [id]);
  return counted?.id === id ? counted.histogram : null;
}
