import type { MessageId, Translate } from '../../../i18n/index.ts';
import type { Status } from '../../../ui/icons/index.ts';
import type { ReportDeliveriesQuery } from './operations.generated.ts';

export type Delivery = ReportDeliveriesQuery['reportDeliveries']['nodes'][number];
type Told = Delivery['recipients'][number];

/** The parts of a delivery that determine its status. */
interface Judged {
  readonly state: Delivery['state'];
  readonly recipients: readonly Pick<Told, 'fate'>[];
}

/** Tells whether the delivery may still change. */
export const isPending = ({ state, recipients }: Judged): boolean =>
  state === 'underWay' || recipients.some(({ fate }) => fate === 'waiting');

/** Returns the status; green only if it was sent to all recipients. */
export function toStatus(delivery: Judged): Status {
  if (delivery.state === 'failed') return 'critical';
  if (isPending(delivery)) return 'offline';
  return delivery.recipients.every(({ fate }) => fate === 'sent') ? 'ok' : 'warning';
}

/** Formats `3 of 4 sent`, once created. */
export function formatSummary({ state, recipients }: Judged, t: Translate): string {
  if (state === 'underWay') return t('reportForm.delivery.underWay');
  if (state === 'failed') return t('reportForm.delivery.failed');
  const sent = recipients.filter(({ fate }) => fate === 'sent').length;
  return t('reportForm.delivery.sent', { sent, all: recipients.length });
}

/**
 * Describes the delivery status of a recipient, with the mail server's own reason if it refused. Without mail nothing
 * was sent.
 */
export function formatDeliveryStatus(
  { fate, kind, reason }: Pick<Told, 'fate' | 'kind' | 'reason'>,
  t: Translate,
  delivery: 'sent' | 'outbox' | 'none' | null = 'sent',
): string {
  if (fate === 'waiting') return t('reportForm.fate.waiting');
  if (fate === 'sent' && delivery === 'outbox') return t('reportForm.fate.outbox');
  if (fate === 'sent' && delivery === 'none') return t('reportForm.fate.notSent');
  if (fate === 'sent') return t('reportForm.fate.sent');
  if (fate === 'refused') return t('reportForm.fate.refused', { reason: reason ?? '–' });
  if (kind === 'refused') return t('reportForm.emails.refusedShort');
  return t(kind === 'unsubscribed' ? 'reportForm.emails.unsubscribedShort' : 'reportForm.fate.notSent');
}

const problems: Readonly<Record<string, MessageId>> = {
  OWNER_GONE: 'reports.held.gone',
  OWNER_RIGHT: 'reports.held.right',
  OWNER_SITE: 'reports.held.site',
  SITE_GONE: 'reportForm.delivery.siteGone',
};

/** Returns the message for a report that was not sent at all. */
export const getProblemMessage = (problem: string | null | undefined): MessageId =>
  problems[problem ?? ''] ?? 'reportForm.delivery.notMade';
