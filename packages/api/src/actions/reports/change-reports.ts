import { findNextSlot } from '@atrium/domain/actions/schedules';
import { type Clock, err, type Failure, failure, type Instant, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import { parseReport, type WrittenReport } from './check-report.ts';
import type { FindRecipients } from './recipients.ts';
import type { ReportDraft, StoredReport } from './reports.store.ts';
import { reportsStore } from './reports.store.ts';

export interface ReportChanges {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly recipientsOf: FindRecipients;
}

const maxReports = 500;
/** Time a deleted report can be restored, ms. */
export const restorableMs = 3_600_000;

const noReport = err(failure('NOT_FOUND', 'No such report', 'id'));

export async function createReport(
  changes: ReportChanges,
  scope: Scope,
  written: WrittenReport,
): Promise<Result<StoredReport, Failure>> {
  const at = changes.clock.now();
  const snapshot = await changes.sites.snapshot(scope);
  return inTransaction(changes.db, async (transaction) => {
    const store = reportsStore(transaction);
    const draft = unwrap(parseReport(written, snapshot));
    if ((await store.count(scope)) >= maxReports)
      unwrap(err(failure('BAD_INPUT', `An organization has at most ${maxReports} reports`, 'input.title')));
    const report = await store.insert(scope, draft, { at, nextAt: findNextSlotAt(draft, snapshot, at) });
    await record(changes, scope, transaction, report, 'report.created', at);
    return report;
  });
}

/** Creates a report as its form does. */
export type CreateReport = (scope: Scope, written: WrittenReport) => Promise<Result<StoredReport, Failure>>;

/** Updates a report. Omitted fields stay. Slots still to come use the new values. */
export async function updateReport(
  changes: ReportChanges,
  scope: Scope,
  reportId: number,
  written: Partial<WrittenReport>,
): Promise<Result<StoredReport, Failure>> {
  const at = changes.clock.now();
  const snapshot = await changes.sites.snapshot(scope);
  return inTransaction(changes.db, async (transaction) => {
    const store = reportsStore(transaction);
    const before = await store.hold(scope, reportId);
    if (before === null) return unwrap(noReport);
    const draft = unwrap(parseReport({ ...before, ...written }, snapshot));
    const after = await store.update(scope, reportId, { ...draft, nextAt: findNextSlotAt(draft, snapshot, at) });
    const isSwitched = before.enabled !== after.enabled;
    const action = !isSwitched ? 'report.changed' : after.enabled ? 'report.switchedOn' : 'report.switchedOff';
    await record(changes, scope, transaction, after, action, at);
    return after;
  });
}

/** Deletes a report. Its history stays while it can be restored. */
export async function deleteReport(
  { db, clock }: ReportChanges,
  scope: Scope,
  reportId: number,
): Promise<Result<true, Failure>> {
  const at = clock.now();
  return inTransaction(db, async (transaction) => {
    const store = reportsStore(transaction);
    const before = await store.hold(scope, reportId);
    if (before === null) return unwrap(noReport);
    await store.remove(reportId, at);
    const { id: subjectId, title: name, installationId } = before;
    await recordAudit(scope, transaction, {
      at,
      action: 'report.deleted',
      details: { name },
      subjectId,
      installationId,
    });
    return true as const;
  });
}

/** Restores a recently deleted report. Slots that passed in the meantime are not sent. */
export async function restoreReport(
  changes: ReportChanges,
  scope: Scope,
  reportId: number,
): Promise<Result<StoredReport, Failure>> {
  const at = changes.clock.now();
  const snapshot = await changes.sites.snapshot(scope);
  return inTransaction(changes.db, async (transaction) => {
    const store = reportsStore(transaction);
    const before = await store.restore(scope, reportId, at - restorableMs);
    if (before === null) return unwrap(noReport);
    const after = await store.update(scope, reportId, { nextAt: findNextSlotAt(before, snapshot, at) });
    await record(changes, scope, transaction, after, 'report.restored', at);
    return after;
  });
}

/** Returns the next slot in the site's time zone. Null: the report is off, or its site is deleted. */
export function findNextSlotAt(
  report: Pick<ReportDraft, 'enabled' | 'installationId' | 'sendDay' | 'hour'>,
  snapshot: SiteSnapshot,
  after: Instant,
): Instant | null {
  const site = snapshot.sites.get(report.installationId);
  return report.enabled && site !== undefined ? findNextSlot(report, site.topology.timezone, after).at : null;
}

type Action = 'report.created' | 'report.changed' | 'report.switchedOn' | 'report.switchedOff' | 'report.restored';

/** Also records outside recipients, because that data leaves the organization. */
async function record(
  { recipientsOf }: ReportChanges,
  scope: Scope,
  transaction: Database,
  { id: subjectId, title: name, installationId, emails }: StoredReport,
  action: Action,
  at: Instant,
) {
  const recipients = await recipientsOf(scope, { reportId: subjectId, installationId, emails });
  const outside = recipients.filter(({ kind }) => kind === 'outside').map(({ email }) => email);
  await recordAudit(scope, transaction, { at, action, details: { name, outside }, subjectId, installationId });
}
