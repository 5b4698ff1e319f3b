import { getWeekday, instantToDate } from '@atrium/domain/core';
import { formatClock, formatShortDay, formatWeekday } from '@atrium/domain/core/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OpenMark } from '../actions/alerts/live/open-alerts.tsx';
import { type Text, useText } from '../i18n/index.ts';
import { usePages, useZone } from '../people/organization/index.ts';
import { Icon, StatusMark } from '../ui/icons/index.ts';
import styles from './fold.module.css';
import type { StripSite } from './strip.tsx';

const key = 'atrium.closedSites';

/**
 * Returns whether the closed sites are unfolded, and a toggle. Remembers the last state in this browser. By default
 * they are unfolded only if all sites are closed.
 */
export function useFold(isAll: boolean): { readonly isOpen: boolean; readonly onToggle: () => void } {
  const [left, setLeft] = useState(() => localStorage.getItem(key));
  const isOpen = left === null ? isAll : left === '1';
  const onToggle = () => {
    const next = isOpen ? '0' : '1';
    localStorage.setItem(key, next);
    setLeft(next);
  };
  return { isOpen, onToggle };
}

/** Maximum number of sites named while folded. */
const maxNames = 24;

interface ClosedFoldProps {
  readonly rows: readonly StripSite[];
  readonly now: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Id of the rows it opens. */
  readonly controls: string;
}

/** Closed sites by name and next opening, the soonest first; unfolded, they are rows like the others. */
export function ClosedFold({ rows, now, isOpen, onToggle, controls }: ClosedFoldProps) {
  const text = useText();
  const { t } = text;
  const leadsTo = usePages();
  const zone = useZone();
  const soonest = rows.toSorted(
    (left, right) => (left.day.open.until ?? Number.MAX_VALUE) - (right.day.open.until ?? Number.MAX_VALUE),
  );
  return (
    <div className={styles.cell}>
      <div className={styles.fold} data-open={isOpen || undefined}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={controls}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronEnd'} size={14} />
          <strong>{t('sites.fold.closed')}</strong>
          <span className={styles.count}>{t('counting.list.count', { count: rows.length })}</span>
        </button>
        {!isOpen && (
          <ul className={styles.names}>
            {soonest.slice(0, maxNames).map((row) => (
              <li key={row.site.id} className={styles.item}>
                <StatusMark
                  status={row.numbers !== null && row.coverage.offlineSince !== null ? 'offline' : 'closed'}
                />
                {leadsTo(`/counting/${row.site.id}`) ? (
                  <Link
                    to="/counting/$installationId"
                    params={{ installationId: String(row.site.id) }}
                    className={styles.name}
                  >
                    {row.site.name}
                  </Link>
                ) : (
                  <span className={styles.name}>{row.site.name}</span>
                )}{' '}
                <span className={styles.opens}>
                  <bdi>{formatOpening(row, now, zone, text)}</bdi>
                </span>
                <span className={styles.bell}>
                  <OpenMark isHere={({ installationId }) => installationId === row.site.id} />
                </span>
              </li>
            ))}
            {soonest.length > maxNames && (
              <li className={styles.item}>
                <button type="button" className={styles.count} onClick={onToggle}>
                  {t('sites.fold.rest', { count: soonest.length - maxNames })}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Formats `opens Mon 07:00` in the site's time zone, with its town if the reader's clock differs. */
function formatOpening(
  { site: { calendar, city }, day: { open } }: Pick<StripSite, 'site' | 'day'>,
  now: number,
  zone: string,
  text: Text,
): string {
  const { t, locale } = text;
  const { until } = open;
  if (until === null) return t('sites.fold.closedForNow');
  const date = instantToDate(calendar.timezone, until);
  const clock = formatClock(until, calendar.timezone);
  const isFar = until - now > 6 * dayMs;
  const day = isFar ? formatShortDay(date, text) : formatWeekday(getWeekday(date), locale, 'short');
  const when = date === instantToDate(calendar.timezone, now) ? clock : `${day} ${clock}`;
  return city !== null && formatClock(until, zone) !== clock
    ? t('sites.fold.opensIn', { when, city })
    : t('sites.fold.opens', { when });
}

const dayMs = 86_400_000;
