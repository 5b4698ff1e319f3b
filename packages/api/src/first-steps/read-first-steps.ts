import type { Clock, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import { plainQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { firstArrival } from '../devices/index.ts';
import type { AnswerQueries } from '../measurements/index.ts';
import { organizationStore, unnamed } from '../organization/index.ts';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../sites/index.ts';
import type { SampleData } from './sample-data.ts';

export interface FirstStepsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly keys: { all(scope: Scope): Promise<readonly { readonly purpose: string }[]> };
  /** Whether anything an organization sent was ever counted, besides of one site. */
  readonly marks: { hasAnyOf(organizationId: OrganizationId, besides: InstallationId | null): Promise<boolean> };
  readonly answerQueries: AnswerQueries;
  readonly sampleData: SampleData;
}

/** How far an organization is set up. Nothing of it is a tick somebody made: each is read from what is there. */
export interface FirstSteps {
  readonly isHidden: boolean;
  readonly isNamed: boolean;
  /** The one that was made first; null: there is none yet. */
  readonly site: FirstSite | null;
  /** For devices or gateways. */
  readonly hasKey: boolean;
  /** When something came that a device sent in its maker's format, whether or not it was understood. */
  readonly reachedAt: Instant | null;
  readonly understoodAt: Instant | null;
  /** Whether a device hangs at a door or in a zone. */
  readonly isPlaced: boolean;
  readonly isCounted: boolean;
  /** What is there as a sample, which is none of the organization's own; null: nothing. */
  readonly sample: SampleSite | null;
}

export interface SampleSite {
  readonly id: InstallationId;
  readonly name: string;
  /** false: it is being made, or going. */
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
  /** People who came in on its present day; null: not known. */
  readonly entries: () => Promise<number | null>;
}

export async function readFirstSteps(deps: FirstStepsDependencies, scope: Scope): Promise<FirstSteps> {
  const sample = await deps.sampleData.find(scope);
  const [organization, { sites }, keys, arrival, isCounted] = await Promise.all([
    organizationStore(deps.db).find(scope),
    deps.sites.snapshot(scope),
    deps.keys.all(scope),
    firstArrival(deps.db, scope),
    deps.marks.hasAnyOf(scope.organizationId, sample?.installationId ?? null),
  ]);
  const own = [...sites.values()].filter(({ id }) => id !== sample?.installationId);
  const all = own.sort((left, right) => left.id - right.id);
  const [first] = all;
  const now = deps.clock.now();
  return {
    isHidden: organization?.firstStepsHiddenAt != null,
    isNamed: organization?.name !== unnamed,
    site: first === undefined ? null : siteOf(first, () => entriesToday(deps, scope, first.id)),
    hasKey: keys.some(({ purpose }) => purpose === 'devices' || purpose === 'readings'),
    reachedAt: arrival.reachedAt,
    understoodAt: arrival.understoodAt,
    isPlaced: arrival.isPlaced || all.some(({ topology }) => hangsSomewhere(topology, now)),
    isCounted,
    sample: sample && {
      id: sample.installationId,
      name: sites.get(sample.installationId)?.fields.name ?? '',
      isReady: sample.isReady,
    },
  };
}

function siteOf({ id, fields, topology }: Site, entries: FirstSite['entries']): FirstSite {
  const { name, city, timezone, changeOfDay } = fields;
  const names = (parts: readonly { readonly name: string; readonly removedAt?: Instant }[]) =>
    parts.filter(({ removedAt }) => removedAt === undefined).map((part) => part.name);
  return {
    ...{ id, name, city, timezone, changeOfDay, entries },
    hasHours: topology.openingHours.spans.length > 0,
    zones: names(topology.zones),
    passages: names(topology.passages),
  };
}

const hangsSomewhere = ({ devices }: Topology, now: Instant): boolean =>
  devices.some(({ placements }) => placements.some(({ validTo }) => validTo === null || validTo > now));

async function entriesToday(
  { answerQueries }: FirstStepsDependencies,
  scope: Scope,
  installationId: InstallationId,
): Promise<number | null> {
  const asked = {
    metric: 'affluenceIn',
    aggregation: 'SUM' as const,
    installations: { exclude: false, ids: [installationId] },
  };
  const [answer] = await answerQueries(scope, [{ ...plainQuery, ...asked }]);
  const point = answer?.ok === true ? answer.value.data[0] : undefined;
  return point?.state === undefined && typeof point?.value === 'number' ? point.value : null;
}
