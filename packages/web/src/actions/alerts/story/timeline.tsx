import { type MessageId, useText } from '../../../i18n/index.ts';
import { formatMetric, formatMoment } from '../index.ts';
import type { AlertStoryQuery } from './operations.generated.ts';
import styles from './story.module.css';

type Story = AlertStoryQuery['alertStory'];
type Step = Story['steps'][number];

/** Events, oldest first. */
export function Timeline({ story, timezone }: { story: Story; timezone: string }) {
  const text = useText();
  const { t } = text;
  const now = Date.now();
  const metric = story.entry.metrics[0]?.type ?? '';
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('alerts.story.timeline')}</h2>
      <ol className={styles.steps}>
        {story.steps.map((step) => (
          <li key={step.id} className={styles.step} data-to={step.kind === 'phase' ? step.to : step.kind}>
            <time dateTime={new Date(step.at).toISOString()}>
              <bdi>{formatMoment(step.at, timezone, text, now)}</bdi>
            </time>
            <span>
              {t(wordOf(step))}
              {step.value != null && metric !== 'deviceStatus' && (
                <span className={styles.value}>{formatMetric(step.value, metric, text)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function wordOf({ kind, to, effect }: Step): MessageId {
  if (kind !== 'phase') return `alerts.story.step.${kind}` as MessageId;
  if (effect === 'ended' || effect === 'closed') return `alerts.story.step.${effect}`;
  return `alerts.story.step.${to}` as MessageId;
}
