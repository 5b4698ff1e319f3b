import { Counter, Gauge, type Registry } from 'prom-client';
import type { RecentDays } from './recent-days.ts';

/** Exports how much of the recent readings is in memory, and how often sites were loaded from the store. */
export function measureRecentDays(openDays: Pick<RecentDays, 'usage'>, registry: Registry): void {
  new Gauge({
    name: 'atrium_open_days_bytes',
    help: 'Memory of recent readings',
    registers: [registry],
    collect() {
      this.set(openDays.usage.bytes);
    },
  });
  new Gauge({
    name: 'atrium_open_days_sites',
    help: 'Sites with recent readings in memory',
    registers: [registry],
    collect() {
      this.set(openDays.usage.sites);
    },
  });
  new Counter({
    name: 'atrium_open_days_fills_total',
    help: 'Loads of recent readings of a site from the store since the start',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(openDays.usage.fills);
    },
  });
}
