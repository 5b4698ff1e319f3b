import { Gauge } from 'prom-client';
import { readFreeBytes } from '../files/free-space.ts';
import type { Platform } from '../platform.ts';
import { measureStored } from './stored-metrics.ts';

const memorySql = "SELECT toFloat64(value) AS bytes FROM system.metrics WHERE metric = 'MemoryTracking'";
const analyticsDiskSql =
  'SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE database = currentDatabase()';
const relationalDiskSql = 'select pg_database_size(current_database())::float8 as bytes';

/** Registers metrics of the platform's resources and queues, read when `/metrics` is requested. */
export function measurePlatform({ metrics, folder, relational, analytics, problems }: Platform): void {
  const registers = [metrics];
  new Gauge({
    name: 'atrium_disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    registers,
    async collect() {
      // An unreadable folder must not prevent other metrics.
      this.set(await readFreeBytes(folder.path).catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'atrium_relational_connections',
    help: 'PostgreSQL connections by state; waiting: requests without a connection',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = relational.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'atrium_analytics_statements',
    help: 'Statements of the analytics engine by line and state',
    labelNames: ['line', 'state'],
    registers,
    collect() {
      for (const { name, running, waiting } of analytics.lines()) {
        this.set({ line: name, state: 'running' }, running);
        this.set({ line: name, state: 'waiting' }, waiting);
      }
    },
  });
  const bytesBy = async (sql: string) => {
    const asked = { maxSeconds: 2, purpose: 'upkeep' } as const;
    return (await analytics.query<{ bytes: number }>({ sql, params: {} }, asked)).map(({ bytes }) => bytes);
  };
  measureStored(metrics, {
    name: 'atrium_analytics_memory_bytes',
    help: 'Memory that the analytics engine reports as used',
    read: async () => (await bytesBy(memorySql)).map((value) => ({ value })),
  });
  measureStored(metrics, {
    name: 'atrium_analytics_disk_bytes',
    help: 'Disk space of readings and their rollups',
    read: async () => (await bytesBy(analyticsDiskSql)).map((value) => ({ value })),
  });
  measureStored(metrics, {
    name: 'atrium_relational_disk_bytes',
    help: 'Disk space of settings, people and logs',
    read: async () => (await relational.pool.query(relationalDiskSql)).rows.map(({ bytes }) => ({ value: bytes })),
  });
  new Gauge({
    name: 'atrium_standing_problems',
    help: 'Problems that need an operator; /readyz describes them',
    registers,
    collect() {
      this.set(problems.all().length);
    },
  });
}
