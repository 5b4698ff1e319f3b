import { instantToDate, type ZoneId } from '@atrium/domain/core';
import { isZoneFilterLost } from '@atrium/domain/dashboards/pages';
import { toDayRange } from '@atrium/domain/measurements';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CrosshairProvider } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../organization/index.ts';
import { NotFound, PageHeader } from '../../ui/page/index.ts';
import counting from '../cards/cards.module.css';
import { ExplainProvider } from '../explain/index.ts';
import { AppliedRow } from '../filters/applied-row.tsx';
import type { Site } from '../site/site.ts';
import { ShareButton } from '../site-page/share-button.tsx';
import { WidgetBoard } from '../widgets/index.ts';
import type { WidgetActs } from '../widgets/pictures/view.ts';
import { listPageDescriptors } from './page-descriptors.ts';
import { PageFilterBar } from './page-filter-bar.tsx';
import { ReportButton } from './report-button.tsx';
import type { CustomPageDefinition } from './use-custom-page.ts';
import { usePageState } from './use-page-state.ts';

interface ShownPageProps {
  readonly page: CustomPageDefinition;
  readonly sites: readonly Site[];
  /** The organization's colors, by metric. */
  readonly colors: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
}

/** Shows a page's widgets under its filters, wherever its definition comes from. */
export function ShownPage({ page, sites, colors, actions }: ShownPageProps) {
  const mayExport = useMayDo('exportData');
  const navigate = useNavigate();
  const { now, asked, change, reset, offers, topologies, isLive, site, resolved, zones, categories, filters } =
    usePageState(page, sites);
  if (isZoneFilterLost(offers, topologies) || !site || !resolved || !filters) return <NotFound />;
  const act: WidgetActs = {
    // Embedded and previewed pages have no actions and no links.
    exportData: mayExport && actions !== undefined ? (search) => void navigate({ to: '/export-data', search }) : null,
    chooseZone: offers.zoneIds === null ? null : (zoneId: number) => change({ zoneId: zoneId as ZoneId }),
    chooseSpan: (from: number, to: number) => {
      const { timezone } = site.topology;
      const [first, last] = [instantToDate(timezone, from), instantToDate(timezone, to - 1)];
      const isShown =
        resolved.ranges.length === 1 && JSON.stringify(resolved.ranges[0]) === JSON.stringify(toDayRange(first, last));
      if (!isShown) change({ timespan: { kind: 'custom', ranges: [toDayRange(first, last)] } });
    },
  };
  return (
    <CrosshairProvider>
      <PageHeader
        title={page.name}
        {...(page.pages.length > 1 && { status: page.dashboard })}
        {...(actions !== undefined && {
          actions: (
            <>
              {actions}
              <ReportButton
                sites={sites.filter(
                  ({ topology }) => page.installationId === null || topology.installationId === page.installationId,
                )}
                shown={site}
                filters={resolved}
              />
              <ShareButton filters={resolved} />
            </>
          ),
        })}
      />
      <PageTabs page={page} />
      <PageFilterBar
        {...{ filters: resolved, offers, now, zones, categories, change, isLive }}
        site={{ ...site, told: listPageDescriptors(offers, page.installationId, sites) }}
      />
      <AppliedRow
        filters={{
          ...resolved,
          isDefaultTimespan: asked.timespan === null,
          zone: zones?.chosen ?? resolved.topZone,
          topZone: zones?.everything ?? resolved.topZone,
        }}
        site={{ ...site, categories }}
        change={change}
        reset={reset}
        isStartDay={asked.day === null}
        isTimeless={isLive}
      />
      <ExplainProvider>
        <WidgetBoard definitions={page.widgets} sites={sites} filters={filters} now={now} act={act} colors={colors} />
      </ExplainProvider>
    </CrosshairProvider>
  );
}

/** Tabs of the dashboard's pages. */
function PageTabs({ page }: { readonly page: CustomPageDefinition }) {
  const { t } = useText();
  const params = useParams({ strict: false }) as { readonly pageId?: string };
  if (page.pages.length < 2) return null;
  return (
    <nav className={counting.tabs} aria-label={t('widgets.page.tabs', { dashboard: page.dashboard })}>
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
