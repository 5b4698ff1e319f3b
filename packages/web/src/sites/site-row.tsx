import { formatClock, formatPercent } from '@atrium/domain/core/format';
import type { Comfort } from '@atrium/domain/dashboards';
import { Link } from '@tanstack/react-router';
import { OpenMark } from '../alerts/on-site/index.ts';
import { DayCurve } from '../charts/index.ts';
import { Explainable } from '../dashboards/explain/index.ts';
import { useText } from '../i18n/index.ts';
import { InsideFeed, useInsideTotal } from '../live/index.ts';
import { usePages } from '../organization/index.ts';
import { type Status, StatusMark } from '../ui/icons/index.ts';
import { curveWord } from './numbers/curve-word.ts';
import { shownInside } from './numbers/inside-all.ts';
import type { SiteDay } from './numbers/overview-model.ts';
import type { OverviewExplains } from './numbers/use-overview-explains.ts';
import { ComfortCell, CoverageCell, EnergyCell, EntriesCell, Ghost, InsideCell, nearLimit } from './site-cells.tsx';
import styles from './sites.module.css';
import type { StripSite } from './strip.tsx';

interface SiteRowProps extends StripSite {
  /** Undefined until it is known. */
  readonly comfort: Comfort | null | undefined;
  /** Whether any site has meters: then each row has a cell for them. */
  readonly isMetered: boolean;
  readonly now: number;
  readonly explained: OverviewExplains;
}

export function SiteRow({ site, day, numbers, energy, comfort, isMetered, coverage, now, explained }: SiteRowProps) {
  const { t, locale } = useText();
  const { timezone } = site.calendar;
  const inside = useInsideTotal(site.topZoneIds);
  const offlineSince = numbers === null ? null : coverage.offlineSince;
  const closed = day.open.state === 'closedAllDay';
  const people = shownInside({ inside, isOpen: day.open.state === 'open', isOffline: offlineSince !== null });
  const share = people !== null && site.limit !== null && site.limit > 0 ? people / site.limit : null;
  const state: Status =
    offlineSince !== null
      ? 'offline'
      : day.open.state !== 'open'
        ? 'closed'
        : share !== null && share >= nearLimit
          ? 'warning'
          : 'ok';
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.site}>
        <InsideFeed organizationId={site.organizationId} installationId={site.id} zoneIds={site.topZoneIds} />
        <span className={styles.mark}>
          <StatusMark status={state} />
        </span>
        <span className={styles.open}>
          <OpenMark isHere={({ installationId }) => installationId === site.id} />
        </span>
        <SiteName site={site} />
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
          {...{ people, share, offlineSince, timezone }}
          lastInside={day.open.state === 'open' ? inside.people : null}
          isLoading={!inside.isHeard}
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
            word={curveWord(day, numbers, { t, locale })}
          />
        )}
      </td>
      <td className={styles.comfort}>
        {comfort === undefined ? (
          <Ghost />
        ) : (
          <ComfortCell
            comfort={comfort}
            wasOpen={day.open.state === 'open' || day.open.state === 'closed'}
            explained={explained('air', site)}
          />
        )}
      </td>
      {isMetered && (
        <td className={`${styles.end} ${styles.energy}`}>
          <EnergyCell energy={energy} explained={explained('energy', site)} />
        </td>
      )}
      <td className={styles.end} data-cell="coverage">
        {!numbers && <Ghost />}
        {numbers && (
          <Explainable {...(closed || !numbers.entries ? noWay : explained('entries', site))} isBeside>
            <CoverageCell coverage={coverage} offlineSince={offlineSince} now={now} />
          </Explainable>
        )}
      </td>
    </tr>
  );
}

/** Leads to the site's own page, for whoever may open it. */
function SiteName({ site: { id, name } }: Pick<SiteRowProps, 'site'>) {
  const leadsTo = usePages();
  if (!leadsTo(`/counting/${id}`)) return <span className={styles.name}>{name}</span>;
  return (
    <Link to="/counting/$installationId" params={{ installationId: String(id) }} className={styles.link}>
      {name}
    </Link>
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
  const { t, locale } = useText();
  const { state, until } = day.open;
  const time = until === null ? '' : formatClock(until, timezone);
  if (offlineSince !== null) return t('sites.offlineSince', { time: formatClock(offlineSince, timezone) });
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
