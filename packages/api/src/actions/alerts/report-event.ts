import type { Severity } from '@atrium/domain/actions/alerts';
import type { Instant, OrganizationId } from '@atrium/domain/core';
import { emitWebhookEvents } from '../../people/webhooks/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';

/** Start, end or lack of data of a firing. */
export interface ReportedFiring {
  readonly organizationId: OrganizationId;
  readonly installationId: number;
  readonly alertId: number;
  readonly alert: string;
  readonly severity: Severity;
  /** Id in the alert log. */
  readonly logId: number;
  readonly metric: string | null;
  /** Farthest past the threshold, in the metric's unit. */
  readonly value: number | null;
  /** Name. Null: not known. */
  readonly place: string | null;
  readonly begin: Instant;
  readonly at: Instant;
  readonly endedBy: string | null;
  /** It was found out only now, from late readings or by a new alert. */
  readonly isLate: boolean;
}

const types = { opened: 'alert.opened', ended: 'alert.closed', silent: 'alert.no_data' } as const;

/**
 * Reports events of alerts of one organization to webhooks, in the transaction that records them; also of a muted alert.
 */
export async function reportAlertEvents(
  transaction: Database,
  about: keyof typeof types,
  firings: readonly ReportedFiring[],
): Promise<void> {
  const iso = (instant: Instant) => new Date(instant).toISOString();
  await emitWebhookEvents(
    transaction,
    firings.map(({ organizationId, installationId, logId, begin, at, ...event }) => ({
      organizationId,
      installationId,
      type: types[about],
      key: `alert/${event.alertId}/${logId}/${about}/${at}`,
      at,
      data: { ...event, eventId: logId, siteId: installationId, begin: iso(begin), at: iso(at) },
    })),
  );
}
