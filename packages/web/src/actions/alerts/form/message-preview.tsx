import { type AlertCondition, fillMessage } from '@atrium/domain/actions/alerts';
import { useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { formatMetric, formatMoment } from '../condition-text.ts';
import type { Draft, DraftAction } from './draft.ts';
import styles from './form.module.css';
import type { Preview } from './use-preview.ts';

interface MessagePreviewProps {
  readonly draft: Pick<Draft, 'name' | 'actions' | 'condition'>;
  readonly preview: Preview;
  readonly site: string;
  /** Returns the name of a place of the preview. */
  readonly placeName: (place: string) => string;
}

/** Previews the alert's messages for its last firing in the back-test. */
export function MessagePreview({ draft, preview, site, placeName }: MessagePreviewProps) {
  const text = useText();
  const { t } = text;
  const [wanted, setWanted] = useState(0);
  const firing = preview.firings.at(-1);
  const action = draft.actions[wanted] ?? draft.actions[0];
  if (firing === undefined || action === undefined) return null;
  const amount = (value: number | null | undefined) =>
    value == null || preview.metric === 'deviceStatus' ? '–' : formatMetric(value, preview.metric, text);
  const values = {
    alert: draft.name,
    site,
    zone: placeName(firing.place),
    value: amount(firing.peak),
    limit: amount(limitOf(draft.condition)),
    since: formatMoment(firing.begin, preview.timezone, text, firing.begin),
  };
  const title = titleOf(action, values);
  return (
    <section className={styles.card}>
      <div className={styles.notificationHead}>
        <h2 className={styles.cardTitle}>{t('alertForm.read')}</h2>
        {draft.actions.length > 1 && (
          <span className={styles.tokens}>
            {draft.actions.map(({ type }, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: an action is identified by its index
                key={index}
                type="button"
                className={styles.token}
                aria-pressed={draft.actions[wanted] === undefined ? index === 0 : index === wanted}
                onClick={() => setWanted(index)}
              >
                {t(`alerts.way.${type}` as MessageId)}
              </button>
            ))}
          </span>
        )}
      </div>
      <div className={styles.read} dir="auto">
        {title !== null && <p className={styles.readTitle}>{title}</p>}
        <p>{fillMessage(action.msgContent, values)}</p>
      </div>
      <p className={styles.hint}>{t('alertForm.read.last')}</p>
    </section>
  );
}

const limitOf = ({ value, max, min }: AlertCondition) => value ?? max ?? min;

/** Title of a mail, push message or job. Text messages have none. */
function titleOf({ type, msgTitle }: DraftAction, values: Parameters<typeof fillMessage>[1]): string | null {
  if (type === 'sms') return null;
  return fillMessage(msgTitle, values).trim() || `${values.alert} · ${values.site}`;
}
