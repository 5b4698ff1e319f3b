import {
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type Result,
  type Span,
  type UserId,
} from '@atrium/domain/core';
import { canCorrect, checkMeasures, listCorrectedSpans, sendableMetrics } from '@atrium/domain/numbers/readings';
import { type Device, isVirtual, type Topology } from '@atrium/domain/sites';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { maxPerSite } from './add-reading-correction.ts';
import { readingCorrectionsStore, type StoredReadingCorrection } from './reading-corrections.store.ts';

/** A correction with names. */
export interface ListedCorrection extends StoredReadingCorrection {
  readonly device: string;
  /** Metrics that it concerns, of those that the device sends. */
  readonly concerned: readonly string[];
  /** Time zone of its site. */
  readonly timezone: string;
  /** Null: a former user. */
  readonly by: string | null;
}

/** Corrections of a site, latest period first. */
export interface SiteCorrections {
  readonly site: Topology;
  readonly corrections: readonly ListedCorrection[];
}

export interface ListDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topology'>;
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** A device with the name of its last door or zone. */
export interface PlacedDevice extends Device {
  /** Null: it was never installed. */
  readonly place: string | null;
}

/** Returns the devices of a site whose readings can be corrected. Virtual ones have none. */
export const listCorrectable = (site: Topology): readonly PlacedDevice[] =>
  site.devices
    .filter((device) => !isVirtual(device))
    .map((device) => ({ ...device, place: findPlaceName(site, device) }));

function findPlaceName({ passages, zones }: Topology, { placements }: Device): string | null {
  const at = placements.at(-1)?.at;
  if (at === undefined) return null;
  const found =
    'passageId' in at ? passages.find(({ id }) => id === at.passageId) : zones.find(({ id }) => id === at.zoneId);
  return found?.name ?? null;
}

/** Lists the corrections of a site. Fails with NOT_FOUND. */
export async function listReadingCorrections(
  { db, sites, namesOf }: ListDependencies,
  scope: Scope,
  installationId: InstallationId,
): Promise<Result<SiteCorrections, Failure>> {
  const site = await sites.topology(scope, installationId);
  if (site === null) return err(failure('NOT_FOUND', 'No such site', 'installationId'));
  const corrections = await readingCorrectionsStore(db).latest(scope, installationId, maxPerSite);
  return ok({ site, corrections: await addNames({ namesOf }, scope, site, corrections) });
}

/** Returns the corrections of a site that touch any of the spans. */
export async function findReadingCorrections(
  { db, namesOf }: Pick<ListDependencies, 'db' | 'namesOf'>,
  scope: Scope,
  site: Topology,
  spans: readonly Span[],
): Promise<readonly ListedCorrection[]> {
  if (spans.length === 0) return [];
  const found = await readingCorrectionsStore(db).latest(scope, site.installationId, maxPerSite);
  // A shift also changes the time to which it moves readings.
  const touching = found.filter((one) =>
    listCorrectedSpans(one).some((own) => spans.some(({ from, to }) => own.from < to && from < own.to)),
  );
  return touching.length === 0 ? [] : addNames({ namesOf }, scope, site, touching);
}

/** Adds the names of devices and authors to a site's corrections. */
async function addNames(
  { namesOf }: Pick<ListDependencies, 'namesOf'>,
  scope: Scope,
  { devices, timezone }: Topology,
  corrections: readonly StoredReadingCorrection[],
): Promise<readonly ListedCorrection[]> {
  const names = await namesOf(scope, [...new Set(corrections.flatMap(({ userId }) => userId ?? []))]);
  const deviceOf = new Map(devices.map((device) => [device.id, device]));
  return corrections.map((one) => {
    const device = deviceOf.get(one.deviceId);
    return {
      ...one,
      timezone,
      device: device?.name ?? '',
      concerned: device === undefined ? [] : listConcerned(device, one),
      by: one.userId === null ? null : (names.get(one.userId) ?? null),
    };
  });
}

const listConcerned = (device: Device, { kind, metrics }: StoredReadingCorrection): readonly string[] =>
  [...sendableMetrics.keys()].filter(
    (metric) =>
      checkMeasures(device, metric).ok && canCorrect(kind, metric) && (metrics === null || metrics.includes(metric)),
  );
