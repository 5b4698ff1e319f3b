import { type MessageId, type Text, type Translate, useText } from '../../../i18n/index.ts';
import { useDelivery } from '../../../people/notifications/index.ts';
import { formatMoment } from '../index.ts';
import type { AlertStoryQuery } from './operations.generated.ts';
import styles from './story.module.css';

type Story = AlertStoryQuery['alertStory'];
type Notification = Story['notifications'][number];

/** Notifications by recipient and channel, with the delivery status of each. */
export function NotificationTable({ story, timezone }: { story: Story; timezone: string }) {
  const text = useText();
  const { t } = text;
  const delivery = useDelivery();
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('alerts.story.told')}</h2>
      {story.notifications.length === 0 && <p className={styles.note}>{t('alerts.story.told.nobody')}</p>}
      <ul className={styles.told}>
        {story.notifications.map((one) => (
          <li key={one.id}>
            <span>
              {t(`alerts.way.${one.channel}` as MessageId)} · {one.userName ?? one.recipient}
            </span>
            <span className={styles.fate} data-status={one.status}>
              {undelivered(one, delivery, t) ?? formatDeliveryStatus(one, timezone, text)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the note for mails and texts that were handed over but not delivered here; null for other messages. */
function undelivered({ status, channel }: Notification, delivery: ReturnType<typeof useDelivery>, t: Translate) {
  const kinds: Readonly<Record<string, 'mail' | 'texts'>> = { email: 'mail', sms: 'texts' };
  const kind = kinds[channel];
  const to = kind === undefined ? 'sent' : (delivery?.[kind] ?? 'sent');
  if (to === 'sent' || (status !== 'sent' && status !== 'waiting')) return null;
  return t(to === 'outbox' ? 'alerts.fate.outbox' : 'alerts.fate.noServer');
}

function formatDeliveryStatus({ status, sentAt, nextAttemptAt, problem }: Notification, timezone: string, text: Text) {
  const { t } = text;
  const moment = (at: number) => formatMoment(at, timezone, text, Date.now());
  if (status === 'sent' && sentAt != null) return t('alerts.fate.sent', { when: moment(sentAt) });
  if (status === 'failed') return t('alerts.fate.failed', { problem: problem ?? '' });
  if (status === 'waiting' && problem != null && nextAttemptAt != null)
    return t('alerts.fate.again', { when: moment(nextAttemptAt), problem });
  return t(`alerts.fate.${status}` as MessageId);
}
