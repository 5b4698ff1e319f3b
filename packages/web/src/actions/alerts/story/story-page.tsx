import { useMutation, useQuery } from '@apollo/client/react';
import type { ConditionTypeName } from '@atrium/domain/actions/alerts';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type MessageId, type Text, type Translate, useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { useDelivery } from '../../../people/notifications/delivery-notice.tsx';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loader } from '../../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import { formatLength, formatMetric, formatMoment, formatType, formatUsualMetric } from '../condition-text.ts';
import { PeriodChart } from '../period-chart.tsx';
import { SeverityMark } from '../severity-mark.tsx';
import { StateChip } from '../state-chip.tsx';
import {
  AcknowledgeDocument,
  AlertStoryDocument,
  type AlertStoryQuery,
  MuteFromStoryDocument,
  StorySitesDocument,
} from './operations.generated.ts';
import styles from './story.module.css';

type Story = AlertStoryQuery['alertStory'];

/** Polling interval while the firing is open, ms. */
const pollMs = 15_000;
const day = 86_400_000;

/** Story of a firing: start, peak, events, notifications and acknowledgement. */
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
  return <Notifications story={story} name={name} site={site?.name ?? ''} timezone={site?.timezone ?? 'UTC'} />;
}

function Notifications({
  story,
  name,
  site,
  timezone,
}: {
  story: Story;
  name: string;
  site: string;
  timezone: string;
}) {
  const text = useText();
  const { t } = text;
  const mayEdit = mayDo(useViewer(), 'updateAlert');
  const { entry, alert } = story;
  const isOpen = entry.dateEnd == null;
  const now = Date.now();
  return (
    <>
      <PageHeader
        title={t('alerts.story.title', { alert: name, site })}
        status={
          isOpen ? (
            <>
              <StateChip state="FIRING" /> <SeverityMark severity={entry.severity} isAlways />
            </>
          ) : (
            <>
              {t('alerts.state.ended', { when: formatMoment(entry.dateEnd as number, timezone, text, now) })}{' '}
              <SeverityMark severity={entry.severity} isAlways />
            </>
          )
        }
        actions={
          mayEdit &&
          alert != null && (
            <>
              <MuteButton alertId={alert.id} isMuted={alert.mutedUntil != null} />
              <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }} className={buttonClass('plain')}>
                {t('alerts.edit')}
              </Link>
            </>
          )
        }
      />
      {alert == null && <p className={styles.note}>{t('alerts.story.gone')}</p>}
      <Figures entry={entry} timezone={timezone} now={now} />
      <Acknowledged story={story} timezone={timezone} />
      <Around story={story} timezone={timezone} />
      <div className={styles.columns}>
        <Timeline story={story} timezone={timezone} />
        <NotificationTable story={story} timezone={timezone} />
      </div>
    </>
  );
}

/** Values around the firing, as known now. */
function Around({ story: { points, entry }, timezone }: { story: Story; timezone: string }) {
  const { t } = useText();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || !points.some(({ value }) => value != null)) return null;
  const limits = entry.metrics.flatMap(({ type, threshold }) =>
    threshold == null || type === 'deviceStatus' ? [] : [threshold],
  );
  return (
    <section className={styles.around}>
      <PeriodChart
        spell={{ from: first.at, to: Math.max(last.at, first.at + 1), points }}
        size={[1100, 240]}
        timezone={timezone}
        limits={limits}
        firings={[{ begin: entry.dateBegin, end: entry.dateEnd }]}
        label={t('alerts.story.timeline')}
      />
    </section>
  );
}

function Figures({ entry, timezone, now }: { entry: Story['entry']; timezone: string; now: number }) {
  const text = useText();
  const { t } = text;
  const [metric] = entry.metrics;
  const hasNumber = metric !== undefined && metric.type !== 'deviceStatus';
  const length = ((entry.dateEnd ?? now) - entry.dateBegin) / 1000;
  const figures = [
    [t('alerts.story.began'), formatMoment(entry.dateBegin, timezone, text, now)],
    [t(entry.dateEnd == null ? 'alerts.story.lasts' : 'alerts.story.lasted'), formatLength(length, text)],
    ...(hasNumber ? [[t('alerts.story.peak'), formatMetric(metric.value ?? null, metric.type, text)]] : []),
    ...(hasNumber && metric.usual == null
      ? [[t('alerts.story.limit'), formatMetric(metric.threshold ?? null, metric.type, text)]]
      : []),
    ...(metric?.usual == null ? [] : [[t('alerts.story.usual'), formatUsual(metric.usual, metric.type, text)]]),
  ];
  return (
    <dl className={styles.strip}>
      {entry.zoneName != null && (
        <div>
          <dt>{t('alertForm.zoneId')}</dt>
          <dd>{entry.zoneName}</dd>
        </div>
      )}
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats what was usual with its range: `usual 66,500 (51,000–80,000)`. */
function formatUsual(
  { value, lower, upper }: { value: number; lower: number; upper: number },
  metric: string,
  text: Text,
) {
  return text.t('alerts.story.usualRange', {
    usual: formatUsualMetric(value, metric, text),
    from: formatUsualMetric(lower, metric, text),
    to: formatUsualMetric(upper, metric, text),
  });
}

function MuteButton({ alertId, isMuted }: { alertId: number; isMuted: boolean }) {
  const { t } = useText();
  const [mute, { loading }] = useMutation(MuteFromStoryDocument);
  const turn = () =>
    mute({ variables: { id: alertId, until: isMuted ? null : Date.now() + day } }).then(
      () => showToast('success', t('alerts.toast.updated')),
      () => showToast('error', t('alerts.toast.failed')),
    );
  return (
    <Button aria-busy={loading} onClick={() => void turn()}>
      {t(isMuted ? 'alerts.unmute' : 'alerts.mute')}
    </Button>
  );
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

type Step = Story['steps'][number];

/** Events, oldest first. */
function Timeline({ story, timezone }: { story: Story; timezone: string }) {
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
