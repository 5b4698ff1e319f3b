import type { Instant } from '@atrium/domain/core';
import { type Delta, formatNumber } from '@atrium/domain/core/format';
import { compareFigure, type Unjudged } from '@atrium/domain/numbers';
import { findUnjudged, isFirstOpenHour, isSilent } from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatMoment, formatPeak } from '../actions/alerts/condition-text.ts';
import type { OpenAlertFragment } from '../actions/alerts/live/operations.generated.ts';
import { useAlertName, useOpenAlerts } from '../actions/alerts/live/use-open-alerts.ts';
import { Chip, DeltaChip } from '../charts/index.ts';
import { useText } from '../i18n/index.ts';
import { Headline, markStrong } from '../pages/headline/headline.tsx';
import { formatComparison } from '../pages/headline/sentences.ts';
import { useMayDo } from '../people/organization/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './attention.module.css';
import { overviewMetrics } from './numbers/overview-model.ts';
import type { OverviewExplains } from './numbers/use-overview-explains.ts';
import { mayStillOpen, type StripSite, sumEntries } from './strip.tsx';

type Row = Pick<StripSite, 'site' | 'numbers' | 'coverage'> & {
  /** Whether its doors may still open on its current day. */
  readonly isRunning: boolean;
  /** Why its entries are not judged now; null if they are. */
  readonly unjudged: Unjudged | null;
};

/** Something about a site that needs attention. */
type AttentionItem =
  | { readonly kind: 'alert'; readonly site: Row['site']; readonly alert: OpenAlertFragment }
  /** More or fewer people than usual: by this time, or on the whole day once it is over. */
  | {
      readonly kind: 'change';
      readonly site: Row['site'];
      readonly difference: number;
      readonly change: Delta;
      /** Share of the usual, for the order. */
      readonly share: number;
      readonly isRunning: boolean;
    }
  /** Number of silent counters, or since when all of them are silent. */
  | {
      readonly kind: 'silent';
      readonly site: Row['site'];
      readonly count: number;
      readonly offlineSince: number | null;
    };

/** Smaller differences from usual in percent are ignored. */
const minPercent = 10;
/** Below this number of people a tenth is too small to matter. */
const minPeople = 20;

/**
 * Returns what needs attention: open alerts, newest first; sites far from usual by this time, largest difference first;
 * sites with silent counters.
 */
export function findAttention(rows: readonly Row[], open: readonly OpenAlertFragment[]): readonly AttentionItem[] {
  const alerts = open.flatMap((alert): AttentionItem[] => {
    const row = rows.find(({ site }) => site.id === alert.installationId);
    return row === undefined ? [] : [{ kind: 'alert', site: row.site, alert }];
  });
  const changes = rows
    .flatMap(({ site, numbers, isRunning, unjudged }): (AttentionItem & { readonly kind: 'change' })[] => {
      const { entries = null, usualEntries = null } = numbers ?? {};
      const { usual, change, difference } = compareFigure({
        metric: overviewMetrics.entries,
        value: entries,
        usual: usualEntries,
      });
      if (unjudged !== null || usual === null || change === null || difference === null || usual < minPeople) return [];
      return (difference / usual) * 100 >= minPercent
        ? [{ kind: 'change', site, difference, change, share: difference / usual, isRunning }]
        : [];
    })
    .toSorted((one, other) => other.share - one.share);
  const silent = rows.flatMap(({ site, coverage: { silentNow, offlineSince } }): AttentionItem[] =>
    silentNow > 0 ? [{ kind: 'silent', site, count: silentNow, offlineSince }] : [],
  );
  return [...alerts, ...changes, ...silent];
}

/** Returns why a row's entries are not judged now: its sensors are silent, or it opened within the hour. */
export function findRowUnjudged({ site, coverage }: Pick<Row, 'site' | 'coverage'>, now: Instant): Unjudged | null {
  return findUnjudged({}, site.calendar, coverage, now);
}

/** Returns why the entries of all sites together are not judged now. They are once most sites are past their first hour. */
function findSumUnjudged(rows: readonly Pick<Row, 'site' | 'coverage'>[], now: Instant): Unjudged | null {
  const sum = (of: 'deviceCount' | 'silentNow') => rows.reduce((all, { coverage }) => all + coverage[of], 0);
  if (isSilent({ deviceCount: sum('deviceCount'), silentNow: sum('silentNow') })) return 'silent';
  const early = rows.filter(({ site }) => isFirstOpenHour(site.calendar, now)).length;
  return early * 2 > rows.length ? 'firstHour' : null;
}

interface AttentionCardProps {
  readonly rows: readonly StripSite[];
  readonly now: Instant;
  readonly explained: OverviewExplains;
  /** Called with the sites that need attention, the most urgent first, whenever they change. */
  readonly onAttention: (siteIds: readonly number[]) => void;
}

/** Number of lines before "show all". */
const initialLines = 6;

/** What needs attention across all sites. Each line links to its explanation. */
function AttentionCard({ rows, now, explained, onAttention }: AttentionCardProps) {
  const { t, locale } = useText();
  const [isWhole, setWhole] = useState(false);
  const maySee = useMayDo('alertLog');
  const open = useOpenAlerts(maySee);
  const clauses = findAttention(
    rows.map((row) => ({ ...row, isRunning: mayStillOpen(row, now), unjudged: findRowUnjudged(row, now) })),
    open ?? [],
  );
  const key = clauses.map(({ site }) => site.id).join();
  useEffect(() => onAttention(key === '' ? [] : key.split(',').map(Number)), [key, onAttention]);
  // Says that nothing needs attention only once everything has loaded.
  if (clauses.length === 0)
    return <p className={styles.none}>{maySee && open === null ? t('sites.loading') : t('attention.none')}</p>;
  const shown = isWhole ? clauses : clauses.slice(0, initialLines);
  return (
    <section className={styles.card} aria-label={t('attention.title')}>
      <h2 className={styles.head}>{t('attention.title')}</h2>
      <ul className={styles.list}>
        {shown.map((clause) => (
          <li key={`${clause.kind} ${clause.kind === 'alert' ? clause.alert.id : clause.site.id}`}>
            <Line clause={clause} explained={explained} />
          </li>
        ))}
      </ul>
      {shown.length < clauses.length && (
        <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
          {t('attention.rest', {
            count: formatNumber(clauses.length - shown.length, { locale, decimals: 0 }),
          })}
        </button>
      )}
    </section>
  );
}

function Line({ clause, explained }: { clause: AttentionItem; explained: OverviewExplains }) {
  const words = <Words clause={clause} />;
  const { id } = clause.site;
  if (clause.kind === 'alert')
    return (
      <Link to="/alerts/log/$logId" params={{ logId: String(clause.alert.id) }} className={styles.line}>
        {words}
      </Link>
    );
  if (clause.kind === 'silent')
    return (
      <Link to="/counting/$installationId/sensors" params={{ installationId: String(id) }} className={styles.line}>
        {words}
      </Link>
    );
  const { explain } = explained('entries', clause.site);
  return explain === null ? (
    <div className={styles.line}>{words}</div>
  ) : (
    <button type="button" className={styles.line} onClick={explain}>
      {words}
    </button>
  );
}

function Words({ clause }: { readonly clause: AttentionItem }) {
  const text = useText();
  const { t, locale } = text;
  const nameOf = useAlertName();
  const { name, calendar } = clause.site;
  const since = (at: number) => t('alerts.since', { when: formatMoment(at, calendar.timezone, text, Date.now()) });
  const whole = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const site = <bdi className={styles.site}>{name}</bdi>;
  switch (clause.kind) {
    case 'alert': {
      const { alert } = clause;
      const what = [nameOf(alert), alert.zoneName, formatPeak(alert, text)];
      return (
        <>
          <span className={styles.mark} data-tone="critical">
            <Icon name="bell" size={14} />
          </span>
          {site}
          <span className={styles.words}>{what.filter((word) => word != null).join(' · ')}</span>
          <span className={styles.since}>{since(alert.dateBegin)}</span>
        </>
      );
    }
    case 'change': {
      const { difference, change, isRunning } = clause;
      const more = isRunning ? 'attention.more' : 'attention.moreToday';
      const fewer = isRunning ? 'attention.fewer' : 'attention.fewerToday';
      const people = whole(difference);
      return (
        <>
          <span className={styles.mark} />
          {site}
          <span className={styles.words}>{t(change.direction === 'up' ? more : fewer, { people })}</span>
          <span className={styles.since}>
            <DeltaChip delta={change} decimals={1} />
          </span>
        </>
      );
    }
    case 'silent':
      return (
        <>
          <span className={styles.mark} />
          {site}
          <span className={styles.words}>{t('attention.silent', { count: clause.count })}</span>
          <span className={styles.since}>
            {clause.offlineSince === null ? (
              <Chip tone="offline">{t('sites.offline')}</Chip>
            ) : (
              since(clause.offlineSince)
            )}
          </span>
        </>
      );
  }
}

interface LeadProps {
  readonly rows: readonly StripSite[];
  readonly explained: OverviewExplains;
  /** Whether people may still come in today. */
  readonly isRunning: boolean;
  readonly now: Instant;
}

/** One sentence about all sites, from the figures of the strip. */
export function Lead({ rows, explained, isRunning, now }: LeadProps) {
  const { t, locale } = useText();
  const { value: total, usual } = sumEntries(rows);
  if (total === null) return null;
  const unjudged = findSumUnjudged(rows, now);
  const figure = compareFigure({ metric: overviewMetrics.entries, value: total, usual, unjudged });
  const when = isRunning ? 'today' : 'final';
  const lead = [
    figure.verdict && t(`headline.people.${figure.verdict}`, { mode: 'USUAL' }),
    total === 0
      ? t('headline.people.noVisitors', { when })
      : t('headline.people.count', {
          count: Math.round(total),
          people: markStrong(formatNumber(total, { locale, decimals: 0 }), 'entries'),
          when,
        }),
    formatComparison(figure, 'USUAL', { t, locale }, 'entries', when),
  ];
  return <Headline lead={lead} why={[]} explain={() => explained('entries', null).explain} />;
}

/** Summary above the table: how all sites are doing, and what needs attention. */
export function Brief(props: LeadProps & AttentionCardProps) {
  return (
    <>
      <Lead {...props} />
      <AttentionCard {...props} />
    </>
  );
}
