import { generatorGranularities, maxReportDays } from '@atrium/domain/actions/reports';
import type { Granularity } from '@atrium/domain/core';
import {
  daysBetween,
  err,
  type Failure,
  failure,
  id,
  isLocalDate,
  ok,
  type Result,
  type ZoneId,
} from '@atrium/domain/core';
import { isProfileLanguage } from '@atrium/domain/people/access';
import type { Scope } from '../../platform/tenancy/index.ts';
import { buildRequest } from './build-request.ts';
import { hasZone, parseEmails, parseReport, parseTitle, type WrittenReport } from './check-report.ts';
import type { ReportRequest } from './composed-report.ts';
import { deliveriesStore } from './deliveries.store.ts';
import type { DeliveryRequest } from './delivery.ts';
import { findMemberName } from './recipients.ts';
import { reportsStore } from './reports.store.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

export interface ReportRequestDependencies extends Pick<SendingDependencies, 'db' | 'clock' | 'sites' | 'access'> {
  readonly wake: () => void;
}

export interface RequestedDelivery {
  readonly deliveryId: number;
  readonly sentTo: readonly string[];
}

/** Limit of tests and one-time reports per user and hour. */
const maxRequestsPerHour = 30;
const hour = 3_600_000;
/** Limit of zones per report. */
const maxZones = 50;

/** Sends a report to the caller's own address, as it would be sent now. */
export async function sendTestReport(
  asks: ReportRequestDependencies,
  scope: Scope,
  reportId: number,
): Promise<Result<RequestedDelivery, Failure>> {
  const report = await reportsStore(asks.db).find(scope, reportId);
  if (report === null) return err(failure('NOT_FOUND', 'No such report', 'id'));
  return sendTestDraft(asks, scope, report, reportId);
}

/** Sends an unsaved report from its form to the caller's own address. */
export async function sendTestDraft(
  asks: ReportRequestDependencies,
  scope: Scope,
  written: WrittenReport,
  reportId: number | null = null,
): Promise<Result<RequestedDelivery, Failure>> {
  const snapshot = await asks.sites.snapshot(scope);
  const draft = parseReport(written, snapshot);
  if (!draft.ok) return draft;
  const site = snapshot.sites.get(draft.value.installationId);
  const own = await findOwnContact(asks, scope);
  if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'input.installationId'));
  if (own?.email == null) return err(failure('BAD_INPUT', 'Your email address is not verified', 'email'));
  const when = { at: asks.clock.now(), slot: null, isLate: false };
  const report = buildRequest(draft.value, site, when, await findMemberName(asks.access, scope));
  const { attachPdf, attachSpreadsheet } = draft.value;
  return createDelivery(asks, scope, { report, emails: [own.email], attachPdf, attachSpreadsheet }, reportId);
}

export interface WrittenReportRequest {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly zoneIds: readonly number[];
  readonly granularity: number;
  readonly title: string | null;
  readonly language: string | null;
}

/** Sends a one-time report about zones of one site and days chosen on a page. */
export async function requestReport(
  asks: ReportRequestDependencies,
  scope: Scope,
  wish: WrittenReportRequest,
  to: readonly string[],
): Promise<Result<RequestedDelivery, Failure>> {
  const emails = parseEmails(to, 'emails');
  if (!emails.ok) return emails;
  const report = await parseReportRequest(asks, scope, wish);
  if (!report.ok) return report;
  const request = { report: report.value, emails: emails.value, attachPdf: true, attachSpreadsheet: true };
  return createDelivery(asks, scope, request, null);
}

/** Builds the request for a one-time report. BAD_INPUT or NOT_FOUND with the wrong argument. */
export async function parseReportRequest(
  asks: Pick<ReportRequestDependencies, 'sites' | 'access'>,
  scope: Scope,
  wish: WrittenReportRequest,
): Promise<Result<ReportRequest, Failure>> {
  const wrong = (message: string, field: string) => err(failure('BAD_INPUT', message, field));
  const { from, to, zoneIds } = wish;
  if (!isLocalDate(from)) return wrong('from takes a date YYYY-MM-DD', 'from');
  if (!isLocalDate(to)) return wrong('to takes a date YYYY-MM-DD', 'to');
  const days = daysBetween(from, to);
  if (days < 1 || days > maxReportDays) return wrong(`A report covers 1 to ${maxReportDays} days`, 'to');
  const granularity = generatorGranularities.find((one) => one === wish.granularity);
  if (granularity === undefined) return wrong(`granularity takes ${generatorGranularities.join(', ')}`, 'granularity');
  if (zoneIds.length === 0) return wrong('At least one zone', 'zoneIds');
  if (zoneIds.length > maxZones) return wrong(`At most ${maxZones} zones`, 'zoneIds');
  const { sites } = await asks.sites.snapshot(scope);
  const site = [...sites.values()].find((one) => zoneIds.every((zoneId) => hasZone(one, zoneId)));
  // Does not reveal whether a zone belongs to another site or does not exist.
  if (site === undefined) return err(failure('NOT_FOUND', 'No such zones of one installation', 'zoneIds'));
  const title = wish.title === null ? ok(site.fields.name) : parseTitle(wish.title);
  if (!title.ok) return title;
  const own = await findOwnContact(asks, scope);
  const language = wish.language ?? own?.language ?? 'en';
  if (!isProfileLanguage(language)) return wrong('language takes fr, en, it, ar, de or es', 'language');
  return ok({
    title: title.value,
    language,
    installationId: site.id,
    zoneIds: [...new Set(zoneIds)].map((zoneId) => id<ZoneId>(zoneId)),
    from,
    to,
    granularity: granularity as Granularity,
    slot: null,
    isLate: false,
    setUpBy: await findMemberName(asks.access, scope),
  });
}

async function findOwnContact(
  { access }: Pick<ReportRequestDependencies, 'access'>,
  { organizationId, userId }: Scope,
) {
  return (await access.contactsOf(organizationId)).find((one) => one.userId === userId);
}

async function createDelivery(
  { db, clock, wake }: ReportRequestDependencies,
  scope: Scope,
  request: DeliveryRequest,
  reportId: number | null,
): Promise<Result<RequestedDelivery, Failure>> {
  const { userId } = scope;
  if (userId === null) throw new Error('the system asks for no report');
  const at = clock.now();
  const store = deliveriesStore(db);
  if ((await store.countAskedBy(userId, at - hour)) >= maxRequestsPerHour)
    return err(failure('RATE_LIMITED', 'Too many reports were asked for. Try again later'));
  const kind = request.report.granularity === null ? 'test' : 'requested';
  const fields = { reportId, kind, slot: null, at, isLate: false, request, askedBy: userId } as const;
  const deliveryId = await store.insert(scope, fields);
  if (deliveryId === null) throw new Error('a delivery without a slot met another');
  wake();
  return ok({ deliveryId, sentTo: request.emails });
}
