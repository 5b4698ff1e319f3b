import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatPercent } from '@atrium/domain/core/format';
import type { Comfort } from '@atrium/domain/pages';
import { findUnjudged } from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { OpenMark } from '../actions/alerts/live/open-alerts.tsx';
import { DayCurve } from '../charts/index.ts';
import { useText } from '../i18n/index.ts';
import { useInsideTotal } from '../numbers/live/index.ts';
import { Explainable } from '../pages/explain/index.ts';
import { formatSilenceWords } from '../pages/words/silence-texts.ts';
import { usePages } from '../people/organization/index.ts';
import { type Status, StatusMark } from '../ui/icons/index.ts';
import { useIsNear } from '../ui/page/near.ts';
import { rowLink } from '../ui/table/row-link.ts';
import type { Column } from '../ui/table/table.tsx';
import { HourTicks } from './hour-ticks.tsx';
import { toShownInside } from './numbers/inside-all.ts';
import type { SiteDay } from './numbers/overview-model.ts';
import { describeEmptyCurve } from './numbers/overview-model.ts';
import type { OverviewExplains } from './numbers/use-overview-explains.ts';
import { buildColumnSort } from './order-menu.tsx';
import type { OrderKey, OverviewSearch } from './order-sites.ts';
import {
  ComfortCell,
  CoverageCell,
  EnergyCell,
  EntriesCell,
  FigureSkeleton,
  InsideCell,
  nearLimit,
} from './site-cells.tsx';
import styles from './sites.module.css';
import type { StripSite } from './strip.tsx';

/** A site with its row's data. */
export interface ListedSite extends StripSite {
  /** Undefined while loading. */
  readonly comfort: Comfort | null | undefined;
}

interface SiteColumns {
  /** Hours of the day's curves. */
  readonly hours: { readonly from: number; readonly to: number };
  /** What entries are compared with. */
  readonly versus: string;
  /** Whether any site has meters. */
  readonly isMetered: boolean;
  readonly now: number;
  readonly explained: OverviewExplains;
  readonly order: { readonly search: OverviewSearch; readonly choose: (next: OverviewSearch) => void };
}

/** Returns the columns of the overview, sortable by their headers. */
export function useSiteColumns({ hours, versus, isMetered, now, explained, order }: SiteColumns): Column<ListedSite>[] {
  const { t, locale } = useText();
  const sort = (by: Exclude<OrderKey, 'attention'>) => ({
    key: by,
    sort: buildColumnSort(by, order.search, order.choose),
  });
  return [
    {
      ...sort('name'),
      head: t('sites.site'),
      isName: true,
      cellClass: styles.site,
      cell: (row) => <SiteCell {...row} />,
    },
    {
      ...sort('inside'),
      head: t('sites.insideNow'),
      cellClass: styles.inside,
      cell: (row) => <PeopleCell {...row} explained={explained('inside', row.site)} />,
    },
    {
      ...sort('entries'),
      head: t('sites.entriesVersus', { what: versus }),
      cellClass: styles.entries,
      cell: (row) => (
        <EntriesCell
          numbers={row.numbers}
          offlineSince={offlineSinceOf(row)}
          closed={isShut(row)}
          timezone={row.site.calendar.timezone}
          explained={explained('entries', row.site)}
          unjudged={findUnjudged({}, row.site.calendar, row.coverage, now)}
        />
      ),
    },
    {
      key: 'curve',
      head: (
        <>
          <span className="visually-hidden">{t('sites.curve')}</span>
          <HourTicks hours={hours} className={styles.ticks} />
        </>
      ),
      className: styles.curve,
      cell: ({ numbers, day, ...row }) =>
        numbers && (
          <DayCurve
            input={{ span: day.span, buckets: numbers.curve.map((bucket) => ({ ...bucket, label: '' })), now }}
            closed={day.closed}
            silentSince={offlineSinceOf({ ...row, numbers })}
            word={describeEmptyCurve(day, numbers, { t, locale })}
          />
        ),
    },
    {
      ...sort('comfort'),
      head: t('sites.comfort'),
      className: styles.comfort,
      cell: ({ comfort, day, site }) =>
        comfort === undefined ? (
          <FigureSkeleton />
        ) : (
          <ComfortCell
            comfort={comfort}
            wasOpen={day.open.state === 'open' || day.open.state === 'closed'}
            explained={explained('air', site)}
          />
        ),
    },
    ...(isMetered
      ? [
          {
            ...sort('energy'),
            head: t('sites.energy'),
            className: `${styles.end} ${styles.energy}`,
            cell: ({ energy, site }: ListedSite) => (
              <EnergyCell energy={energy} explained={explained('energy', site)} />
            ),
          },
        ]
      : []),
    {
      ...sort('coverage'),
      head: t('sites.coverage'),
      name: 'coverage',
      className: styles.end,
      cell: (row) =>
        row.numbers ? (
          <Explainable
            {...(isShut(row) || !row.numbers.entries ? noExplanation : explained('entries', row.site))}
            isBeside
          >
            <CoverageCell
              coverage={row.coverage}
              offlineSince={offlineSinceOf(row)}
              timezone={row.site.calendar.timezone}
              now={now}
            />
          </Explainable>
        ) : (
          <FigureSkeleton />
        ),
    },
  ];
}

const offlineSinceOf = ({ numbers, coverage }: Pick<StripSite, 'numbers' | 'coverage'>) =>
  numbers === null ? null : coverage.offlineSince;

const isShut = ({ day }: StripSite) => day.open.state === 'closedAllDay';

/** Returns the people inside now, and how full the site is. */
function useFullness(row: StripSite) {
  const { site, day } = row;
  const inside = useInsideTotal(site.topZoneIds);
  const isOffline = offlineSinceOf(row) !== null;
  const people = toShownInside({ inside, isOpen: day.open.state === 'open', isOffline });
  const share = people !== null && site.limit !== null && site.limit > 0 ? people / site.limit : null;
  return { inside, people, share };
}

function SiteCell(row: ListedSite) {
  const isNear = useIsNear();
  // The name stays the same element while the rest of its row mounts and unmounts.
  return (
    <>
      {isNear && <SiteMarks {...row} />}
      <SiteName site={row.site} />
      {isNear && <SiteState {...row} />}
    </>
  );
}

function SiteMarks(row: ListedSite) {
  const { site, day } = row;
  const { share } = useFullness(row);
  const offlineSince = offlineSinceOf(row);
  const state: Status =
    offlineSince !== null
      ? 'offline'
      : day.open.state !== 'open'
        ? 'closed'
        : share !== null && share >= nearLimit
          ? 'warning'
          : 'ok';
  return (
    <>
      <span className={styles.mark}>
        <StatusMark status={state} />
      </span>
      <span className={styles.open}>
        <OpenMark isHere={({ installationId }) => installationId === site.id} />
      </span>
    </>
  );
}

function SiteState(row: ListedSite) {
  const { site, day } = row;
  const { share } = useFullness(row);
  return (
    <span className={styles.second}>
      {site.city && (
        <>
          <bdi>{site.city}</bdi> ·{' '}
        </>
      )}
      <bdi>
        <StateWord {...{ day, offlineSince: offlineSinceOf(row), share, site, silence: row.coverage.silence }} />
      </bdi>
    </span>
  );
}

function PeopleCell({ explained, ...row }: ListedSite & Pick<ComponentProps<typeof InsideCell>, 'explained'>) {
  const { site, day } = row;
  const { inside, people, share } = useFullness(row);
  return (
    <InsideCell
      {...{ people, share, explained }}
      offlineSince={offlineSinceOf(row)}
      timezone={site.calendar.timezone}
      lastInside={day.open.state === 'open' ? inside.people : null}
      isLoading={!inside.isHeard}
      limit={site.limit}
      closed={isShut(row)}
    />
  );
}

/** Links to the site's page if the viewer may open it. */
function SiteName({ site: { id, name } }: Pick<StripSite, 'site'>) {
  const leadsTo = usePages();
  if (!leadsTo(`/counting/${id}`)) return <span className={styles.name}>{name}</span>;
  return (
    <Link to="/counting/$installationId" params={{ installationId: String(id) }} className={styles.link} {...rowLink}>
      {name}
    </Link>
  );
}

/** A dash has no explanation. */
const noExplanation = { explain: null } as const;

function StateWord({
  day,
  offlineSince,
  share,
  site: { calendar, counterIds },
  silence,
}: {
  readonly day: SiteDay;
  readonly offlineSince: number | null;
  readonly share: number | null;
  readonly site: StripSite['site'];
  readonly silence: StripSite['coverage']['silence'];
}) {
  const text = useText();
  const { t, locale } = text;
  const { timezone } = calendar;
  const { state, until } = day.open;
  const time = until === null ? '' : formatClock(until, timezone);
  if (offlineSince !== null) {
    // All of them are silent, though maybe not since the same moment.
    const all = { from: offlineSince, to: offlineSince, isOngoing: true, isOnly: true };
    const names = counterIds.length === 1 && silence !== null ? silence.names : counterIds.map(() => null);
    const context = { deviceIds: counterIds, today: instantToDate(timezone, offlineSince), timezone };
    const words = formatSilenceWords({ ...all, deviceIds: counterIds, names }, context, text);
    return t('counting.silence', { ...words });
  }
  if (share !== null && share >= nearLimit)
    return (
      <span className={styles.near}>
        {t('sites.ofLimit', { share: formatPercent(share * 100, { locale, decimals: 1 }) })}
      </span>
    );
  if (state === 'open') return until === null ? t('sites.open') : t('sites.openUntil', { time });
  if (state === 'notYetOpen') return t('sites.opensAt', { time });
  return t(state === 'closed' ? 'sites.closed' : 'sites.closedToday');
}
