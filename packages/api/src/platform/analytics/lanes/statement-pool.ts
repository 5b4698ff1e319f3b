import type { Clock } from '@atrium/domain/core';
import { ConnectionPool } from '../../concurrency/connection-pool.ts';
import type { QueryOwner } from '../../concurrency/query-owner.ts';
import { traced } from '../../tracing/index.ts';
import type { EnginePoolLimits, PoolName } from './engine-pools.ts';

/** Connection pool for one purpose. The trace of each statement includes its time in the queue. */
export class StatementPool<Connection> extends ConnectionPool<Connection> {
  readonly #name: PoolName;
  readonly #clock: Clock;

  constructor(connections: readonly Connection[], limits: EnginePoolLimits, clock: Clock, name: PoolName) {
    super(connections, limits[name], clock);
    this.#name = name;
    this.#clock = clock;
  }

  override run<Answer>(work: (connection: Connection) => Promise<Answer>, asker?: QueryOwner): Promise<Answer> {
    const since = this.#clock.now();
    return traced('statement', { 'db.system.name': 'clickhouse', 'atrium.line': this.#name }, (span) =>
      super.run((connection) => {
        span.set({ 'atrium.waited_ms': this.#clock.now() - since });
        return work(connection);
      }, asker),
    );
  }
}
