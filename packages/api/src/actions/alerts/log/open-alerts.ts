import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { LiveStream } from '../../../platform/bus/live-stream.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { alertLogStore } from './alert-log.store.ts';
import { addZoneNames, type ReadableAlertLogEntry } from './read-alert-log.ts';
import '../alerts.events.ts';

export interface OpenAlertsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly sites: SiteSnapshots;
  readonly logError: (message: string, error: unknown) => void;
}

/** Maximum of open alerts returned. The list of alerts has the others. */
export const maxOpenAlerts = 200;

const maxNoteLength = 500;

/** Returns the open firings of these zones, or (null) of all places the scope sees, most severe first, then newest. */
export async function readOpenAlerts(
  { db, sites }: Pick<OpenAlertsDependencies, 'db' | 'sites'>,
  scope: Scope,
  zoneIds: readonly number[] | null,
): Promise<readonly ReadableAlertLogEntry[]> {
  const [entries, topologies] = await Promise.all([
    alertLogStore(db).open(scope, zoneIds, maxOpenAlerts),
    sites.topologies(scope),
  ]);
  return entries.map(addZoneNames(topologies));
}

/** Pushes the open firings at once, and again whenever an alert of the organization changes. */
export function watchOpenAlerts(
  dependencies: OpenAlertsDependencies,
  scope: Scope,
  zoneIds: readonly number[] | null,
): AsyncIterable<readonly ReadableAlertLogEntry[]> {
  let isReading = false;
  let isDirty = false;
  const { bus, logError } = dependencies;
  const stops = [
    bus.subscribe('alerts.changed', ({ organizationId }) => {
      if (organizationId === scope.organizationId) read();
    }),
    bus.subscribe('bus.missed', read),
  ];
  const stream = new LiveStream<readonly ReadableAlertLogEntry[]>(() => {
    for (const stop of stops) stop();
  });
  read();
  return stream;

  /** Changes during a read are covered by one more read. */
  function read(): void {
    isDirty = isReading;
    if (isReading) return;
    isReading = true;
    readOpenAlerts(dependencies, scope, zoneIds)
      .then(
        (entries) => stream.push('open', entries),
        (error) => logError('open alerts could not be read', error),
      )
      .finally(() => {
        isReading = false;
        if (isDirty) read();
      });
  }
}

/** Acknowledges an entry. The first acknowledgement wins. BAD_INPUT for a long note, NOT_FOUND for an unknown entry. */
export async function acknowledgeAlert(
  { db, clock, bus, sites }: Pick<OpenAlertsDependencies, 'db' | 'clock' | 'bus' | 'sites'>,
  scope: Scope,
  id: number,
  given: string | null,
): Promise<Result<ReadableAlertLogEntry, Failure>> {
  const note = given?.trim() || null;
  if (note !== null && (note.length > maxNoteLength || /[^\P{Cc}\n]/u.test(note)))
    return err(failure('BAD_INPUT', `note takes at most ${maxNoteLength} characters`, 'note'));
  const at: Instant = clock.now();
  const topologies = await sites.topologies(scope);
  const acknowledged = await db.transaction(async (transaction) => {
    const store = alertLogStore(transaction);
    const before = await store.hold(scope, id);
    if (before === null) return null;
    if (before.acknowledged !== null) return before;
    const by = scope.userId;
    await store.acknowledge(id, { at, by, note });
    const alert = await alertsStore(transaction).find(scope, before.alertId);
    await recordAudit(scope, transaction, {
      at,
      action: 'alert.acknowledged',
      details: { name: alert?.name ?? '' },
      subjectId: before.alertId,
      installationId: before.installationId,
    });
    return { ...before, acknowledged: { at, by, note } };
  });
  if (acknowledged === null) return err(failure('NOT_FOUND', 'No such entry', 'alertLogId'));
  const { organizationId } = scope;
  const { installationId, alertId } = acknowledged;
  bus.publish('alerts.changed', { organizationId, installationId, alertId });
  return ok(addZoneNames(topologies)(acknowledged));
}
