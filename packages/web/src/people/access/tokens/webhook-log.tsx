import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { useDates } from '../../organization/index.ts';
import {
  ReplayWebhookDeliveriesDocument,
  ReplayWebhookDeliveryDocument,
  WebhookLogDocument,
  type WebhookLogQuery,
} from './operations.generated.ts';
import styles from './tokens.module.css';
import type { Webhook } from './webhook.ts';

type Delivery = WebhookLogQuery['webhookDeliveries'][number];

const refreshMs = 3000;
const dayMs = 86_400_000;

/** The newest deliveries of a webhook, each with its body and its tries. */
export function WebhookLog({ webhook: { id: webhookId, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText();
  const variables = { webhookId };
  const client = useApolloClient();
  const { data, error } = useQuery(WebhookLogDocument, {
    variables,
    fetchPolicy: 'network-only',
    pollInterval: refreshMs,
  });
  const [replayDay] = useMutation(ReplayWebhookDeliveriesDocument);
  const [replay] = useMutation(ReplayWebhookDeliveryDocument);

  async function send(work: () => Promise<unknown>) {
    try {
      await work();
      await client.refetchQueries({ include: [WebhookLogDocument] });
      showToast('success', t('setUp.webhooks.replayed'));
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
  }

  const now = Date.now();
  return (
    <Dialog
      wide
      title={t('setUp.webhooks.log')}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={!data?.webhookDeliveries.length}
            onClick={() => void send(() => replayDay({ variables: { webhookId, from: now - dayMs, to: Date.now() } }))}
          >
            {t('setUp.webhooks.replayDay')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <bdi className={styles.address}>{url}</bdi>
        {data === undefined ? (
          error !== undefined && <p>{t('setUp.failed')}</p>
        ) : data.webhookDeliveries.length === 0 ? (
          <p>{t('setUp.webhooks.noDeliveries')}</p>
        ) : (
          data.webhookDeliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onReplay={() => void send(() => replay({ variables: { webhookDeliveryId: delivery.id } }))}
            />
          ))
        )}
      </div>
    </Dialog>
  );
}

function DeliveryRow({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const { t } = useText();
  const { moment } = useDates();
  const { event, state, createdAt, nextAttemptAt, messageId, body, tries, replays } = delivery;
  const last = tries.at(-1);
  const isBad = state === 'failed' || (state === 'waiting' && tries.length > 0);
  return (
    <details className={styles.delivery}>
      <summary>
        <span>{t(`setUp.webhooks.event.${event}`)}</span>
        <span className={isBad ? styles.soon : undefined}>
          {t(`setUp.webhooks.deliveryState.${state}`)}
          {last !== undefined && ` · ${last.status ?? '–'}`}
        </span>
        <span className={styles.faint}>{moment(createdAt)}</span>
      </summary>
      <div className={styles.form}>
        <p className={styles.faint}>
          <bdi>{messageId}</bdi>
          {replays > 0 && ` · ${t('setUp.webhooks.replays', { count: replays })}`}
          {nextAttemptAt !== null && ` · ${t('setUp.webhooks.nextTry', { at: moment(nextAttemptAt) })}`}
        </p>
        <pre className={styles.code} dir="ltr">
          {body}
        </pre>
        {tries.map((one) => (
          <div key={one.at}>
            <p className={styles.faint}>
              {moment(one.at)} · {one.status ?? <bdi>{one.problem}</bdi>} · {t('setUp.webhooks.ms', { ms: one.ms })}
            </p>
            {one.body !== '' && (
              <pre className={styles.code} dir="ltr">
                {one.body}
              </pre>
            )}
          </div>
        ))}
        <Button className={styles.copy} disabled={state === 'waiting'} onClick={onReplay}>
          {t('setUp.webhooks.replay')}
        </Button>
      </div>
    </details>
  );
}
