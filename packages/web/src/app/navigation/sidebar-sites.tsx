import { useQuery } from '@apollo/client/react';
import { countsPeople, toSectionEvent } from '@atrium/domain/pages';
import { getOpenState, listOutline, type OpeningCalendar, toCalendar } from '@atrium/domain/sites';
import { Link, useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { type InsideValue, useInsideOfSites, useInsideOfZones, useNow } from '../../numbers/live/index.ts';
import { mayDo, usePages, useViewer } from '../../people/organization/index.ts';
import { Icon, type Status, StatusMark } from '../../ui/icons/index.ts';
import { useNearViewport } from '../../ui/page/near.ts';
import { SidebarSitesDocument, type SidebarSitesQuery } from './operations.generated.ts';
import styles from './sidebar.module.css';

/** People inside a whole site. With a limit, `share` is the used part of it (0…1 and above). */
type InsideNow =
  | { readonly state: 'known'; readonly people: number; readonly share: number | null }
  | { readonly state: 'missing' | 'closed' };

interface TopZone {
  readonly id: number;
  /** People; null means no limit. */
  readonly limit: number | null;
}

/** Share of the limit at which the status turns to warning, as in the overview. */
const nearLimit = 0.9;

/**
 * Sums the people inside a site over its top zones, which do not overlap. A zone that does not report makes the sum
 * unknown, because a smaller number would mislead. Closed zones count as empty. Returns null until every zone has
 * reported, and 'untold' if the server refuses the viewer. `heard` has one value per zone, in the same order.
 */
export function sumInside(
  zones: readonly TopZone[],
  heard: readonly (InsideValue | null)[],
): InsideNow | 'untold' | null {
  if (heard.some((figure) => figure?.state === 'refused')) return 'untold';
  if (zones.length === 0 || heard.some((figure) => figure?.state === 'missing')) return { state: 'missing' };
  if (heard.includes(null)) return null;
  if (heard.every((figure) => figure?.state === 'closed')) return { state: 'closed' };
  const people = heard.reduce((sum, figure) => sum + (figure?.state === 'known' ? (figure.value ?? 0) : 0), 0);
  const limit = zones.every((zone) => zone.limit !== null)
    ? zones.reduce((sum, zone) => sum + (zone.limit ?? 0), 0)
    : null;
  return { state: 'known', people, share: limit === null || limit === 0 ? null : people / limit };
}

/** Outside its hours a site is closed, even with people inside. */
export function toStatus(inside: InsideNow, isOpen: boolean): Status {
  if (!isOpen && inside.state !== 'missing') return 'closed';
  if (inside.state === 'known') return inside.share !== null && inside.share >= nearLimit ? 'warning' : 'ok';
  return inside.state === 'missing' ? 'offline' : 'closed';
}

type Site = SidebarSitesQuery['allInstallations'][number];

/** Sites by name, each with the people inside now. */
export function SidebarSites({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t, locale } = useText();
  const { data, error, refetch } = useQuery(SidebarSitesDocument);
  const failed = error !== undefined && data === undefined;
  const sites = useMemo(
    () =>
      data?.allInstallations
        .filter((site) => countsPeople(site.events.map(toSectionEvent), Date.now()))
        .map((site) => ({ ...site, topZones: topZonesOf(site), calendar: toCalendar(site) }))
        .sort((one, other) => one.name.localeCompare(other.name, locale)),
    [data, locale],
  );
  const now = useNow(60_000);
  const sees = mayDo(useViewer(), 'numbers');
  const places = useMemo(
    () =>
      (sees ? (sites ?? []) : []).map(({ id, topZones }) => ({
        installationId: id,
        zoneIds: topZones.map((zone) => zone.id),
      })),
    [sites, sees],
  );
  useInsideOfSites(places);
  return (
    <>
      <h2 className={styles.head}>
        {t('shell.sites')}
        <span>{t('shell.insideNow')}</span>
      </h2>
      {sites?.length === 0 && <p className={styles.empty}>{t('shell.noSites')}</p>}
      {failed && (
        <p className={styles.empty}>
          {t('shell.sitesFailed')}{' '}
          <button type="button" className={styles.again} onClick={() => void retryQuery(refetch)}>
            {t('app.tryAgain')}
          </button>
        </p>
      )}
      <ul className={styles.list} aria-busy={sites === undefined && !failed}>
        {sites?.map((site, place) => (
          <SiteRow key={site.id} {...{ site, place, now, sees, onNavigate }} rowCount={sites.length} />
        )) ?? (failed ? null : <SkeletonRows />)}
      </ul>
    </>
  );
}

interface SiteRowProps {
  readonly site: Site & { readonly topZones: readonly TopZone[]; readonly calendar: OpeningCalendar };
  readonly place: number;
  readonly rowCount: number;
  readonly now: number;
  /** Whether the viewer may see numbers. */
  readonly sees: boolean;
  readonly onNavigate: (() => void) | undefined;
}

function SiteRow({ site, place, rowCount, now, sees, onNavigate }: SiteRowProps) {
  const { ref, isNear } = useNearViewport<HTMLLIElement>(place, rowCount);
  const isCurrent = useRouterState({ select: ({ location }) => isSitePage(location.pathname, site.id) });
  const leadsTo = usePages();
  const inner = isNear ? <Inside {...{ site, now, sees }} /> : site.name;
  const look = isNear ? styles.row : `${styles.row} ${styles.short}`;
  if (!leadsTo(`/counting/${site.id}`))
    return (
      <li ref={ref}>
        <span className={look}>{inner}</span>
      </li>
    );
  return (
    <li ref={ref}>
      <Link
        to="/counting/$installationId"
        params={{ installationId: String(site.id) }}
        className={look}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        onClick={onNavigate}
      >
        {inner}
      </Link>
    </li>
  );
}

function Inside({ site, now, sees }: Pick<SiteRowProps, 'site' | 'now' | 'sees'>) {
  const values = useInsideOfZones(site.topZones.map(({ id }) => id));
  const isOpen = getOpenState(site.calendar, now).state === 'open';
  const inside = sees ? sumInside(site.topZones, values) : 'untold';
  const isTold = inside !== null && inside !== 'untold';
  return (
    <>
      <span className={styles.state}>
        {isTold ? <StatusMark status={toStatus(inside, isOpen)} /> : <span className={styles.unknown} />}
      </span>
      <span className={styles.text}>{site.name}</span>
      {isTold && <Figure inside={inside} isOpen={isOpen} />}
      {inside === null && (
        <span className={styles.figure}>
          <span className={styles.wait} />
        </span>
      )}
    </>
  );
}

function Figure({ inside, isOpen }: { inside: InsideNow; isOpen: boolean }) {
  const { t, locale } = useText();
  // Hides a zero while closed: it would look like a day without visitors.
  if (inside.state === 'known' && (isOpen || inside.people > 0)) {
    return (
      <span className={styles.figure}>
        <Fresh text={new Intl.NumberFormat(locale).format(inside.people)} />
        {toStatus(inside, isOpen) === 'warning' && <span className="visually-hidden">{t('shell.nearLimit')}</span>}
      </span>
    );
  }
  return (
    <span className={styles.figure}>
      {inside.state === 'missing' ? <Icon name="offline" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{t(inside.state === 'missing' ? 'shell.offline' : 'shell.closed')}</span>
    </span>
  );
}

/** A number that flashes on each change, not on its first value. */
function Fresh({ text }: { text: string }) {
  const [seen, setSeen] = useState({ text, changes: 0 });
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 });
  return (
    <bdi key={seen.changes} dir="ltr" className={seen.changes > 0 ? styles.fresh : undefined}>
      {text}
    </bdi>
  );
}

function SkeletonRows() {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all alike
    <li key={row} className={styles.row}>
      <span className={styles.state}>
        <span className={styles.unknown} />
      </span>
      <span className={styles.skeleton} />
    </li>
  ));
}

/** Zones without a parent; together they are the whole site. */
function topZonesOf(site: Site): TopZone[] {
  return listOutline(site.zones).map(({ id, limit }) => ({ id, limit }));
}

/** All pages of a site, in any section, highlight the same sidebar item. */
function isSitePage(path: string, installationId: number): boolean {
  return /^\/(?:counting|atmosphere|energy)\/(\d+)(?:\/|$)/.exec(path)?.[1] === String(installationId);
}
