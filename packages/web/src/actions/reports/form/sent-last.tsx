import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useNow } from '../../../numbers/live/index.ts';
import { useDeliveryTo } from '../../../people/notifications/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { StatusMark } from '../../../ui/icons/index.ts';
import { formatWhen } from '../../schedules/index.ts';
import {
  type Delivery,
  formatDeliveryStatus,
  formatSummary,
  getProblemMessage,
  isPending,
  toStatus,
} from './delivery-text.ts';
import { ReportDeliveriesDocument } from './operations.generated.ts';
import styles from './sent-last.module.css';

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
