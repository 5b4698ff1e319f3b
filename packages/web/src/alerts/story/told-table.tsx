import { type MessageId, type Text, useText } from '../../i18n/index.ts';
import { momentText } from '../words/index.ts';
import type { AlertStoryQuery } from './operations.generated.ts';
import styles from './story.module.css';

type Story = AlertStoryQuery['alertStory'];
type Notification = Story['notifications'][number];

/** Who was told by which way, and what became of each message. */
export function ToldTable({ story, timezone }: { story: Story; timezone: string }) {
  const text = useText();
  const { t } = text;
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
              {fateText(one, timezone, text)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function fateText({ status, sentAt, nextAttemptAt, problem }: Notification, timezone: string, text: Text) {
  const { t } = text;
  const moment = (at: number) => momentText(at, timezone, text, Date.now());
  if (status === 'sent' && sentAt != null) return t('alerts.fate.sent', { when: moment(sentAt) });
  if (status === 'failed') return t('alerts.fate.failed', { problem: problem ?? '' });
  if (status === 'waiting' && problem != null && nextAttemptAt != null)
    return t('alerts.fate.again', { when: moment(nextAttemptAt), problem });
  return t(`alerts.fate.${status}` as MessageId);
}
