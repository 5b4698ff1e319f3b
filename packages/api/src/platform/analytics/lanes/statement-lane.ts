import type { Clock } from '@atrium/domain/core';
import type { Asker } from '../../concurrency/asker.ts';
import { Lane } from '../../concurrency/lane.ts';
import { traced } from '../../tracing/index.ts';
import type { LaneName, Lanes } from './engine-lanes.ts';

/** Connection pool for one purpose. The trace of each statement includes its time in the queue. */
export class StatementLane<Connection> extends Lane<Connection> {
  readonly #name: LaneName;
  readonly #clock: Clock;

  constructor(connections: readonly Connection[], limits: Lanes, clock: Clock, name: LaneName) {
    super(connections, limits[name], clock);
    this.#name = name;
    this.#clock = clock;
  }

  override run<Answer>(work: (connection: Connection) => Promise<Answer>, asker?: Asker): Promise<Answer> {
    const since = this.#clock.now();
    return traced('statement', { 'db.system.name': 'clickhouse', 'atrium.line': this.#name }, (span) =>
      super.run((connection) => {
        span.set({ 'atrium.waited_ms': this.#clock.now() - since });
        return work(connection);
      }, asker),
    );
  }
}
