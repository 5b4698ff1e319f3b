import { dateAt, weekdayOf } from '@atrium/domain/core';
import { formatClock, formatDayName, formatWeekday } from '@atrium/domain/core/format';
import { lengthOf } from '@atrium/domain/measurements';
import { openState } from '@atrium/domain/sites';
import type { MessageId } from '../../i18n/index.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
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
        : `${formatDayName(dateAt(timezone, next), locale)}, ${formatClock(next, timezone)}`;
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

/** No zone of the site is what the filters ask for. */
export function NothingMatches() {
  const { say } = useText();
  return (
    <div className={styles.empty}>
      <Icon name="filter" size={20} />
      <p className={styles.emptyTitle}>{say('counting.empty.nothingMatches')}</p>
      <p>{say('counting.empty.noZoneMatches')}</p>
    </div>
  );
}

export function Quiet({ text }: { readonly text: string }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
    </div>
  );
}

/** The numbers could not be had; the filters stay, so that another choice may work. */
export function NumbersFailed({ code, retry }: { readonly code: string | null; readonly retry: () => void }) {
  const { say } = useText();
  const forbidden = code === 'FORBIDDEN';
  return (
    <div className={styles.failed} role="alert">
      <Icon name={forbidden ? 'lock' : 'alert'} size={20} />
      <p className={styles.emptyTitle}>{say(forbidden ? 'counting.empty.forbidden' : 'counting.failed')}</p>
      <p>
        {say(
          forbidden
            ? 'counting.empty.forbidden.detail'
            : code === 'RANGE_TOO_WIDE'
              ? 'counting.failed.tooWide'
              : 'counting.failed.detail',
        )}
      </p>
      {!forbidden && (
        <Button icon="reload" onClick={retry}>
          {say('counting.retry')}
        </Button>
      )}
    </div>
  );
}

/** The server's own word for what went wrong, where it gave one. */
export function codeOf(error: unknown): string | null {
  const errors = (error as { errors?: readonly { extensions?: { code?: unknown } }[] } | null)?.errors;
  const code = errors?.[0]?.extensions?.code;
  return typeof code === 'string' ? code : null;
}

/** The page's shape before its numbers: the same sizes, so that nothing jumps. */
export function CountingSkeleton() {
  const { say } = useText();
  return (
    <div role="status" aria-label={say('counting.loading')}>
      <div className={styles.kpis}>
        {[0, 1, 2, 3].map((card) => (
          <div key={card} className={`${styles.kpi} ${styles.ghost}`} />
        ))}
      </div>
      <div className={styles.charts}>
        <div className={`${styles.ghostChart} ${styles.ghost}`} />
        <div className={`${styles.ghostChart} ${styles.ghost}`} />
      </div>
      <div className={`${styles.ghostTable} ${styles.ghost}`} />
    </div>
  );
}
