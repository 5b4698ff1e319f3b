import type { Clock, Instant } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import { measureStored } from '../telemetry/stored-metrics.ts';
import type { JobCount } from './job-queue.ts';

const dayMs = 86_400_000;

interface JobMetrics {
  /** Number of jobs in each state; failed ones are those of the last 24 hours. */
  readonly states: { readonly name: string; readonly help: string; readonly of: readonly string[] };
  /** Age of the oldest job in the first of these states. */
  readonly oldest: { readonly name: string; readonly help: string };
  readonly read: (failedSince: Instant) => Promise<readonly JobCount<string>[]>;
}

/** Registers metrics of a queue: jobs by state, the age of the oldest waiting one, and recent failures. */
export function measureJobs(
  registry: Registry,
  clock: Clock,
  { states: { of, ...states }, oldest, read }: JobMetrics,
): void {
  const readState = async () => {
    const counts = new Map((await read(clock.now() - dayMs)).map((count) => [count.group, count]));
    return of.map((state) => ({ state, ...counts.get(state) }));
  };
  measureStored(registry, {
    ...states,
    labelNames: ['state'],
    read: async () => (await readState()).map(({ state, count = 0 }) => ({ labels: { state }, value: count })),
  });
  measureStored(registry, {
    ...oldest,
    async read() {
      const since = (await readState())[0]?.oldest ?? null;
      return [{ value: since === null ? 0 : (clock.now() - since) / 1000 }];
    },
  });
}
