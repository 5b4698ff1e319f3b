import { Gauge, type Registry } from 'prom-client';

export interface MetricValue {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface StoredMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: () => Promise<readonly MetricValue[]>;
}

/**
 * Registers a metric that is read from a store when `/metrics` is requested. Values of an unreachable store are
 * omitted; `/readyz` reports the store, and other metrics are unaffected.
 */
export function measureStored(registry: Registry, { name, help, labelNames = [], read }: StoredMetric): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const figures = await read().catch(() => []);
      this.reset();
      // After a reset, a gauge without labels would report 0 instead of no value.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of figures) this.set(labels, value);
    },
  });
}
