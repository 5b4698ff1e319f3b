import type { Instant } from '@atrium/domain/core';
import type { ReportFragment, ReportsQuery } from './operations.generated.ts';

/** A site as used by reports. */
export type ReportSite = ReportsQuery['allInstallations'][number];
export type ReportEvent = ReportSite['events'][number];

/** State of an event: before its begin, running, or after its end. */
export type EventTime = 'ahead' | 'running' | 'ended';

export function findEventTime({ neverEnding, dateBegin, dateEnd }: ReportEvent, now: Instant): EventTime {
  if (neverEnding) return 'running';
  if (dateBegin != null && now < dateBegin) return 'ahead';
  return dateEnd != null && now > dateEnd ? 'ended' : 'running';
}

/** Whether and why a report sends or does not. */
export type ReportStatus =
  | { readonly kind: 'active'; readonly nextAt: Instant | null; readonly hasFailed: boolean }
  | { readonly kind: 'off' }
  /** Its event is not running; `at` is its begin or end, if known. */
  | { readonly kind: 'inactive'; readonly why: 'ahead' | 'ended' | 'gone'; readonly at: Instant | null }
  /** Its author lost the right to send it. */
  | { readonly kind: 'held'; readonly problem: string };

type Judged = Pick<
  ReportFragment,
  'enabled' | 'state' | 'eventId' | 'installationId' | 'nextAt' | 'problem' | 'lastDelivery'
>;

/**
 * Returns the status of a report. `sites` must include the site of its event. A report that is off is off, whatever the
 * state of its event.
 */
export function findReportStatus(report: Judged, sites: readonly ReportSite[], now: Instant): ReportStatus {
  if (!report.enabled) return { kind: 'off' };
  if (report.state === 'INACTIVE') return { kind: 'inactive', ...whyInactive(eventOf(report, sites), now) };
  if (report.problem != null) return { kind: 'held', problem: report.problem };
  const hasFailed = report.lastDelivery?.state === 'failed';
  return { kind: 'active', nextAt: report.nextAt ?? null, hasFailed };
}

const eventOf = (
  { installationId, eventId }: Pick<ReportFragment, 'installationId' | 'eventId'>,
  sites: readonly ReportSite[],
): ReportEvent | null => sites.find(({ id }) => id === installationId)?.events.find(({ id }) => id === eventId) ?? null;

function whyInactive(event: ReportEvent | null, now: Instant) {
  if (event === null) return { why: 'gone', at: null } as const;
  return findEventTime(event, now) === 'ahead'
    ? ({ why: 'ahead', at: event.dateBegin ?? null } as const)
    : ({ why: 'ended', at: event.dateEnd ?? null } as const);
}
