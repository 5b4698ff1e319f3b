import type { Clock, Instant } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import { measureStored } from './stored-metrics.ts';

const dayMs = 86_400_000;

interface Backlog {
  readonly oldestWaiting: Instant | null;
}

interface BacklogFigures<Found extends Backlog> {
  /** Number of items in each state, such as waiting; failed ones are those of the last 24 hours. */
  readonly states: { readonly name: string; readonly help: string; readonly of: readonly (keyof Found & string)[] };
  readonly oldest: { readonly name: string; readonly help: string };
  readonly read: (failedSince: Instant) => Promise<Found>;
}

/** Registers metrics of a queue: pending items, the age of the oldest one, and recent failures. */
export function measureBacklog<Found extends Backlog>(
  registry: Registry,
  clock: Clock,
  { states: { of, ...states }, oldest, read }: BacklogFigures<Found>,
): void {
  const backlog = () => read(clock.now() - dayMs);
  measureStored(registry, {
    ...states,
    labelNames: ['state'],
    async read() {
      const found = await backlog();
      return of.map((state) => ({ labels: { state }, value: Number(found[state]) }));
    },
  });
  measureStored(registry, {
    ...oldest,
    async read() {
      const { oldestWaiting } = await backlog();
      return [{ value: oldestWaiting === null ? 0 : (clock.now() - oldestWaiting) / 1000 }];
    },
  });
}
