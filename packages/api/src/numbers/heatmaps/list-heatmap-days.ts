import {
  addDays,
  daysBetween,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  id,
  isLocalDate,
  type LocalDate,
  listDays,
  type OrganizationId,
  ok,
  type Result,
  type Span,
  startOfSiteDay,
  toDaysSpan,
  toSiteDay,
  type ZoneId,
} from '@atrium/domain/core';
import { buildHeatKey, type HeatGender, type HeatTheme } from '@atrium/domain/numbers/heatmaps';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { type PlanReadings, presenceStore } from './presence.store.ts';

/** A day with people on the zone's plan. */
export interface HeatmapDay {
  /** Day in the site's time zone. */
  readonly date: LocalDate;
  /** URL of the day's image, valid for at least an hour. */
  readonly url: string;
  /** The zone's plan, shown below the image. Null: there is none. */
  readonly background: string | null;
  /** Person-hours spent there. */
  readonly personHours: number;
}

export interface HeatmapQuery {
  readonly zoneId: ZoneId;
  /** Local dates, both inclusive. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly gender: HeatGender;
  readonly theme: HeatTheme;
}

export interface HeatmapDependencies {
  readonly sites: Pick<SiteDirectory, 'topologies'>;
  readonly analytics: AnalyticsStore;
  readonly addressOf: (key: string) => string;
  /** Returns the start of the retention period. Images need readings, and older readings are deleted. */
  readonly keptSince: (scope: Scope) => Promise<Instant>;
  /** Returns the file store key of the zone's plan. Null: there is none. */
  readonly planOf: (scope: Scope, zoneId: ZoneId) => Promise<string | null>;
}

/** More than a quarter of a year. Nobody pages through more images. */
export const maxDays = 100;

/** Lists the days of a period that have an image, oldest first. */
export async function listHeatmapDays(
  { sites, analytics, addressOf, keptSince, planOf }: HeatmapDependencies,
  scope: Scope,
  { zoneId, from, to, gender, theme }: HeatmapQuery,
  signal?: AbortSignal,
): Promise<Result<readonly HeatmapDay[], Failure>> {
  for (const [field, date] of Object.entries({ from, to }))
    if (!isLocalDate(date)) return err(failure('BAD_INPUT', `${field} takes a date, YYYY-MM-DD`, field));
  const topologies = await sites.topologies(scope);
  const topology = topologies.find(({ zones }) => zones.some((zone) => zone.id === zoneId && !zone.removedAt));
  if (topology === undefined) return err(failure('NOT_FOUND', 'No such zone', 'zoneId'));
  if (daysBetween(from, to) >= maxDays)
    return err(failure('RANGE_TOO_WIDE', `images are listed for at most ${maxDays} days`, 'from'));
  const span = toDaysSpan(topology, from, addDays(to, 1));
  const since = await keptSince(scope);
  if (span.from < since) {
    const date = new Date(since).toISOString().slice(0, 10);
    return err(failure('READINGS_GONE', `images are made of readings, which are kept since ${date} only`, 'from'));
  }
  const edges = [...listDays(topology, span).map((date) => startOfSiteDay(topology, date)), span.to];
  const store = presenceStore(createQueryReader(analytics, buildQueryOwner(scope, signal)));
  const days = await store.days(findPlanReadings(topology, zoneId, span, gender), edges);
  if (days.length === 0) return ok([]);
  const plan = await planOf(scope, zoneId);
  const background = plan === null ? null : addressOf(plan);
  return ok(
    days.map(({ begin, seconds, version }) => {
      const date = toSiteDay(topology, begin);
      const key = buildHeatKey({ organizationId: scope.organizationId, zoneId, date, gender, theme, version });
      return { date, url: addressOf(key), background, personHours: seconds / 3600 };
    }),
  );
}

/**
 * Returns the devices and times of readings on a zone's own plan. Positions on another zone's plan, even of a zone
 * inside it, have other coordinates.
 */
export function findPlanReadings(topology: Topology, zoneId: ZoneId, span: Span, gender: HeatGender): PlanReadings {
  const sources = topology.devices.flatMap((device) =>
    device.placements
      .filter(({ at }) => 'zoneId' in at && at.zoneId === zoneId)
      .map(({ validFrom, validTo }) => ({
        deviceId: device.id,
        from: Math.max(validFrom ?? span.from, span.from),
        to: Math.min(validTo ?? span.to, span.to),
      }))
      .filter(({ from, to }) => from < to),
  );
  return {
    organizationId: id<OrganizationId>(topology.organizationId),
    installationId: id<InstallationId>(topology.installationId),
    sources,
    gender,
  };
}
