import { useMutation, useQuery } from '@apollo/client/react';
import { type ConditionTypeName, isOutside } from '@atrium/domain/actions/alerts';
import { findMetric } from '@atrium/domain/numbers';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type MessageId, type Text, type Translate, useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { formatFigure, getMetricName } from '../../../pages/words/section-texts.ts';
import { useDelivery } from '../../../people/notifications/delivery-notice.tsx';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loader } from '../../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import {
  formatLength,
  formatMetric,
  formatMoment,
  formatPeak,
  formatType,
  formatUsualMetric,
} from '../condition-text.ts';
import { FiredBars } from '../list/alert-columns.tsx';
import { SeverityMark } from '../severity-mark.tsx';
import { StateChip } from '../state-chip.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { MuteAlert } from './mute-alert.tsx';
import {
  AcknowledgeDocument,
  AlertStoryDocument,
  type AlertStoryQuery,
  StorySitesDocument,
} from './operations.generated.ts';
import styles from './story.module.css';
import { StoryChart } from './story-chart.tsx';
import { useDifferences } from './use-differences.ts';

type Story = AlertStoryQuery['alertStory'];

/** Polling interval while the firing is open, ms. */
const pollMs = 15_000;

/** Story of a firing: what happened, how unusual it was, who was notified, and what was different. */
export function StoryPage() {
  const text = useText();
  const { logId } = useParams({ strict: false }) as { logId: string };
  const { data, error, refetch } = useQuery(AlertStoryDocument, {
    variables: { id: Number(logId) },
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  const { data: sites } = useQuery(StorySitesDocument);
  const story = data?.alertStory;
  const name = story && (story.alert?.name ?? formatType(story.entry.conditionType as ConditionTypeName, text));
  usePageName(name ?? null);
  if (error !== undefined && story === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (story === undefined || sites === undefined || name === undefined) return <Loader />;
  const site = sites.allInstallations.find(({ id }) => id === story.entry.installationId);
  return <StoryContent story={story} name={name} site={site?.name ?? ''} timezone={site?.timezone ?? 'UTC'} />;
}

interface StoryContentProps {
  readonly story: Story;
  readonly name: string;
  readonly site: string;
  readonly timezone: string;
}

function StoryContent({ story, name, site, timezone }: StoryContentProps) {
  const text = useText();
  const { t } = text;
  const mayEdit = mayDo(useViewer(), 'updateAlert');
  // Fixed, so that a poll does not ask for the comparison again.
  const [now] = useState(() => Date.now());
  const { entry, alert } = story;
  const compared = useDifferences(entry, now);
  return (
    <>
      <PageHeader
        title={t('alerts.story.title', { alert: name, site })}
        status={<Status entry={entry} timezone={timezone} />}
        actions={
          mayEdit &&
          alert != null && (
            <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }} className={buttonClass('plain')}>
              {t('alerts.edit')}
            </Link>
          )
        }
      />
      <Answer entry={entry} points={story.points} compared={compared} timezone={timezone} />
      {alert == null && <p className={styles.note}>{t('alerts.story.gone')}</p>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <StoryChart
            story={story}
            differences={compared === 'loading' ? compared : (compared?.differences ?? [])}
            timezone={timezone}
            now={now}
          />
          <Timeline story={story} timezone={timezone} />
          <NotificationTable story={story} timezone={timezone} />
        </div>
        <div className={styles.column}>
          {(isActionable(story) || entry.acknowledgedAt != null || (mayEdit && alert != null)) && (
            <section className={styles.card} data-sticky={isActionable(story) || undefined}>
              <Acknowledged story={story} timezone={timezone} />
              {mayEdit && alert != null && (
                <MuteAlert alertId={alert.id} name={name} isMuted={alert.mutedUntil != null} />
              )}
            </section>
          )}
          {alert != null && (
            <section className={styles.card}>
              <h2 className={styles.title}>{t('alerts.head.fired')}</h2>
              <FiredBars days={alert.firedByDay} isOpen={alert.isOpen} />
            </section>
          )}
          {compared !== null && compared !== 'loading' && <DifferencesCard compared={compared} timezone={timezone} />}
        </div>
      </div>
    </>
  );
}

/** Whether the firing is open and nobody has acknowledged it. */
const isActionable = ({ entry }: Story) => entry.acknowledgedAt == null && entry.dateEnd == null;

/** Whether it is firing and for how long, or when it ended, and where. */
function Status({ entry, timezone }: { readonly entry: Story['entry']; readonly timezone: string }) {
  const text = useText();
  const { t } = text;
  const now = Date.now();
  const length = formatLength(((entry.dateEnd ?? now) - entry.dateBegin) / 1000, text);
  return (
    <>
      {entry.dateEnd == null ? (
        <StateChip state="FIRING" />
      ) : (
        t('alerts.state.ended', { when: formatMoment(entry.dateEnd, timezone, text, now) })
      )}{' '}
      <SeverityMark severity={entry.severity} isAlways />
      <span>{[length, entry.zoneName].filter((word) => word != null).join(' · ')}</span>
    </>
  );
}

interface AnswerProps extends Pick<Story, 'entry' | 'points'> {
  readonly compared: ReturnType<typeof useDifferences>;
  readonly timezone: string;
}

/** One sentence on the value and its limit, and one on what differs most from what is usual. */
function Answer({ entry, points, compared, timezone }: AnswerProps) {
  const text = useText();
  const { t, locale } = text;
  const [metric] = entry.metrics;
  const now = Date.now();
  const moment = (at: number) => formatMoment(at, timezone, text, now);
  const begin = moment(entry.dateBegin);
  const times =
    entry.dateEnd == null ? t('alerts.since', { when: begin }) : `\u2066${begin}–${moment(entry.dateEnd)}\u2069`;
  const last = entry.dateEnd == null ? points.findLast(({ value }) => value != null)?.value : null;
  const words =
    metric === undefined || metric.type === 'deviceStatus'
      ? []
      : [
          last == null ? null : t('alerts.story.now', { value: formatMetric(last, metric.type, text) }),
          formatPeak(entry, text),
          metric.usual == null
            ? t('alerts.story.limitOf', { value: formatMetric(metric.threshold ?? null, metric.type, text) })
            : t('charts.usualValue', { value: formatUsualRange(metric.usual, metric.type, text) }),
        ];
  const name = metric && findMetric(metric.type) ? t(`metric.${metric.type}` as MessageId) : null;
  const parts = [...words.filter((word) => word !== null), times].map((word) => `\u2068${word}\u2069`).join(', ');
  const differences = compared === null || compared === 'loading' ? [] : compared.differences;
  const strongest = differences.find(({ figure, metric: other }) => isOutside(figure) && other.id !== metric?.type);
  return (
    <p className={styles.answer}>
      {name === null ? parts : `${name}: ${parts}`}.{' '}
      {strongest && (
        <strong>
          {t('alerts.story.strongest', {
            metric: getMetricName(strongest.metric, t),
            value: formatFigure(strongest.figure.value, strongest.metric, { t, locale }),
            side: strongest.figure.side ?? '',
          })}
        </strong>
      )}
    </p>
  );
}

/** Formats the usual range at the peak: `51,000 to 80,000`. */
function formatUsualRange({ lower, upper }: { lower: number; upper: number }, metric: string, text: Text) {
  return `\u2066${formatUsualMetric(lower, metric, text)}–${formatUsualMetric(upper, metric, text)}\u2069`;
}

/** Who acknowledged the firing, or the button to do so. */
function Acknowledged({ story, timezone }: { story: AlertStoryQuery['alertStory']; timezone: string }) {
  const text = useText();
  const { t } = text;
  const [note, setNote] = useState('');
  const [acknowledge, { loading }] = useMutation(AcknowledgeDocument, { refetchQueries: ['AlertStory'] });
  const { entry, acknowledgedByName } = story;
  if (entry.acknowledgedAt != null) {
    const when = formatMoment(entry.acknowledgedAt, timezone, text, Date.now());
    return (
      <p className={styles.seen}>
        {acknowledgedByName == null
          ? t('alerts.acknowledged.unnamed', { when })
          : t('alerts.acknowledged', { name: acknowledgedByName, when })}
        {entry.acknowledgement != null && <span className={styles.said}>{entry.acknowledgement}</span>}
      </p>
    );
  }
  if (entry.dateEnd != null) return null;
  return (
    <form
      className={styles.acknowledge}
      onSubmit={(event) => {
        event.preventDefault();
        acknowledge({ variables: { id: entry.id, note } }).catch(() => showToast('error', t('alerts.toast.failed')));
      }}
    >
      <TextField
        label={t('alerts.acknowledge.note')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" aria-busy={loading}>
        {t('alerts.acknowledge')}
      </Button>
    </form>
  );
}

type Notification = Story['notifications'][number];

/** Notifications by recipient and channel, with the delivery status of each. */
function NotificationTable({ story, timezone }: { story: Story; timezone: string }) {
  const text = useText();
  const { t } = text;
  const delivery = useDelivery();
  return (
    <section className={`${styles.card} ${styles.notified}`}>
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

type Step = Story['steps'][number];

/** Events, oldest first. */
function Timeline({ story, timezone }: { story: Story; timezone: string }) {
  const text = useText();
  const { t } = text;
  const now = Date.now();
  const metric = story.entry.metrics[0]?.type ?? '';
  return (
    <section className={`${styles.card} ${styles.happened}`}>
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
