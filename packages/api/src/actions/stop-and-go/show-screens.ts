import { chooseFace, countPlacesLeft } from '@atrium/domain/actions/stop-and-go';
import { addDays, type Clock, type Instant, startOfSiteDay, toDaySpan, toSiteDay } from '@atrium/domain/core';
import type { ExpectedFlow } from '@atrium/domain/numbers/expected';
import { getOpenState } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../numbers/index.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { Site, SiteEvent, SiteSnapshots } from '../../sites/index.ts';
import { type CountedInside, countInside } from './count-inside.ts';
import { type ExpectedFlows, findFullAt } from './expected-flows.ts';
import type { ShownScreen, StoredScreen } from './screen.ts';

export interface ShowDependencies {
  readonly answerQueries: AnswerQueries;
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  readonly expectedFlows: ExpectedFlows;
}

/**
 * Returns the current content of screens. Each site is counted once; screens of deleted sites are omitted. Rejects with
 * `Overloaded`.
 */
export async function showScreens(
  { answerQueries, sites, clock, expectedFlows }: ShowDependencies,
  { organizationId }: Pick<Scope, 'organizationId'>,
  screens: readonly StoredScreen[],
  signal?: AbortSignal,
): Promise<readonly ShownScreen[]> {
  // A screen shows the same to everyone who may see it, so a system scope computes it.
  const scope = systemScope(organizationId);
  const snapshot = await sites.snapshot(scope);
  const now = clock.now();
  const bySite = Map.groupBy(screens, ({ installationId }) => installationId);
  const shown = await Promise.all(
    [...bySite].map(async ([id, own]) => {
      const site = snapshot.sites.get(id);
      if (site === undefined) return [];
      const opening = openingOf(site, now);
      const needsCount = own.some((screen) => screen.enabled && isEventRunning(site, screen, now) && opening.isOpen);
      const counted = needsCount
        ? await countInside({ answerQueries, scope, site: site.topology, now, signal })
        : notCounted;
      const isFilling = counted.inside !== null && counted.silentSince === null;
      const flows = isFilling ? await expectedFlows(scope, site.topology, now) : [];
      return own.map((screen) => buildShownScreen(site, screen, { now, opening, counted, flows }));
    }),
  );
  const byId = new Map(shown.flat().map((one) => [one.screen.id, one]));
  return screens.flatMap(({ id }) => byId.get(id) ?? []);
}

const notCounted: CountedInside = { inside: null, silentSince: null, lastInside: null };

interface Moment {
  readonly now: Instant;
  readonly opening: ReturnType<typeof openingOf>;
  readonly counted: CountedInside;
  readonly flows: readonly ExpectedFlow[];
}

function buildShownScreen(site: Site, screen: StoredScreen, { now, opening, counted, flows }: Moment): ShownScreen {
  const event = eventOf(site, screen);
  const limit = event?.stopngoLimit ?? null;
  const isOpen = opening.isOpen && isEventRunning(site, screen, now);
  const { inside, silentSince, lastInside } = isOpen && screen.enabled ? counted : notCounted;
  const face = chooseFace({ enabled: screen.enabled, isOpen, limit, inside, silentSince });
  const canFill = face === 'go' && inside !== null && limit !== null;
  // A place that never closes has its day.
  const closing = opening.until ?? toDaySpan(site.topology, toSiteDay(site.topology, now)).to;
  return {
    screen,
    siteName: site.fields.name,
    siteAddress: site.fields.address ?? null,
    eventName: event?.name ?? null,
    timezone: site.topology.timezone,
    face,
    inside,
    limit,
    placesLeft: countPlacesLeft({ limit, inside }),
    fullAt: canFill ? findFullAt({ now, inside, limit, closing, flows }) : null,
    silentSince,
    lastInside,
    until: findUntil(site, event, { now, isOpen, until: opening.until }),
    at: now,
  };
}

function openingOf(site: Site, now: Instant): { readonly isOpen: boolean; readonly until: Instant | null } {
  const { state, until } = getOpenState(site.topology, now);
  return { isOpen: state === 'open', until };
}

const eventOf = (site: Site, { eventId }: StoredScreen): SiteEvent | undefined =>
  site.events.find(({ id, removedAt }) => id === eventId && removedAt === null);

/** Returns whether the screen's event is running, by the site's local date. */
function isEventRunning(site: Site, screen: StoredScreen, now: Instant): boolean {
  const event = eventOf(site, screen);
  if (event === undefined) return false;
  if (event.neverEnding) return true;
  const day = toSiteDay(site.topology, now);
  return (event.dateBegin ?? day) <= day && day <= (event.dateEnd ?? day);
}

/** Returns when the site opens or closes next for the event. The opening must be within the event. */
function findUntil(
  { topology }: Site,
  event: SiteEvent | undefined,
  { now, isOpen, until }: { readonly now: Instant; readonly isOpen: boolean; readonly until: Instant | null },
): Instant | null {
  if (event === undefined) return null;
  if (isOpen || event.neverEnding) return until;
  if (event.dateEnd !== null && startOfSiteDay(topology, addDays(event.dateEnd, 1)) <= Math.max(now, until ?? now))
    return null;
  const begin = event.dateBegin === null ? now : startOfSiteDay(topology, event.dateBegin);
  return begin <= now
    ? until
    : getOpenState(topology, begin).state === 'open'
      ? begin
      : getOpenState(topology, begin).until;
}
