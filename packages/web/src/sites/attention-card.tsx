import { type Instant, instantToDate } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import {
  type AttentionLine,
  type Finding,
  getShownLines,
  rankAttention,
  type ShownLines,
  type SurprisingNumber,
} from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatMoment, formatPeak } from '../actions/alerts/condition-text.ts';
import type { OpenAlertFragment } from '../actions/alerts/live/operations.generated.ts';
import { useAlertName, useOpenAlerts } from '../actions/alerts/live/use-open-alerts.ts';
import { DeltaChip } from '../charts/index.ts';
import { type Text, useText } from '../i18n/index.ts';
import { formatSilenceWords } from '../pages/words/silence-texts.ts';
import { useMayDo } from '../people/organization/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './attention.module.css';
import { overviewMetrics } from './numbers/overview-model.ts';
import type { OverviewExplains } from './numbers/use-overview-explains.ts';
import { observeSites } from './observe-sites.ts';
import type { StripSite } from './strip.tsx';
import { type Cause, formatCause, useCauses } from './use-causes.ts';

export interface AttentionCardProps {
  readonly rows: readonly StripSite[];
  readonly now: Instant;
  readonly explained: OverviewExplains;
  /** Called with the sites that need attention, the most urgent first, whenever they change. */
  readonly onAttention: (siteIds: readonly number[]) => void;
}

/** Number of lines before "show all". */
const initialLines = 6;

/** What needs attention across all sites, one line per cause. Each line links to its explanation. */
export function AttentionCard({ rows, now, explained, onAttention }: AttentionCardProps) {
  const { t, locale } = useText();
  const [isWhole, setWhole] = useState(false);
  const maySee = useMayDo('alertLog');
  const open = useOpenAlerts(maySee);
  const shown = useRef<ShownLines>(new Map());
  const attention = rankAttention(observeSites(rows, open ?? [], now), shown.current);
  useEffect(() => {
    shown.current = getShownLines(attention);
  });
  const causes = useCauses(attention.watch, rows, now);
  const key = [...attention.now, ...attention.watch].map(({ siteId }) => siteId).join();
  useEffect(() => onAttention(key === '' ? [] : [...new Set(key.split(',').map(Number))]), [key, onAttention]);
  // Says that nothing needs attention only once everything has loaded.
  if (key === '')
    return <p className={styles.none}>{maySee && open === null ? t('sites.loading') : t('attention.none')}</p>;
  const urgent = isWhole ? attention.now : attention.now.slice(0, initialLines);
  const groups = [
    { name: t('attention.now'), lines: urgent, count: attention.now.length },
    { name: t('attention.watch'), lines: attention.watch, count: attention.watch.length },
  ];
  const causeOf = ({ siteId, head }: AttentionLine) =>
    head.kind === 'surprise' && head.number.metric.id === overviewMetrics.entries.id
      ? (causes.get(siteId) ?? null)
      : null;
  const format = (count: number) => formatNumber(count, { locale, decimals: 0 });
  return (
    <section className={styles.card} aria-label={t('attention.title')}>
      <h2 className="visually-hidden">{t('attention.title')}</h2>
      {groups
        .filter(({ count }) => count > 0)
        .map(({ name, lines, count }) => (
          <div key={name}>
            <h3 className={styles.head}>
              {name} <span className={styles.count}>{format(count)}</span>
            </h3>
            <ul className={styles.list}>
              {lines.map((line) => {
                const row = rows.find(({ site }) => site.id === line.siteId);
                return (
                  row && (
                    <li key={line.key}>
                      <Line {...{ line, row, now, explained }} open={open ?? []} cause={causeOf(line)} />
                    </li>
                  )
                );
              })}
            </ul>
            {lines.length < count && (
              <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
                {t('attention.rest', { count: format(count - lines.length) })}
              </button>
            )}
          </div>
        ))}
    </section>
  );
}

interface LineProps extends Pick<AttentionCardProps, 'now' | 'explained'> {
  readonly line: AttentionLine;
  readonly row: StripSite;
  readonly open: readonly OpenAlertFragment[];
  readonly cause: Cause | null;
}

function Line({ explained, ...props }: LineProps) {
  const { head } = props.line;
  const words = <Words {...props} />;
  const { site } = props.row;
  if (head.kind === 'alert')
    return (
      <Link to="/alerts/log/$logId" params={{ logId: String(head.alert.id) }} className={styles.line}>
        {words}
      </Link>
    );
  if (head.kind === 'silence')
    return (
      <Link to="/counting/$installationId/sensors" params={{ installationId: String(site.id) }} className={styles.line}>
        {words}
      </Link>
    );
  const { explain } = explained(head.number.metric.id === overviewMetrics.energy.id ? 'energy' : 'entries', site);
  return explain === null ? (
    <div className={styles.line}>{words}</div>
  ) : (
    <button type="button" className={styles.line} onClick={explain}>
      {words}
    </button>
  );
}

function Words({ line: { head, also }, row, open, now, cause }: Omit<LineProps, 'explained'>) {
  const text = useText();
  const { t } = text;
  const nameOf = useAlertName();
  const { name, calendar } = row.site;
  const findings = [head, ...also];
  const alerts = findings.flatMap((each) =>
    each.kind === 'alert' ? open.filter(({ id }) => id === each.alert.id) : [],
  );
  const [alert, ...others] = alerts;
  const words = [
    ...(alert ? [nameOf(alert), alert.zoneName, formatPeak(alert, text)] : []),
    others.length > 0 ? t('attention.alerts', { count: others.length }) : null,
    ...formatSilences(findings, row, now, text),
    head.kind === 'surprise' ? formatSurprise(head.number, text) : null,
    cause && formatCause(cause, text),
  ];
  return (
    <>
      <span className={styles.mark} data-tone={alert ? 'critical' : undefined}>
        {alert && <Icon name="bell" size={14} />}
      </span>
      <bdi className={styles.site}>{name}</bdi>
      <span className={styles.words}>{words.filter((word) => word != null).join(' · ')}</span>
      <span className={styles.since}>
        {alert && t('alerts.since', { when: formatMoment(alert.dateBegin, calendar.timezone, text, now) })}
        {head.kind === 'surprise' && <DeltaChip delta={head.number.figure.change} decimals={0} />}
      </span>
    </>
  );
}

/** Says which sensor has been silent since when, and how many more are. */
function formatSilences(findings: readonly Finding[], { site, coverage }: StripSite, now: Instant, text: Text) {
  const count = findings.filter(({ kind }) => kind === 'silence').length;
  const { silence } = coverage;
  if (count === 0 || silence === null) return [];
  const { timezone } = site.calendar;
  const context = { deviceIds: site.counterIds, today: instantToDate(timezone, now), timezone };
  const rest = count - silence.deviceIds.length;
  return [
    text.t('counting.silence', { ...formatSilenceWords(silence, context, text) }),
    rest > 0 ? text.t('attention.rest', { count: formatNumber(rest, { locale: text.locale, decimals: 0 }) }) : null,
  ];
}

function formatSurprise({ metric, figure: { side, difference } }: SurprisingNumber, { t, locale }: Text): string {
  const amount = formatNumber(difference, { locale, decimals: 0 });
  return metric.id === overviewMetrics.energy.id
    ? t('attention.energy', { side, amount: `${amount} ${t('sites.kilowattHours')}` })
    : t('attention.entries', { side, people: amount });
}
