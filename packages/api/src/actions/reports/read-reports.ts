import { getReportState, type ReportState } from '@atrium/domain/actions/reports';
import { type Clock, err, type Failure, failure, type Instant, ok, type Result, toSiteDay } from '@atrium/domain/core';
import { findDeliveryStatuses } from '../../people/notifications/index.ts';
import { type Page, parsePageRequest, writeCursor } from '../../platform/graphql/connections.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { deliveriesStore } from './deliveries.store.ts';
import type { OwnerProblem, RecipientKind, StoredDelivery } from './delivery.ts';
import { findOwnerProblem, type RecipientReads } from './recipients.ts';
import type { StoredReport } from './reports.store.ts';
import { reportsStore } from './reports.store.ts';

export interface ReportReads extends RecipientReads {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
}

/** A report with everything that lists and forms show. */
export interface ReadableReport extends StoredReport {
  readonly site: Site;
  readonly zone: string;
  /** Null: its event is deleted. */
  readonly event: string | null;
  readonly state: ReportState;
  readonly problem: OwnerProblem | null;
}

export type RecipientStatus = 'waiting' | 'sent' | 'refused' | 'notSent';

export interface ReadableDelivery extends Omit<StoredDelivery, 'recipients'> {
  readonly recipients: readonly {
    readonly email: string;
    readonly kind: RecipientKind;
    readonly deliveryStatus: RecipientStatus;
    /** Text from the mail server. */
    readonly reason: string | null;
    readonly at: Instant | null;
  }[];
}

/** Returns reports about sites the scope sees, sorted by title. Reports of deleted sites are omitted. */
export async function readReports(reads: ReportReads, scope: Scope): Promise<readonly ReadableReport[]> {
  return toReadable(reads, scope, await reportsStore(reads.db).all(scope));
}

export async function readReportById(reads: ReportReads, scope: Scope, reportId: number) {
  const report = await reportsStore(reads.db).find(scope, reportId);
  return report === null ? null : ((await toReadable(reads, scope, [report]))[0] ?? null);
}

export async function toReadable(
  reads: ReportReads,
  scope: Scope,
  reports: readonly StoredReport[],
): Promise<readonly ReadableReport[]> {
  const { sites } = await reads.sites.snapshot(scope);
  const now = reads.clock.now();
  const problems = new Map<string, Promise<OwnerProblem | null>>();
  const read = reports.map(async (report): Promise<ReadableReport | null> => {
    const site = sites.get(report.installationId);
    if (site === undefined) return null;
    const event = site.events.find(({ id, removedAt }) => id === report.eventId && removedAt === null) ?? null;
    // Checked once per owner and site, because a list has few of them.
    const key = `${report.ownerId}/${report.isOwned}/${report.installationId}`;
    const problem = problems.get(key) ?? findOwnerProblem(reads, scope, report);
    problems.set(key, problem);
    return {
      ...report,
      site,
      zone: site.topology.zones.find(({ id }) => id === report.zoneId)?.name ?? '',
      event: event?.name ?? null,
      state: getReportState(event, toSiteDay(site.topology, now)),
      problem: await problem,
    };
  });
  return (await Promise.all(read)).filter((report) => report !== null);
}

/** Returns a page of a report's deliveries, newest first, with the status of each mail. */
export async function readDeliveries(
  { db }: ReportReads,
  scope: Scope,
  reportId: number,
  wanted: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Promise<Result<Page<ReadableDelivery>, Failure>> {
  const request = parsePageRequest(wanted);
  if (!request.ok) return request;
  if ((await reportsStore(db).find(scope, reportId)) === null)
    return err(failure('NOT_FOUND', 'No such report', 'reportId'));
  const store = deliveriesStore(db);
  const { size, from } = request.value;
  const before = typeof from?.[0] === 'number' ? from[0] : null;
  const rows = await store.page(scope, reportId, size + 1, before);
  const shown = await withDeliveryStatus(db, rows.slice(0, size));
  return ok({
    count: await store.countOf(scope, reportId),
    edges: shown.map((node) => ({ cursor: writeCursor([node.id]), node })),
    hasNextPage: rows.length > size,
    hasPreviousPage: before !== null,
  });
}

/** Returns the newest delivery of a report. Null: none was sent yet. */
export async function readLastDelivery({ db }: ReportReads, scope: Scope, reportId: number) {
  return (await withDeliveryStatus(db, await deliveriesStore(db).page(scope, reportId, 1, null)))[0] ?? null;
}

async function withDeliveryStatus(
  db: Database,
  deliveries: readonly StoredDelivery[],
): Promise<readonly ReadableDelivery[]> {
  const keys = deliveries.flatMap(({ recipients }) => recipients.flatMap(({ key }) => key ?? []));
  const deliveryStatuses = await findDeliveryStatuses(db, keys);
  return deliveries.map((delivery) => ({
    ...delivery,
    recipients: delivery.recipients.map(({ email, kind, key }) => {
      const deliveryStatus = key === null ? undefined : deliveryStatuses.get(key);
      if (key === null) return { email, kind, deliveryStatus: 'notSent', reason: null, at: null };
      // The outbox deletes old keys. Mails that old have arrived.
      if (deliveryStatus === undefined) return { email, kind, deliveryStatus: 'sent', reason: null, at: null };
      const status = deliveryStatus.status === 'failed' ? 'refused' : deliveryStatus.status;
      return {
        email,
        kind,
        deliveryStatus: status,
        reason: deliveryStatus.problem,
        at: deliveryStatus.sentAt ?? deliveryStatus.nextAttemptAt,
      };
    }),
  }));
}
