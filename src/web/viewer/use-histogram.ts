import { useEffect, useState } from 'preact/hooks';
import type { Histogram } from '../worker/histogram.ts';
import { NOT_HERE } from './shown-map.ts';
import { computer } from '../worker/computer.ts';

const BINS = 256;

interface Counted {
  readonly id: number;
  readonly series: string;
  readonly histogram: Histogram;
}

/**
 * The distribution of a map's values, counted in the worker.
 * @param series names maps that follow each other in one place: that of the one before stays until the next is counted
 */
export function useHistogram(id: number, series: string): Histogram | null {
  const [counted, setCounted] = useState<Counted | null>(null);
  useEffect(() => {
    if (id === NOT_HERE) return;
    let wanted = true;
    computer()
      .call('histogram', { id, bins: BINS })
      .then((histogram) => wanted && setCounted({ id, series, histogram }))
      .catch(() => undefined);
    return () => void (wanted = false);
  }, [id]);
  return counted?.id === id || counted?.series === series ? counted.histogram : null;
}
