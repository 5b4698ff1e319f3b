import {
  addDays,
  type Clock,
  type Failure,
  type InstallationId,
  type Instant,
  type LocalDate,
  type OrganizationId,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import { emptyQuery } from '@atrium/domain/numbers';
import type { TokenScope } from '@atrium/domain/people/access';
import { getOpenState, type Topology } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../numbers/index.ts';
import { defaultOrganizationName, organizationStore } from '../../people/organization/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { findFirstArrival } from '../devices/index.ts';

const utcDay = 86_400_000;

export interface FirstStepsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly access: {
    readonly ingestKeys: { all(scope: Scope): Promise<readonly { readonly scopes: readonly TokenScope[] }[]> };
  };
  /** Whether any reading of the organization was ever counted, except at one site. */
  readonly marks: {
    hasAnyOf(organizationId: OrganizationId, besides: InstallationId | null): Promise<boolean>;
    latestDayOf(site: { organization: OrganizationId; installation: InstallationId }): Promise<Instant | null>;
  };
  readonly answerQueries: AnswerQueries;
  readonly sampleData: SampleData;
}

/** Setup progress of an organization, derived from stored data rather than from ticked steps. */
export interface FirstSteps {
  readonly isHidden: boolean;
  readonly isNamed: boolean;
  /** The oldest site. Null: there is none yet. */
  readonly site: FirstSite | null;
  /** Whether there is a key for devices or gateways. */
  readonly hasKey: boolean;
  /** When the first packet in a maker's format arrived, understood or not. */
  readonly reachedAt: Instant | null;
  readonly understoodAt: Instant | null;
  /** Whether a device is installed at a door or in a zone. */
  readonly isPlaced: boolean;
  readonly isCounted: boolean;
  /** The sample site, which is not one of the organization's own. Null: there is none. */
  readonly sample: SampleSite | null;
}

export interface SampleSite {
  readonly id: InstallationId;
  readonly name: string;
  /** False while it is being created or removed. */
  readonly isReady: boolean;
}

export interface FirstSite {
  readonly id: InstallationId;
  readonly name: string;
  readonly city: string | null;
  readonly timezone: string;
  readonly changeOfDay: string;
  readonly hasHours: boolean;
  readonly zones: readonly string[];
  readonly passages: readonly string[];
  readonly isOpen: boolean;
  /** Entries of the latest day with any, or else of today. Null: no day has a number. */
  readonly latestEntries: () => Promise<DayEntries | null>;
}

/** Entries of one day at a site. */
export interface DayEntries {
  readonly date: LocalDate;
  readonly isToday: boolean;
  readonly entries: number;
}

export async function readFirstSteps(deps: FirstStepsDependencies, scope: Scope): Promise<FirstSteps> {
  const sample = await deps.sampleData.find(scope);
  const [organization, { sites }, keys, arrival, isCounted] = await Promise.all([
    organizationStore(deps.db).find(scope),
    deps.sites.snapshot(scope),
    deps.access.ingestKeys.all(scope),
    findFirstArrival(deps.db, scope),
    deps.marks.hasAnyOf(scope.organizationId, sample?.installationId ?? null),
  ]);
  const own = [...sites.values()].filter(({ id }) => id !== sample?.installationId);
  const all = own.sort((left, right) => left.id - right.id);
  const [first] = all;
  const now = deps.clock.now();
  return {
    isHidden: organization?.firstStepsHiddenAt != null,
    isNamed: organization?.name !== defaultOrganizationName,
    site: first === undefined ? null : siteOf(first, now, () => latestEntries(deps, scope, first)),
    hasKey: keys.some(({ scopes }) => scopes.includes('devices:write') || scopes.includes('readings:write')),
    reachedAt: arrival.reachedAt,
    understoodAt: arrival.understoodAt,
    isPlaced: arrival.isPlaced || all.some(({ topology }) => isInstalledSomewhere(topology, now)),
    isCounted,
    sample: sample && {
      id: sample.installationId,
      name: sites.get(sample.installationId)?.fields.name ?? '',
      isReady: sample.isReady,
    },
  };
}

function siteOf({ id, fields, topology }: Site, now: Instant, latest: FirstSite['latestEntries']): FirstSite {
  const { name, city, timezone, changeOfDay } = fields;
  const names = (parts: readonly { readonly name: string; readonly removedAt?: Instant }[]) =>
    parts.filter(({ removedAt }) => removedAt === undefined).map((part) => part.name);
  return {
    ...{ id, name, city, timezone, changeOfDay, latestEntries: latest },
    hasHours: topology.openingHours.spans.length > 0,
    isOpen: getOpenState(topology, now).state === 'open',
    zones: names(topology.zones),
    passages: names(topology.passages),
  };
}

const isInstalledSomewhere = ({ devices }: Topology, now: Instant): boolean =>
  devices.some(({ placements }) => placements.some(({ validTo }) => validTo === null || validTo > now));

/** Loads the entries of today and of the latest day with readings, which may be earlier. */
async function latestEntries(
  { answerQueries, marks, clock }: FirstStepsDependencies,
  scope: Scope,
  { id, topology }: Site,
): Promise<DayEntries | null> {
  const today = toSiteDay(topology, clock.now());
  const latest = await marks.latestDayOf({ organization: scope.organizationId, installation: id });
  // A UTC day overlaps two local days.
  const ends = latest === null ? [] : [latest + utcDay - 1, latest].map((at) => toSiteDay(topology, at));
  const dates = [...new Set([today, ...ends.filter((date) => date < today)])];
  const answers = await answerQueries(
    scope,
    dates.map((date) => ({
      ...emptyQuery,
      metric: 'affluenceIn',
      aggregation: 'SUM' as const,
      installations: { exclude: false, ids: [id] },
      periods: [{ kind: 'days', days: { from: date, to: addDays(date, 1) } }],
    })),
  );
  const known = dates.flatMap((date, index): DayEntries[] => {
    const answer = answers[index];
    const point = answer?.ok === true ? answer.value.data[0] : undefined;
    return point?.state === undefined && typeof point?.value === 'number'
      ? [{ date, isToday: date === today, entries: point.value }]
      : [];
  });
  // Shortly after midnight there are no entries today, so the first number may be yesterday's.
  return known.find(({ entries }) => entries > 0) ?? known[0] ?? null;
}

/** Language of the sample's names, and its time zone. */
export interface SampleOptions {
  readonly language: string;
  readonly timezone: string;
}

/** A sample site that shows the product before the organization has its own site. At most one per organization. */
export interface SampleData {
  /** Returns null if there is none. */
  find(scope: Scope): Promise<{ readonly installationId: InstallationId; readonly isReady: boolean } | null>;
  /**
   * Resolves when the sample is ready. Does nothing if there is one; fails with BAD_INPUT if the organization has its
   * own sites.
   */
  add(scope: Scope, wishes: SampleOptions): Promise<Result<true, Failure>>;
  /** Removes the sample with all its data. Does nothing if there is none. */
  remove(scope: Scope): Promise<void>;
}
