import { Gauge, type Registry } from 'prom-client';

export interface StoredFigure {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface StoredFigures {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: () => Promise<readonly StoredFigure[]>;
}

/**
 * Figures that are read from a store when `/metrics` is asked. Of a store that is away, which /readyz tells, they are
 * left out: nobody knows them, and the other figures are told all the same.
 */
export function measureStored(registry: Registry, { name, help, labelNames = [], read }: StoredFigures): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const figures = await read().catch(() => []);
      this.reset();
      // Reset, one without labels says 0, which is not what is known.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of figures) this.set(labels, value);
    },
  });
}
