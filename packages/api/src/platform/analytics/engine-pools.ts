import type { Clock } from '@atrium/domain/core';
import { ConnectionPool, type PoolLimits } from '../concurrency/connection-pool.ts';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { traced } from '../telemetry/spans.ts';

/** Connection pools of an engine: three for reading, by purpose, and two for writing. */
export type PoolName = 'question' | 'ingestion' | 'upkeep' | 'inserts' | 'commands';
export type EnginePoolLimits = Readonly<Record<PoolName, PoolLimits>>;

const second = 1000;

/** Limits for internal work that bounds itself. It queues only when something went wrong. */
const own = {
  waiting: [1000, 1000, 1000],
  maxPerOrganization: Number.POSITIVE_INFINITY,
  maxLarge: Number.POSITIVE_INFINITY,
  retryAfter: 2,
} as const;

const within = (seconds: number) => ({ wait: seconds * second, startedWaitMs: seconds * second });

/** For the embedded engine, which shares its machine. The sum of all connections stays below `statementThreads`. */
export const embeddedPoolLimits: EnginePoolLimits = {
  question: {
    connections: 4,
    waiting: [1000, 750, 250],
    wait: 15 * second,
    startedWaitMs: 45 * second,
    maxPerOrganization: 3,
    maxLarge: 2,
    retryAfter: 5,
  },
  ingestion: { ...own, ...within(10), connections: 2 },
  inserts: { ...own, ...within(30), connections: 2 },
  upkeep: { ...own, ...within(Number.POSITIVE_INFINITY), connections: 1 },
  commands: { ...own, ...within(Number.POSITIVE_INFINITY), connections: 2 },
};

/** A server runs more statements at once; all other limits are the same. */
export const serverPoolLimits: EnginePoolLimits = {
  question: { ...embeddedPoolLimits.question, connections: 8, maxPerOrganization: 6, maxLarge: 4 },
  ingestion: { ...embeddedPoolLimits.ingestion, connections: 4 },
  inserts: { ...embeddedPoolLimits.inserts, connections: 4 },
  upkeep: embeddedPoolLimits.upkeep,
  commands: embeddedPoolLimits.commands,
};

/** Connection pool for one purpose. The trace of each statement includes its time in the queue. */
export class StatementPool<Connection> extends ConnectionPool<Connection> {
  readonly #name: PoolName;
  readonly #clock: Clock;

  constructor(connections: readonly Connection[], limits: EnginePoolLimits, clock: Clock, name: PoolName) {
    super(connections, limits[name], clock);
    this.#name = name;
    this.#clock = clock;
  }

  override run<Answer>(work: (connection: Connection) => Promise<Answer>, owner?: QueryOwner): Promise<Answer> {
    const since = this.#clock.now();
    return traced('statement', { 'db.system.name': 'clickhouse', 'atrium.line': this.#name }, (span) =>
      super.run((connection) => {
        span.set({ 'atrium.waited_ms': this.#clock.now() - since });
        return work(connection);
      }, owner),
    );
  }
}
