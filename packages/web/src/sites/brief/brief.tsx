import { type Instant, toSiteDay } from '@atrium/domain/core';
import { formatWeekday } from '@atrium/domain/core/format';
import { compareFigure, type UsualRange } from '@atrium/domain/numbers';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { Headline, markStrong } from '../../pages/headline/headline.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { overviewMetrics } from '../numbers/overview-model.ts';
import { type StripSite, sumEntries } from '../strip.tsx';
import styles from './brief.module.css';
import { BriefCard, type BriefCardProps } from './brief-card.tsx';
import { DayFanChart } from './difference-chart.tsx';
import { findSumUnjudged } from './observe-sites.ts';
import { rememberHeight } from './place/brief-height.ts';
import { BriefFailed, BriefPlace } from './place/brief-place.tsx';
import { useBrief } from './use-brief.ts';
import { type Differences, findSharedWeekday, useDayFan, useFanZone } from './use-day-fan.ts';
import { useTargetLines } from './use-target-lines.ts';

interface LeadProps extends Pick<Differences, 'range'> {
  readonly rows: readonly StripSite[];
  readonly now: Instant;
  /** Number of sites with something to do now. */
  readonly needing: number;
}

const dayOf = { more: 'busy', less: 'quiet', usual: 'normal' } as const;

/** Two short sentences: what kind of day it is, by the range of the total, and how many sites need somebody. */
export function Lead({ rows, now, range, needing }: LeadProps) {
  const { t, locale } = useText();
  const { value, usual } = sumEntries(rows);
  const unjudged = findSumUnjudged(rows, now);
  const { verdict } = compareFigure({ metric: overviewMetrics.entries, value, usual, range, unjudged });
  const weekday = findSharedWeekday(rows.map(({ site }) => toSiteDay(site.calendar, now)));
  const day =
    verdict &&
    t(`attention.day.${dayOf[verdict]}`, {
      weekday: weekday === null ? 'none' : formatWeekday(weekday, locale, 'long'),
    });
  return <Headline lead={[day, markStrong(t('attention.needs', { count: needing }))]} why={[]} />;
}

export interface BriefProps extends Omit<BriefCardProps, 'brief' | 'curveOf' | 'targets'> {
  /** Whether people may still come in today. */
  readonly isRunning: boolean;
  /** Called with the range of the usual entries of all sites, once it is known. */
  readonly onRange: (range: UsualRange | null) => void;
}

/** Summary above the table: what kind of day it is, what needs somebody, and where the day is heading. */
export function Brief({ onRange, ...props }: BriefProps) {
  const { rows, now, isRunning } = props;
  const brief = useBrief(rows, now);
  const targets = useTargetLines(now);
  const { isLoading, range, fan, curveOf } = useDayFan(rows, isRunning, now);
  const timezone = useFanZone(rows);
  const { lower = null, upper = null } = range ?? {};
  useEffect(() => {
    if (!isLoading) onRange(lower === null || upper === null ? null : { lower, upper });
  }, [isLoading, lower, upper, onRange]);
  const place = useRef<HTMLDivElement>(null);
  const isSettled =
    !isLoading &&
    !brief.isLoading &&
    brief.retry === null &&
    !targets.isLoading &&
    rows.every(({ energy }) => energy !== 'loading');
  // Lines on energy come last.
  useEffect(() => {
    if (isSettled) rememberHeight(place.current);
  });
  const needing = new Set(brief.attention.now.map(({ siteId }) => siteId)).size;
  return (
    <BriefPlace content={place}>
      <div className={styles.lead}>
        {brief.retry !== null ? null : isLoading || brief.isLoading ? (
          <Loading className={styles.ghost} />
        ) : (
          <Lead {...{ rows, now, range, needing }} />
        )}
        {fan && <DayFanChart fan={fan} now={now} timezone={timezone} />}
      </div>
      {brief.retry === null ? (
        <BriefCard {...props} brief={brief} curveOf={curveOf} targets={targets} />
      ) : (
        <BriefFailed retry={brief.retry} />
      )}
    </BriefPlace>
  );
}
