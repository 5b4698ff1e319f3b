import type { Registry } from 'prom-client';
import type { FindFigure } from './thresholds.ts';

/** Figures of `/metrics` at one time. */
export interface Figures {
  readonly find: FindFigure;
  /** Returns the figures of a metric by the value of one label. */
  by(metric: string, label: string): ReadonlyMap<string, number>;
  /** Adds up a metric over all its labels. */
  sum(metric: string): number;
}

interface Value {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

/** Reads what `/metrics` shows, so that no figure is computed twice. */
export async function readFigures(registry: Registry): Promise<Figures> {
  const metrics = await registry.getMetricsAsJSON();
  const values = new Map<string, Value[]>();
  for (const { name, values: all } of metrics as readonly { name: string; values: readonly Value[] }[])
    for (const value of all) {
      const own = value.metricName ?? name;
      values.set(own, [...(values.get(own) ?? []), value]);
    }
  const known = (metric: string) => (values.get(metric) ?? []).filter(({ value }) => Number.isFinite(value));
  return {
    find(metric, labels = {}) {
      const wanted = Object.entries(labels);
      const found = known(metric).filter(({ labels: own }) => wanted.every(([label, value]) => own[label] === value));
      return found.length === 0 ? null : Math.max(...found.map(({ value }) => value));
    },
    sum: (metric) => known(metric).reduce((total, { value }) => total + value, 0),
    by: (metric, label) => new Map(known(metric).map(({ labels, value }) => [String(labels[label]), value])),
  };
}
