import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { type MessageId, type Translate, useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useNow } from '../../../numbers/live/index.ts';
import { useDeliveryTo } from '../../../people/notifications/delivery-notice.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { type Status, StatusMark } from '../../../ui/icons/index.ts';
import { formatWhen } from '../../schedules/schedule-text.ts';
import { ReportDeliveriesDocument, type ReportDeliveriesQuery } from './operations.generated.ts';
import styles from './sent-last.module.css';

type Delivery = ReportDeliveriesQuery['reportDeliveries']['nodes'][number];
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

const shown = 5;
/** Polling interval while a delivery is pending, ms. */
const pollMs = 4000;

/** Latest deliveries: when, and the status of each recipient. */
export function SentLast({ reportId, timezone }: { readonly reportId: number; readonly timezone: string }) {
  const { t } = useText();
  const { data, error, refetch, startPolling, stopPolling } = useQuery(ReportDeliveriesDocument, {
    variables: { reportId, first: shown },
    fetchPolicy: 'cache-and-network',
  });
  const deliveries = data?.reportDeliveries.nodes;
  useFollow(deliveries?.some(isPending) === true, startPolling, stopPolling);
  return (
    <section className={styles.sent}>
      <h2 className={styles.title}>{t('reportForm.sentLast')}</h2>
      {deliveries === undefined && error !== undefined && (
        <p>
          {t('reportForm.sentLast.failed')}{' '}
          <Button onClick={() => void retryQuery(refetch)}>{t('reports.retry')}</Button>
        </p>
      )}
      {deliveries === undefined && error === undefined && <div className={styles.ghost} aria-hidden="true" />}
      {deliveries?.length === 0 && <p>{t('reportForm.sentLast.none')}</p>}
      {deliveries?.map((delivery) => (
        <DeliveryRow key={delivery.id} made={delivery} timezone={timezone} />
      ))}
    </section>
  );
}

function useFollow(isFollowed: boolean, start: (every: number) => void, stop: () => void): void {
  useEffect(() => {
    if (!isFollowed) return;
    start(pollMs);
    return stop;
  }, [isFollowed, start, stop]);
}

function DeliveryRow({ made, timezone }: { readonly made: Delivery; readonly timezone: string }) {
  const text = useText();
  const { t } = text;
  const now = useNow(60_000);
  const delivery = useDeliveryTo('email');
  const { kind, at, isLate, state, recipients } = made;
  const said = [
    kind === 'test' && t('reportForm.delivery.test'),
    // Without mail nothing is sent, so there is no summary.
    delivery !== 'none' && formatSummary(made, t),
    isLate && t('reportForm.delivery.late'),
  ].filter((part) => part !== false);
  return (
    <details className={styles.delivery}>
      <summary>
        <StatusMark status={delivery === 'none' && state !== 'failed' ? 'offline' : toStatus(made)} />
        <span>
          <bdi>{formatWhen(at, timezone, text, now)}</bdi>
          <span className={styles.second}>{said.join(' · ')}</span>
        </span>
      </summary>
      {recipients.length > 0 && (
        <ul className={styles.recipients}>
          {recipients.map((recipient) => (
            <li key={recipient.email}>
              <bdi>{recipient.email}</bdi>
              <span className={styles.second}>{formatDeliveryStatus(recipient, t, delivery)}</span>
            </li>
          ))}
        </ul>
      )}
      {state === 'failed' && <p className={styles.second}>{t(getProblemMessage(made.problem))}</p>}
    </details>
  );
}
