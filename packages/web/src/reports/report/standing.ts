import type { Instant } from '@atrium/domain/core';
import type { ReportFragment, ReportsQuery } from './operations.generated.ts';

/** A site as reports are set up for it. */
export type ReportSite = ReportsQuery['allInstallations'][number];
export type ReportEvent = ReportSite['events'][number];

/** Where an event stands: before its begin, between both, or behind its end. */
export type EventTime = 'ahead' | 'running' | 'ended';

export function eventTimeAt({ neverEnding, dateBegin, dateEnd }: ReportEvent, now: Instant): EventTime {
  if (neverEnding) return 'running';
  if (dateBegin != null && now < dateBegin) return 'ahead';
  return dateEnd != null && now > dateEnd ? 'ended' : 'running';
}

/** Why a report sends, or does not. */
export type Standing =
  | { readonly kind: 'active'; readonly nextAt: Instant | null; readonly hasFailed: boolean }
  | { readonly kind: 'off' }
  /** Its event does not run: since or until when, where that is known. */
  | { readonly kind: 'inactive'; readonly why: 'ahead' | 'ended' | 'gone'; readonly at: Instant | null }
  /** Whoever set it up may not any more. */
  | { readonly kind: 'held'; readonly problem: string };

type Judged = Pick<
  ReportFragment,
  'enabled' | 'state' | 'eventId' | 'installationId' | 'nextAt' | 'problem' | 'lastDelivery'
>;

/** `sites`: of which the report's event is one's. What is switched off is off, whatever its event does. */
export function standingOf(report: Judged, sites: readonly ReportSite[], now: Instant): Standing {
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
  return eventTimeAt(event, now) === 'ahead'
    ? ({ why: 'ahead', at: event.dateBegin ?? null } as const)
    : ({ why: 'ended', at: event.dateEnd ?? null } as const);
}
