import { formatClock, formatPercent, formatWeekday } from '@atrium/domain/core/format';
import { coverageOf, type SilentSpan } from '@atrium/domain/dashboards';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DayCurve } from '../charts/index.ts';
import { Explainable } from '../dashboards/explain/index.ts';
import { type Say, useText } from '../i18n/index.ts';
import { InsideFeed, useInsideTotal } from '../live/index.ts';
import { type Status, StatusMark } from '../ui/icons/index.ts';
import type { OverviewSite, SiteDay, SiteEnergy, SiteNumbers } from './overview-model.ts';
import { ComfortCell, CoverageCell, EnergyCell, EntriesCell, InsideCell, nearLimit } from './site-cells.tsx';
import styles from './sites.module.css';
import type { OverviewExplains } from './use-overview-explains.ts';

interface SiteRowProps {
  readonly site: OverviewSite;
  readonly day: SiteDay;
  /** Null while loading. */
  readonly numbers: SiteNumbers | null;
  /** Null while loading, and without meters. */
  readonly energy: SiteEnergy | null;
  /** Whether any site has meters: then each row has a cell for them. */
  readonly isMetered: boolean;
  /** Silences of all sites' sensors. */
  readonly silent: readonly SilentSpan[];
  readonly now: number;
  readonly explained: OverviewExplains;
}

export function SiteRow({ site, day, numbers, energy, isMetered, silent, now, explained }: SiteRowProps) {
  const { say, locale } = useText();
  const { timezone } = site.calendar;
  const inside = useInsideTotal(site.topZoneIds);
  const coverage = useMemo(() => {
    return coverageOf(site.counterIds, silent, [{ from: Math.min(day.span.from, now - 1), to: day.span.to }], now);
  }, [site.counterIds, silent, day.span, now]);
  const offlineSince = numbers === null ? null : coverage.offlineSince;
  const closed = day.open.state === 'closedAllDay';
  // Nobody in a closed house is no figure: it would look like a day without visitors.
  const isEmpty = day.open.state !== 'open' && inside.people === 0;
  const people = offlineSince === null && !closed && !isEmpty ? inside.people : null;
  const share = people !== null && site.limit !== null && site.limit > 0 ? people / site.limit : null;
  const state: Status =
    offlineSince !== null
      ? 'offline'
      : day.open.state !== 'open'
        ? 'closed'
        : share !== null && share >= nearLimit
          ? 'warn'
          : 'ok';
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.site}>
        <InsideFeed organizationId={site.organizationId} installationId={site.id} zoneIds={site.topZoneIds} />
        <span className={styles.mark}>
          <StatusMark status={state} />
        </span>
        <Link to="/counting/$installationId" params={{ installationId: String(site.id) }} className={styles.link}>
          {site.name}
        </Link>
        <span className={styles.second}>
          {site.city && (
            <>
              <bdi>{site.city}</bdi> ·{' '}
            </>
          )}
          <bdi>
            <StateWord {...{ day, offlineSince, share, timezone }} />
          </bdi>
        </span>
      </th>
      <td className={styles.inside}>
        <InsideCell
          {...{ people, share, offlineSince, numbers, timezone }}
          limit={site.limit}
          closed={closed}
          explained={explained('inside', site)}
        />
      </td>
      <td className={styles.entries}>
        <EntriesCell {...{ numbers, offlineSince, closed, timezone }} explained={explained('entries', site)} />
      </td>
      <td className={styles.curve}>
        {numbers && (
          <DayCurve
            input={{ span: day.span, buckets: numbers.curve.map((bucket) => ({ ...bucket, label: '' })), now }}
            closed={day.closed}
            silentSince={offlineSince}
            word={curveWord(day, numbers, say, locale)}
          />
        )}
      </td>
      <td className={styles.comfort}>
        {numbers && <ComfortCell air={numbers.air} explained={explained('air', site)} />}
      </td>
      {isMetered && (
        <td className={`${styles.end} ${styles.energy}`}>
          <EnergyCell energy={energy} hasMeters={site.hasEnergy} explained={explained('energy', site)} />
        </td>
      )}
      <td className={styles.end} data-cell="coverage">
        {numbers && (
          <Explainable {...(closed || !numbers.entries ? noWay : explained('entries', site))} isBeside>
            <CoverageCell coverage={coverage} offlineSince={offlineSince} now={now} />
          </Explainable>
        )}
      </td>
    </tr>
  );
}

/** Of a dash there is nothing to explain. */
const noWay = { explain: null } as const;

function StateWord({
  day,
  offlineSince,
  share,
  timezone,
}: {
  readonly day: SiteDay;
  readonly offlineSince: number | null;
  readonly share: number | null;
  readonly timezone: string;
}) {
  const { say, locale } = useText();
  const { state, until } = day.open;
  const time = until === null ? '' : formatClock(until, timezone);
  if (offlineSince !== null) return say('sites.offlineSince', { time: formatClock(offlineSince, timezone) });
  if (share !== null && share >= nearLimit)
    return (
      <span className={styles.near}>
        {say('sites.ofLimit', { share: formatPercent(share * 100, { locale, decimals: 1 }) })}
      </span>
    );
  if (state === 'open') return until === null ? say('sites.open') : say('sites.openUntil', { time });
  if (state === 'notYetOpen') return say('sites.opensAt', { time });
  return say(state === 'closed' ? 'sites.closed' : 'sites.closedToday');
}

function curveWord(
  day: SiteDay,
  numbers: SiteNumbers,
  say: Say,
  locale: string,
): { text: string; place: 'middle' | 'afterNow' } | null {
  if (day.open.state === 'closedAllDay' && (numbers.entries ?? 0) === 0)
    return { text: say('sites.closedOn', { weekday: formatWeekday(day.weekday, locale, 'long') }), place: 'middle' };
  if (day.open.state === 'open' && numbers.entries === 0) return { text: say('sites.noVisitors'), place: 'afterNow' };
  return null;
}
