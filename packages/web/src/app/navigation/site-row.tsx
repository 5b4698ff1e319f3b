import { getOpenState, type OpeningCalendar } from '@atrium/domain/sites';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type InsideValue, useInsideOfSites, useInsideOfZones, useNow } from '../../numbers/live/index.ts';
import { mayDo, usePages, useViewer } from '../../people/organization/index.ts';
import { Icon, type Status, StatusMark } from '../../ui/icons/index.ts';
import styles from './sidebar.module.css';

/** People inside a whole site. With a limit, `share` is the used part of it (0…1 and above). */
type InsideNow =
  | { readonly state: 'known'; readonly people: number; readonly share: number | null }
  | { readonly state: 'missing' | 'closed' };

export interface TopZone {
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

/** A site of the sidebar. */
export interface ListedSite {
  readonly id: number;
  readonly name: string;
  readonly topZones: readonly TopZone[];
  readonly calendar: OpeningCalendar;
}

interface SiteRowsProps {
  readonly sites: readonly ListedSite[];
  readonly onNavigate: (() => void) | undefined;
  /** Whether to show the people inside, which subscribes to them. */
  readonly isLive?: boolean;
  /** Returns a button beside the site. */
  readonly toolOf?: (site: ListedSite) => ReactNode;
}

/** Sites as list items, each with the people inside now. */
export function SiteRows({ sites, onNavigate, isLive = true, toolOf }: SiteRowsProps) {
  const now = useNow(60_000);
  const sees = mayDo(useViewer(), 'numbers') && isLive;
  const places = useMemo(
    () =>
      (sees ? sites : []).map(({ id, topZones }) => ({ installationId: id, zoneIds: topZones.map((zone) => zone.id) })),
    [sites, sees],
  );
  useInsideOfSites(places);
  return sites.map((site) => <SiteRow key={site.id} {...{ site, now, sees, onNavigate }} tool={toolOf?.(site)} />);
}

interface SiteRowProps {
  readonly site: ListedSite;
  readonly now: number;
  /** Whether the viewer may see numbers. */
  readonly sees: boolean;
  readonly onNavigate: (() => void) | undefined;
  /** A button beside the site. */
  readonly tool?: ReactNode;
}

/** A site with the people inside now, leading to its page. */
function SiteRow({ site, now, sees, onNavigate, tool }: SiteRowProps) {
  const isCurrent = useRouterState({ select: ({ location }) => findSiteOfPage(location.pathname) === site.id });
  const leadsTo = usePages();
  const inner = <Inside {...{ site, now, sees }} />;
  if (!leadsTo(`/counting/${site.id}`))
    return (
      <li>
        <span className={styles.row}>{inner}</span>
        {tool}
      </li>
    );
  return (
    <li>
      <Link
        to="/counting/$installationId"
        params={{ installationId: String(site.id) }}
        className={styles.row}
        data-current={isCurrent || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        activeProps={{}}
        onClick={onNavigate}
      >
        {inner}
      </Link>
      {tool}
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

/** Returns the site whose page, in any section, has this path; null for other pages. */
export function findSiteOfPage(path: string): number | null {
  const id = /^\/(?:counting|atmosphere|energy)\/(\d+)(?:\/|$)/.exec(path)?.[1];
  return id === undefined ? null : Number(id);
}
