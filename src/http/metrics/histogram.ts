import type { Metric, MetricValueWithName } from 'prom-client';

interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  /** observations by the first bound that they don’t exceed; above all of them: last */
  readonly counts: number[];
  sum: number;
}

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** ascending */
  readonly bounds: readonly number[];
}

/**
 * A histogram for a Prometheus registry of prom-client, whose own takes longer for each observation, and can’t be had
 * before that library is loaded.
 */
export class Histogram {
  readonly #options: HistogramOptions;
  readonly #series = new Map<string, Series>();

  constructor(options: HistogramOptions) {
    this.#options = options;
  }

  /**
   * @param key tells the labels apart
   * @param labels asked for when the key is new
   */
  observe(key: string, labels: () => Series['labels'], value: number): void {
    const { bounds } = this.#options;
    let series = this.#series.get(key);
    if (!series) {
      series = { labels: labels(), counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    let i = 0;
    while (i < bounds.length && value > bounds[i]!) i++;
    series.counts[i]! += 1;
    series.sum += value;
  }

  /** In the form that a registry asks its metrics for. */
  get metric(): Metric {
    const { name, help } = this.#options;
    const get = async () => ({
      ...{ name, help, type: 'histogram', aggregator: 'sum' },
      values: [...this.#series.values()].flatMap((one) => this.#values(one)),
    });
    // a registry asks for nothing else, whatever the types say
    return { name, help, get } as unknown as Metric;
  }

  #values({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    const { name, bounds } = this.#options;
    let total = 0;
    const buckets = [...bounds, '+Inf'].map((le, i) => {
      total += counts[i]!;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}
