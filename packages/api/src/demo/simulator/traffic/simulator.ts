import type { Clock } from '@atrium/domain/core';
import { readingsBetween, type SentReading, type TimedReading } from './readings.ts';
import type { SiteModel } from './site-model.ts';
import type { SiteSetting } from './site-setting.ts';

export interface SimulatedSite {
  readonly model: SiteModel;
  readonly setting: SiteSetting;
}

export interface SimulatorDeps {
  readonly clock: Clock;
  readonly sites: readonly SimulatedSite[];
  /** Posts a batch through the public door; throws when it was not acknowledged. */
  readonly send: (readings: readonly SentReading[]) => Promise<void>;
  /** Everything before this instant has been delivered by an earlier run. */
  readonly deliveredUntil: number;
  /** What was measured before this instant is known from elsewhere, in other lengths: it is never sent. */
  readonly measuredFrom: number;
}

/** How far back a device's memory reaches when nobody listened: like a real gateway's buffer. */
const BACKLOG = 3 * 86_400_000;
/** Packets held back by an outage are looked for this far behind. */
const LATE = 8 * 3_600_000;
/** Everything else is sent within this long of being measured. */
const PROMPT = 6 * 60_000;
const BATCH = 4_000;

/**
 * Devices that go on measuring while nobody listens, and deliver what they kept once somebody does. Each round sends
 * what became due since the last acknowledged one; a round that fails is sent again whole, which changes nothing twice.
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
    /** Up to when everything has been acknowledged: where the next run goes on. */
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
  return readingsBetween(model, setting, from, until).filter(({ sentAt }) => sentAt > after && sentAt <= until);
}
