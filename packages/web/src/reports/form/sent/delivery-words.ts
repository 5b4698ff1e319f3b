import type { MessageId, Translate } from '../../../i18n/index.ts';
import type { Status } from '../../../ui/icons/index.ts';
import type { ReportDeliveriesQuery } from '../operations.generated.ts';

export type Delivery = ReportDeliveriesQuery['reportDeliveries']['nodes'][number];
type Told = Delivery['recipients'][number];

/** What of a delivery says what became of it. */
interface Judged {
  readonly state: Delivery['state'];
  readonly recipients: readonly Pick<Told, 'fate'>[];
}

/** Whether more is to be heard of it. */
export const isOnItsWay = ({ state, recipients }: Judged): boolean =>
  state === 'underWay' || recipients.some(({ fate }) => fate === 'waiting');

/** Green only where it left for everybody it was meant for. */
export function statusOf(delivery: Judged): Status {
  if (delivery.state === 'failed') return 'critical';
  if (isOnItsWay(delivery)) return 'offline';
  return delivery.recipients.every(({ fate }) => fate === 'sent') ? 'ok' : 'warning';
}

/** `3 of 4 sent`, where it has been made. */
export function summaryOf({ state, recipients }: Judged, t: Translate): string {
  if (state === 'underWay') return t('reportForm.delivery.underWay');
  if (state === 'failed') return t('reportForm.delivery.failed');
  const sent = recipients.filter(({ fate }) => fate === 'sent').length;
  return t('reportForm.delivery.sent', { sent, all: recipients.length });
}

/** What became of it for one of them, in the mail server's own words where it refused. Without mail nothing was sent. */
export function fateText(
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

/** Why nothing went out. */
export const problemText = (problem: string | null | undefined): MessageId =>
  problems[problem ?? ''] ?? 'reportForm.delivery.notMade';
