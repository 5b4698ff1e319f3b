import type { Clock } from '@atrium/domain/core';
import { type SentReading, simulateReadings, type TimedReading } from './readings.ts';
import type { SiteModel, SiteSetting } from './site-model.ts';

export interface SimulatedSite {
  readonly model: SiteModel;
  readonly setting: SiteSetting;
}

export interface SimulatorDeps {
  readonly clock: Clock;
  readonly sites: readonly SimulatedSite[];
  /** Posts a batch to the public endpoint. Throws if it is not acknowledged. */
  readonly send: (readings: readonly SentReading[]) => Promise<void>;
  /** Everything before this instant was delivered by an earlier run. */
  readonly deliveredUntil: number;
  /** Readings before this instant exist with other intervals, so they are never sent. */
  readonly measuredFrom: number;
}

/** How far back a device buffers unsent readings, like a real gateway. */
const BACKLOG = 3 * 86_400_000;
/** Maximum delay of packets after an outage. */
const LATE = 8 * 3_600_000;
/** Maximum delay of all other packets. */
const PROMPT = 6 * 60_000;
const BATCH = 4_000;

/**
 * Simulates devices that keep measuring while offline and deliver later. Each round sends what became due since the
 * last acknowledged one. A failed round is sent again as a whole, which is idempotent.
 */
export function createSimulator(deps: SimulatorDeps) {
  const { measuredFrom } = deps;
  let delivered = Math.max(deps.deliveredUntil, deps.clock.now() - BACKLOG);

  return {
    /** Sends everything due by now. Rounds must not overlap. */
    async round(): Promise<number> {
      const now = deps.clock.now();
      const due = deps.sites
        .flatMap((site) => dueBetween(site, { after: delivered, until: now, measuredFrom }))
        .sort((a, b) => a.sentAt - b.sentAt);
      for (let start = 0; start < due.length; start += BATCH)
        await deps.send(due.slice(start, start + BATCH).map((timed) => timed.reading));
      delivered = now;
      return due.length;
    },
    /** Time until which everything is acknowledged, where the next run continues. */
    deliveredUntil: () => delivered,
  };
}

interface Due {
  readonly after: number;
  readonly until: number;
  readonly measuredFrom: number;
}

function dueBetween({ model, setting }: SimulatedSite, { after, until, measuredFrom }: Due): TimedReading[] {
  const holdsBack = [...model.doors, ...model.rooms].some((d) => d.outages?.some((o) => o.resentAfterMinutes !== null));
  const from = Math.max(after - (holdsBack ? LATE : PROMPT), measuredFrom);
  return simulateReadings(model, setting, from, until).filter(({ sentAt }) => sentAt > after && sentAt <= until);
}
