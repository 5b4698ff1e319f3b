import type { Clock, InstallationId } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import { recordAudit } from '../../people/audit/index.ts';
import { enqueue } from '../../people/notifications/index.ts';
import { emitWebhookEvents } from '../../people/webhooks/index.ts';
import { runPeriodically } from '../../platform/concurrency/timing.ts';
import { measureJobs } from '../../platform/jobs/job-metrics.ts';
import { createJobRunner, type JobIntervals } from '../../platform/jobs/job-runner.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { buildPagePath, buildRequest } from './build-request.ts';
import { restorableMs } from './change-reports.ts';
import type { ReportPart, ReportRequest } from './composed-report.ts';
import { deliveryQueue, pendingDeliveriesStore } from './deliveries.store.ts';
import type { DeliveryProblem, DeliveryRecipient, ReportRecipient, StoredDelivery } from './delivery.ts';
import { findMemberName, findOwnerProblem } from './recipients.ts';
import { deleteFiles, folderOf, linkLifeMs, listParts, type StoredFiles, storeFiles } from './report-files.ts';
import { reportSchedule, reportsStore } from './reports.store.ts';
import { planSlots } from './sending/plan-slots.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

/** A delivery with everything needed to make it. */
interface PreparedDelivery {
  readonly scope: Scope;
  readonly delivery: StoredDelivery;
  readonly request: ReportRequest;
  readonly recipients: readonly ReportRecipient[];
  readonly parts: readonly ReportPart[];
}

/**
 * Makes a delivery and enqueues its mails in the transaction that updates its history. After a crash it is made again;
 * outbox keys keep each recipient to one mail. Records the reason if it cannot be sent. Throws for errors to retry.
 */
export async function makeDelivery(
  deps: SendingDependencies,
  delivery: StoredDelivery,
  signal: AbortSignal,
): Promise<void> {
  const making = await prepare(deps, delivery);
  if (typeof making === 'string') return fail(deps, delivery, making);
  const told = making.recipients.filter(({ kind }) => kind === 'member' || kind === 'outside');
  if (told.length === 0) return finish(deps, making, []);
  const composed = await deps.compose(making.scope, making.request, { parts: making.parts, signal });
  if (!composed.ok && composed.error.code === 'OVERLOADED') throw new Error('the report waits for a quieter moment');
  if (!composed.ok) return fail(deps, delivery, composed.error.code === 'NOT_FOUND' ? 'SITE_GONE' : 'NOT_MADE');
  const report = composed.value;
  const until = deps.clock.now() + linkLifeMs;
  const kept = await storeFiles(deps.files, folderOf(delivery.organizationId, delivery.id), report, until);
  return finish(deps, making, told, { kept, report });
}

async function prepare(
  deps: SendingDependencies,
  delivery: StoredDelivery,
): Promise<PreparedDelivery | DeliveryProblem> {
  const scope = systemScope(delivery.organizationId);
  const { request: asked } = delivery;
  if (asked !== null) {
    const { report: request, emails, attachPdf, attachSpreadsheet } = asked;
    const problem = await findOwnerProblem(deps, scope, {
      ownerId: delivery.askedBy,
      isOwned: true,
      installationId: request.installationId,
    });
    if (problem !== null) return problem;
    const recipients = await deps.recipientsOf(scope, {
      reportId: null,
      installationId: request.installationId,
      emails,
    });
    return { scope, delivery, request, recipients, parts: listParts({ attachPdf, attachSpreadsheet }) };
  }
  const report = delivery.reportId === null ? null : await reportsStore(deps.db).find(scope, delivery.reportId);
  const site = report && (await deps.sites.snapshot(scope)).sites.get(report.installationId);
  if (!report || !site) return 'SITE_GONE';
  const problem = await findOwnerProblem(deps, scope, report);
  if (problem !== null) return problem;
  const [recipients, setUpBy] = await Promise.all([
    deps.recipientsOf(scope, { reportId: report.id, installationId: report.installationId, emails: report.emails }),
    findMemberName(deps.access, scope, report.ownerId),
  ]);
  return {
    scope,
    delivery,
    request: buildRequest(report, site, delivery, setUpBy),
    recipients,
    parts: listParts(report),
  };
}

interface Made {
  readonly kept: StoredFiles;
  readonly report: Parameters<typeof storeFiles>[2];
}

async function finish(
  deps: SendingDependencies,
  { scope, delivery, request, recipients }: PreparedDelivery,
  told: readonly ReportRecipient[],
  made?: Made,
): Promise<void> {
  const openIn = deps.links.to(...(await buildPagePath(deps.sites, scope, request)));
  await deps.db.transaction(async (transaction) => {
    const keys = new Map(told.map(({ email }) => [email, buildDedupeKey(delivery, email)]));
    const shown = recipients.map(
      ({ email, kind }): DeliveryRecipient => ({ email, kind, key: keys.get(email) ?? null }),
    );
    // Another process has made it in the meantime, so enqueue nothing.
    if (!(await pendingDeliveriesStore(transaction).finish(delivery, shown))) return;
    for (const { email } of told)
      if (made)
        await send(deps, transaction, { scope, delivery, email, openIn, key: buildDedupeKey(delivery, email) }, made);
    await record(scope, transaction, deps.clock.now(), delivery, request, recipients);
    const { id, organizationId, reportId, slot } = delivery;
    await emitWebhookEvents(transaction, [
      {
        organizationId,
        installationId: request.installationId,
        type: 'report.sent',
        key: `report/${id}`,
        at: deps.clock.now(),
        data: { deliveryId: id, reportId, siteId: request.installationId, slot, recipients: told.length },
      },
    ]);
  });
}

/** Returns the outbox key, which ensures one mail per slot, or per test or one-time report. */
const buildDedupeKey = ({ id: deliveryId, reportId, slot }: StoredDelivery, email: string) =>
  slot === null ? `report-delivery/${deliveryId}/${email}` : `report/${reportId}/${slot}/${email}`;

interface Letter {
  readonly scope: Scope;
  readonly delivery: StoredDelivery;
  readonly email: string;
  readonly openIn: string;
  readonly key: string;
}

async function send(
  { access, clock, links }: SendingDependencies,
  transaction: Database,
  { scope, delivery, email, openIn, key }: Letter,
  { kept, report }: Made,
): Promise<void> {
  const { kind, reportId, organizationId } = delivery;
  // Tests and one-time reports have no subscription to end.
  const unsubscribeLink =
    kind === 'scheduled' && reportId !== null
      ? await access.unsubscribing.unsubscribeLink(transaction, scope, { reportId, email })
      : null;
  const files = kept.files.map(({ name, bytes, path }) => ({
    name,
    bytes,
    href: path === null ? null : links.to(path as `/${string}`),
  }));
  const { html, text } = report.mail({ unsubscribe: unsubscribeLink?.page ?? null, openIn, files });
  const content = {
    subject: report.subject,
    html,
    text,
    attachments: kept.attachments,
    ...(unsubscribeLink && { headers: unsubscribeLink.headers }),
  };
  const envelope = { organizationId, recipient: email, dedupeKey: key, at: clock.now() };
  await enqueue(transaction, { ...envelope, channel: 'mail', content });
}

async function record(
  scope: Scope,
  transaction: Database,
  at: number,
  { kind, reportId }: StoredDelivery,
  { title: name, installationId }: { readonly title: string; readonly installationId: InstallationId },
  recipients: readonly ReportRecipient[],
) {
  const outside = recipients.filter((one) => one.kind === 'outside').map(({ email }) => email);
  const members = recipients.filter((one) => one.kind === 'member').length;
  const details = { name, outside, kind, members };
  const subject = reportId === null ? {} : { subjectId: reportId };
  await recordAudit(scope, transaction, { at, action: 'report.sent', details, installationId, ...subject });
}

async function fail({ db }: SendingDependencies, delivery: StoredDelivery, problem: DeliveryProblem): Promise<void> {
  await pendingDeliveriesStore(db).fail(delivery, problem);
}

export interface SenderIntervals extends JobIntervals {
  /** Timeout for making one report, ms. */
  readonly makingMs: number;
  readonly tidyMs: number;
}

const defaultIntervals: SenderIntervals = {
  pollMs: 5000,
  makingMs: 240_000,
  leaseMs: 300_000,
  renewMs: 60_000,
  tidyMs: 3_600_000,
};

export interface ReportSender {
  start(): void;
  /** Checks at once, because a report was requested. */
  wake(): void;
  /** Stops claiming. The delivery in progress is released for another process. */
  stop(): Promise<void>;
}

/**
 * Sends due reports one at a time, to limit its share of the machine. Any number of processes may run it concurrently.
 */
export function createReportSender(deps: SendingDependencies, pace: Partial<SenderIntervals> = {}): ReportSender {
  const intervals = { ...defaultIntervals, ...pace };
  const { db, clock, logError } = deps;
  const deliveries = pendingDeliveriesStore(db);
  const jobs = createJobRunner({
    ...intervals,
    name: 'report',
    queue: deliveryQueue(db),
    isAlone: deps.use === 'standalone',
    retryDelaysMs: [60_000, 120_000, 180_000],
    perform: (delivery, { signal }) =>
      makeDelivery(deps, delivery, AbortSignal.any([signal, AbortSignal.timeout(intervals.makingMs)])),
    giveUp: async (delivery) => void (await deliveries.fail(delivery, 'NOT_MADE')),
    clock,
    logError,
  });

  async function plan(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await planSlots(deps)) > 0) jobs.wake();
  }

  async function tidy(): Promise<void> {
    const now = clock.now();
    await reportSchedule(db).deleteRemoved(now - restorableMs);
    // Goes back twice the lifetime, to include files that expired while the server was down.
    for (const { id, organizationId } of await deliveries.over(now - linkLifeMs, now - 2 * linkLifeMs))
      await deleteFiles(deps.files, folderOf(organizationId, id));
  }

  const tasks = [
    jobs,
    runPeriodically(plan, intervals.pollMs, (error) => logError('reports could not be looked for', error)),
    runPeriodically(tidy, intervals.tidyMs, (error) => logError('old reports could not be taken away', error)),
  ];

  return {
    start() {
      for (const task of tasks) task.start();
    },
    wake: jobs.wake,
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

/** Registers metrics of pending reports, the oldest one's age, and recent failures. */
export function registerReportMetrics(db: Database, clock: Clock, registry: Registry): void {
  measureJobs(registry, clock, {
    states: {
      name: 'atrium_report_deliveries',
      help: 'Reports due, and those that failed within 24 hours',
      of: ['waiting', 'failed'],
    },
    oldest: { name: 'atrium_report_oldest_waiting_seconds', help: 'Waiting time of the oldest report that is due' },
    read: pendingDeliveriesStore(db).countByState,
  });
}
