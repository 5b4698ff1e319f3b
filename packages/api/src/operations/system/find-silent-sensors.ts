import { addDays, type Clock, type InstallationId, type Instant, toSiteDay } from '@atrium/domain/core';
import { emptyQuery } from '@atrium/domain/numbers';
import { computePartCoverage } from '@atrium/domain/pages';
import type { AnswerQueries } from '../../numbers/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { listOuterPads, type Site, type SiteSnapshots } from '../../sites/index.ts';

interface Reads {
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly answerQueries: AnswerQueries;
}

export interface SilentSensor {
  readonly deviceId: number;
  readonly name: string;
  readonly installationId: InstallationId;
  readonly site: string;
  readonly since: Instant;
}

export interface SensorState {
  /** People counters at outer doors now, of the sites that the viewer sees. */
  readonly count: number;
  readonly silentCount: number;
  /** Those silent longest first, at most 20. */
  readonly silent: readonly SilentSensor[];
}

const maxSilent = 20;

/**
 * Finds the people counters at outer doors that are silent now, as the overview does: by the coverage of today's
 * entries. Null: today's entries cannot be read now. Asks one question for each date that it is somewhere.
 */
export async function findSilentSensors(
  { clock, sites, answerQueries }: Reads,
  scope: Scope,
): Promise<SensorState | null> {
  const found = await listSilentSensors({ clock, sites, answerQueries }, scope);
  return (
    found && {
      count: found.deviceIds.size,
      silentCount: found.silent.length,
      silent: found.silent.toSorted((left, right) => left.since - right.since).slice(0, maxSilent),
    }
  );
}

/** The people counters at outer doors, and those that are silent now. */
export interface SensorList {
  readonly deviceIds: ReadonlySet<number>;
  readonly silent: readonly SilentSensor[];
}

/** Lists all silent sensors. A silence that began before the first of these days begins with it. Null as above. */
export async function listSilentSensors(
  { clock, sites, answerQueries }: Reads,
  scope: Scope,
  days = 1,
): Promise<SensorList | null> {
  const now = clock.now();
  const all = [...(await sites.snapshot(scope)).sites.values()].map((site) => ({
    site,
    pads: listOuterPads(site, now),
  }));
  const counting = all.filter(({ pads }) => pads.length > 0);
  const byDate = [...Map.groupBy(counting, ({ site }) => toSiteDay(site.topology, now))];
  const answers = await answerQueries(
    scope,
    byDate.map(([date, own]) => ({
      ...emptyQuery,
      metric: 'affluenceIn',
      aggregation: 'SUM' as const,
      installations: { exclude: false, ids: own.map(({ site }) => site.id) },
      periods: [{ kind: 'days', days: { from: addDays(date, 1 - days), to: addDays(date, 1) } }],
    })),
  );
  const silent: SilentSensor[] = [];
  for (const [index, [, own]] of byDate.entries()) {
    const answer = answers[index];
    if (answer?.ok !== true) return null;
    for (const { site, pads } of own) silent.push(...listSilent(site, pads, answer.value.coverage.silent, now));
  }
  const deviceIds = new Set(counting.flatMap(({ pads }) => pads.map(({ device }) => device.id as number)));
  return { deviceIds, silent };
}

function listSilent(
  site: Site,
  pads: ReturnType<typeof listOuterPads>,
  gaps: Parameters<typeof computePartCoverage>[1],
  now: Instant,
): readonly SilentSensor[] {
  const names = new Map(
    pads.map(({ device }) => [device.id as number, device.name === '' ? device.serial : device.name]),
  );
  const { silentSensors } = computePartCoverage([...names.keys()], gaps, [], now);
  return silentSensors.map(({ deviceId, since }) => ({
    ...{ deviceId, since, installationId: site.id, site: site.fields.name },
    name: names.get(deviceId) ?? '',
  }));
}
