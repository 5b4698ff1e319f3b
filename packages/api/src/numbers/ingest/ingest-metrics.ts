import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ingestion } from './ingest-readings.ts';

/** Exports the outcomes of received readings and the number not yet on disk (none of those is acknowledged). */
export function measureIngestion(ingestion: Pick<Ingestion, 'waiting' | 'totals'>, registry: Registry): void {
  new Gauge({
    name: 'atrium_ingest_waiting_readings',
    help: 'Readings queued for insertion',
    registers: [registry],
    collect() {
      this.set(ingestion.waiting);
    },
  });
  new Counter({
    name: 'atrium_ingest_readings_total',
    help: 'Readings received since the start, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(ingestion.totals)) this.inc({ outcome }, count);
    },
  });
}
