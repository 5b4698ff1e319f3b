import { Gauge, type Registry } from 'prom-client';
import type { Ingestion } from './ingest-readings.ts';

/** Readings taken in and not on disk yet: none of them is acknowledged. */
export function measureIngestion(ingestion: Pick<Ingestion, 'waiting'>, registry: Registry): void {
  new Gauge({
    name: 'atrium_ingest_waiting_readings',
    help: 'Readings that wait for their insert',
    registers: [registry],
    collect() {
      this.set(ingestion.waiting);
    },
  });
}
