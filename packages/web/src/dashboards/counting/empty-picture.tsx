import { dateAt, weekdayOf } from '@atrium/domain/core';
import { formatClock, formatDayName, formatWeekday } from '@atrium/domain/core/format';
import { lengthOf } from '@atrium/domain/measurements';
import { openState } from '@atrium/domain/sites';
import { type MessageId, useText } from '../../i18n/index.ts';
import { Icon, type IconName } from '../../ui/icons/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { Site } from '../site/site.ts';
import styles from './counting.module.css';
import type { Emptiness } from './counting-model.ts';

const icons: Record<NonNullable<Emptiness>, IconName> = {
  closed: 'lock',
  noVisitors: 'person',
  offline: 'offline',
  nothingMatches: 'filter',
};

interface EmptyPictureProps {
  readonly emptiness: NonNullable<Emptiness>;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
}

/** Says which kind of nothing this is. */
export function EmptyPicture({ emptiness, site, filters, now }: EmptyPictureProps) {
  const { say, locale } = useText();
  const [range, ...more] = filters.ranges;
  const oneDay = range !== undefined && more.length === 0 && lengthOf(range) === 1;
  const next = openState(site.topology, now).until;
  const { timezone } = site.topology;
  const opening =
    next === null
      ? ''
      : dateAt(timezone, next) === dateAt(timezone, now)
        ? formatClock(next, timezone)
        : say('charts.dayAndTime', {
            day: formatDayName(dateAt(timezone, next), locale),
            time: formatClock(next, timezone),
          });
  const title =
    emptiness === 'closed' && oneDay
      ? say('counting.empty.closedOn', { weekday: formatWeekday(weekdayOf(range.from), locale, 'long') })
      : say(`counting.empty.${emptiness}`);
  const detail: MessageId | null =
    emptiness === 'offline'
      ? 'counting.empty.offline.detail'
      : emptiness === 'nothingMatches'
        ? 'counting.empty.nothingMatches.detail'
        : null;
  return (
    <div className={styles.empty}>
      <Icon name={icons[emptiness]} size={20} />
      <p className={styles.emptyTitle}>{title}</p>
      {detail && <p>{say(detail)}</p>}
      {emptiness === 'closed' && next !== null && filters.includesNow && (
        <p>{say('counting.empty.opensAt', { time: opening })}</p>
      )}
    </div>
  );
}
