import type { AlertLogMetric, ConditionTypeName } from '@atrium/domain/actions/alerts';
import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/numbers';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../../sites/index.ts';
import { type AlertLogEntry, alertLogStore } from './alert-log.store.ts';
import type { ReadableAlertLogEntry } from './read-alert-log.ts';

export interface AlertLogWrites {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: Pick<SiteDirectory, 'topologies'>;
}

/** An entry reported by a user or an external system. */
export interface ReportedAlert {
  /** An alert known to the log of the same site. Null: none. */
  readonly alertId: number | null;
  readonly conditionType: ConditionTypeName;
  readonly metrics: readonly AlertLogMetric[];
  readonly dateBegin: Instant;
  readonly dateEnd: Instant | null;
  readonly zoneId: number;
  readonly passageId: number | null;
  readonly deviceId: number | null;
  readonly message: string | null;
}

/** `alertId` of entries without an alert. */
const noAlertId = 0;
const maxMetrics = 10;
const maxMessageLength = 500;

/** Creates a log entry by hand. Its places must belong to one site of the caller. */
export async function writeAlertLog(
  { db, clock, sites }: AlertLogWrites,
  scope: Scope,
  seen: ReportedAlert,
): Promise<Result<ReadableAlertLogEntry, Failure>> {
  const problem = problemOf(seen, clock.now());
  if (problem !== null) return err(problem);
  const topologies = await sites.topologies(scope);
  const topology = topologies.find(({ zones }) => zones.some(({ id, removedAt }) => id === seen.zoneId && !removedAt));
  const zone = topology?.zones.find(({ id }) => id === seen.zoneId);
  if (topology === undefined || zone === undefined) return missing('zone', 'zoneId');
  if (seen.passageId !== null && !topology.passages.some(({ id }) => id === seen.passageId))
    return missing('passage', 'passageId');
  if (seen.deviceId !== null && !topology.devices.some(({ id }) => id === seen.deviceId))
    return missing('device', 'deviceId');
  const { installationId } = topology;
  return db.transaction(async (transaction) => {
    const store = alertLogStore(transaction);
    if (seen.alertId !== null && !(await store.knowsAlert(scope, seen.alertId, installationId)))
      return missing('alert', 'alertId');
    const entry = { ...seen, alertId: seen.alertId ?? noAlertId, zoneId: zone.id, installationId };
    const written = await store.insert(scope, entry);
    if (written === null) return err(failure('BAD_INPUT', 'This is in the log already', 'entry.dateBegin'));
    await auditEntry({ db: transaction, clock }, scope, written, zone.name);
    return ok({ ...written, zoneName: zone.name });
  });
}

/** Ends an open entry or changes its message. Its other fields stay as entered. */
export async function endAlertLog(
  { db, clock, sites }: AlertLogWrites,
  scope: Scope,
  id: number,
  { dateEnd, message }: { readonly dateEnd: Instant | null; readonly message: string | null },
): Promise<Result<ReadableAlertLogEntry, Failure>> {
  const topologies = await sites.topologies(scope);
  return db.transaction(async (transaction) => {
    const store = alertLogStore(transaction);
    const before = await store.hold(scope, id);
    if (before === null) return missing('entry', 'id');
    const after = { ...before, dateEnd: dateEnd ?? before.dateEnd, message: message ?? before.message };
    const problem = problemOf(after, clock.now());
    if (problem !== null) return err(problem);
    if (before.dateEnd !== null && dateEnd !== null)
      return err(failure('BAD_INPUT', 'This entry is over already', 'dateEnd'));
    await store.update(scope, after);
    const zones = topologies.flatMap((topology) => topology.zones);
    const name = zones.find((zone) => zone.id === after.zoneId && !zone.removedAt)?.name ?? null;
    await auditEntry({ db: transaction, clock }, scope, after, name ?? '');
    return ok({ ...after, zoneName: name });
  });
}

async function auditEntry(
  { db, clock }: Pick<AlertLogWrites, 'db' | 'clock'>,
  scope: Scope,
  { zoneId, installationId }: AlertLogEntry,
  name: string,
): Promise<void> {
  const about = zoneId === null ? {} : { subjectId: zoneId };
  await recordAudit(scope, db, {
    at: clock.now(),
    action: 'alertLog.written',
    details: { name },
    installationId,
    ...about,
  });
}

const missing = (what: string, field: string) => err(failure('NOT_FOUND', `No such ${what}`, field));

type ReportedFields = Pick<ReportedAlert, 'metrics' | 'dateBegin' | 'dateEnd' | 'message'>;

function problemOf({ metrics, dateBegin, dateEnd, message }: ReportedFields, now: Instant): Failure | null {
  const wrong = (text: string, field: string) => failure('BAD_INPUT', text, field);
  if (metrics.length > maxMetrics || metrics.some(({ type }) => !findMetric(type)))
    return wrong(`metrics takes at most ${maxMetrics} entries, with ids of metrics`, 'metrics');
  if (dateBegin > now) return wrong('An entry begins when it was seen, not later than now', 'dateBegin');
  if (dateEnd !== null && (dateEnd < dateBegin || dateEnd > now))
    return wrong('An entry ends after it began, and not later than now', 'dateEnd');
  if (message !== null && (message.length > maxMessageLength || /\p{Cc}/u.test(message)))
    return wrong(`message takes at most ${maxMessageLength} characters on one line`, 'message');
  return null;
}
