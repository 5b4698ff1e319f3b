import { dateAt, type ZoneId } from '@atrium/domain/core';
import { findZone, type PageFilters, siteOfZone } from '@atrium/domain/dashboards/widgets';
import { dayRange } from '@atrium/domain/measurements';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PinButton } from '../../bookmarks/index.ts';
import { CrosshairProvider } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { Loader, NotFound, PageHeader, usePageName } from '../../ui/page/index.ts';
import counting from '../counting/counting.module.css';
import { ExplainProvider } from '../explain/index.ts';
import { resolveFilters } from '../filters/resolve.ts';
import { useFilters } from '../filters/use-filters.ts';
import type { Site } from '../site/site.ts';
import { useSites, WidgetBoard } from '../widgets/index.ts';
import { PageFilterBar } from './page-filter-bar.tsx';
import { isZoneFilterLost, offersOf, pageFiltersOf } from './page-filters.ts';
import { type CustomPageDefinition, useCustomPage } from './use-custom-page.ts';

/** A page somebody defined: its widgets under filters of its own. */
export function CustomPage() {
  const params = useParams({ strict: false }) as { readonly dashboardId?: string; readonly pageId?: string };
  const [dashboardId, pageId] = [numberOf(params.dashboardId), numberOf(params.pageId)];
  return dashboardId === null || pageId === null ? (
    <NotFound />
  ) : (
    <StoredPage key={pageId} dashboardId={dashboardId} pageId={pageId} />
  );
}

function StoredPage({ dashboardId, pageId }: { readonly dashboardId: number; readonly pageId: number }) {
  const { page, isMissing } = useCustomPage(dashboardId, pageId);
  const { sites, error } = useSites();
  usePageName(page?.name ?? null);
  if (isMissing || error) return <NotFound />;
  return page === null || sites === null ? <Loader /> : <ShownPage page={page} sites={sites} />;
}

interface ShownPageProps {
  readonly page: CustomPageDefinition;
  readonly sites: readonly Site[];
}

function ShownPage({ page, sites }: ShownPageProps) {
  const now = useNow(20_000);
  const { state, change } = useFilters();
  const offers = useMemo(() => offersOf(page.filters), [page]);
  const topologies = useMemo(() => sites.map(({ topology }) => topology), [sites]);
  const site = siteOfPage(page, sites, state.zoneId ?? offers.zoneIds?.[0] ?? null);
  const resolved = useMemo(
    () => (site ? resolveFilters({ ...state, timespan: state.timespan ?? offers.timespan }, site, now) : null),
    [state, offers, site, now],
  );
  const filters = useMemo(
    (): PageFilters | null =>
      site && resolved
        ? pageFiltersOf(state, offers, { timespan: resolved.timespan, site: site.topology, sites: topologies, now })
        : null,
    [state, offers, site, resolved, topologies, now],
  );
  if (isZoneFilterLost(offers, topologies) || !site || !resolved || !filters) return <NotFound />;
  const act = {
    chooseZone: offers.zoneIds === null ? null : (zoneId: number) => change({ zoneId: zoneId as ZoneId }),
    chooseSpan: (from: number, to: number) => {
      const { timezone } = site.topology;
      const [first, last] = [dateAt(timezone, from), dateAt(timezone, to - 1)];
      const isShown =
        resolved.ranges.length === 1 && JSON.stringify(resolved.ranges[0]) === JSON.stringify(dayRange(first, last));
      if (!isShown) change({ timespan: { kind: 'custom', ranges: [dayRange(first, last)] } });
    },
  };
  return (
    <CrosshairProvider>
      <PageHeader title={page.name} actions={<PinButton title={page.name} />} />
      <PageTabs page={page} />
      <PageFilterBar
        {...{ filters: resolved, offers, sites, site, now, change }}
        chosenZone={filters.zoneId === null ? null : findZone(topologies, filters.zoneId)}
      />
      <ExplainProvider>
        <WidgetBoard definitions={page.widgets} sites={sites} filters={filters} now={now} act={act} />
      </ExplainProvider>
    </CrosshairProvider>
  );
}

/** The other pages of the same dashboard. */
function PageTabs({ page }: { readonly page: CustomPageDefinition }) {
  const { say } = useText();
  const params = useParams({ strict: false }) as { readonly pageId?: string };
  if (page.pages.length < 2) return null;
  return (
    <nav className={counting.tabs} aria-label={say('widgets.page.tabs', { dashboard: page.dashboard })}>
      {page.pages.map(({ id, name, url }) => (
        <Link
          key={id}
          to={url}
          className={counting.tab}
          data-current={String(id) === params.pageId || undefined}
          aria-current={String(id) === params.pageId ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Whose clock and opening hours the page's filters go by. */
function siteOfPage({ installationId }: CustomPageDefinition, sites: readonly Site[], zoneId: number | null) {
  const own = sites.find(({ topology }) => topology.installationId === installationId);
  if (own) return own;
  const topology =
    zoneId === null
      ? null
      : siteOfZone(
          sites.map((site) => site.topology),
          zoneId,
        );
  return sites.find((site) => site.topology === topology) ?? sites[0] ?? null;
}

function numberOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;
}
