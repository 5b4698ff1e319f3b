import { Counter, Gauge, type Registry } from 'prom-client';
import type { RecentDays } from './recent-days.ts';

/** Exports how much of the recent readings is in memory, and how often sites were loaded from the store. */
export function measureRecentDays(openDays: Pick<RecentDays, 'usage'>, registry: Registry): void {
  new Gauge({
    name: 'atrium_open_days_bytes',
    help: 'Memory that the readings of open days take',
    registers: [registry],
    collect() {
      this.set(openDays.usage.bytes);
    },
  });
  new Gauge({
    name: 'atrium_open_days_sites',
    help: 'Sites whose readings of open days are in memory',
    registers: [registry],
    collect() {
      this.set(openDays.usage.sites);
    },
  });
  new Counter({
    name: 'atrium_open_days_fills_total',
    help: 'How often the readings of open days of a site were read from the store since the start',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(openDays.usage.fills);
    },
  });
}
