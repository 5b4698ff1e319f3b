import { getWeekday, instantToDate } from '@atrium/domain/core';
import { formatClock, formatDay, formatWeekday } from '@atrium/domain/core/format';
import { countDays, type DescriptorKey } from '@atrium/domain/numbers';
import type { ResolvedFilters } from '@atrium/domain/pages';
import { getOpenState } from '@atrium/domain/sites';
import { formatUnsupported } from '../../charts/index.ts';
import { type MessageId, useText } from '../../i18n/index.ts';
import { Icon, type IconName } from '../../ui/icons/index.ts';
import type { Site } from '../site-page/site.ts';
import styles from './cards.module.css';

/** The reason why a chart is empty; null if it is not. */
export type Emptiness = 'ahead' | 'closed' | 'noVisitors' | 'offline' | 'notTold' | 'nothingMatches' | null;

const icons: Record<NonNullable<Emptiness>, IconName> = {
  ahead: 'calendar',
  closed: 'lock',
  noVisitors: 'person',
  offline: 'offline',
  notTold: 'person',
  nothingMatches: 'filter',
};

interface EmptyPictureProps {
  readonly emptiness: NonNullable<Emptiness>;
  /** The descriptors that the sensors don't report, if that is the reason. */
  readonly notTold: readonly DescriptorKey[];
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
}

/** Explains why a chart is empty. */
export function EmptyPicture({ emptiness, notTold, site, filters, now }: EmptyPictureProps) {
  const text = useText();
  const { t, locale } = text;
  const [range, ...more] = filters.ranges;
  const oneDay = range !== undefined && more.length === 0 && countDays(range) === 1;
  const next = getOpenState(site.topology, now).until;
  const { timezone } = site.topology;
  const opening =
    next === null
      ? ''
      : instantToDate(timezone, next) === instantToDate(timezone, now)
        ? formatClock(next, timezone)
        : t('charts.dayAndTime', {
            day: formatDay(instantToDate(timezone, next), text),
            time: formatClock(next, timezone),
          });
  const title =
    // A holiday says nothing about its weekday in general.
    emptiness === 'closed' && oneDay && !site.topology.closedDates.includes(range.from)
      ? t('counting.empty.closedOn', { weekday: formatWeekday(getWeekday(range.from), locale, 'long') })
      : emptiness === 'notTold'
        ? formatUnsupported(notTold, t)
        : t(`counting.empty.${emptiness}`);
  const detail: MessageId | null =
    emptiness === 'offline' || emptiness === 'notTold' || emptiness === 'nothingMatches'
      ? `counting.empty.${emptiness}.detail`
      : null;
  return (
    <div className={styles.empty}>
      <Icon name={icons[emptiness]} size={20} />
      <p className={styles.emptyTitle}>{title}</p>
      {detail && <p>{t(detail)}</p>}
      {emptiness === 'closed' && next !== null && filters.follows && (
        <p>{t('counting.empty.opensAt', { time: opening })}</p>
      )}
    </div>
  );
}
