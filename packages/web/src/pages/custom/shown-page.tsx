import { addDays, instantToDate, type LocalDate, type ZoneId } from '@atrium/domain/core';
import { toDayRange } from '@atrium/domain/numbers';
import type { ResolvedFilters } from '@atrium/domain/pages';
import { isZoneFilterLost } from '@atrium/domain/pages/content';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { loadMessages, useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { NotFound } from '../../ui/page/full-screen.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import counting from '../cards/cards.module.css';
import { AppliedRow } from '../filters/applied-row.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { PageFrame } from '../site-page/page-frame.tsx';
import { ShareButton } from '../site-page/share-button.tsx';
import type { Site } from '../site-page/site.ts';
import type { WidgetActs } from '../widgets/pictures/view.ts';
import { WidgetBoard } from '../widgets/widget-board.tsx';
import type { CustomPageDefinition } from './use-custom-page.ts';
import { listPageDescriptors, usePageState } from './use-page-state.ts';

const GeneratorDialog = lazyComponent(async () => {
  const [{ GeneratorDialog: dialog }] = await Promise.all([
    import('../../actions/reports/generator/generator-dialog.tsx'),
    loadMessages('reports'),
  ]);
  return dialog;
});

interface ReportButtonProps {
  /** The page's sites, including the shown one. */
  readonly sites: readonly Site[];
  readonly shown: Site;
  readonly filters: ResolvedFilters;
}

/** Opens a one-off report of the page's sites (F02), preset to the shown days and zone. */
function ReportButton({ sites, shown, filters }: ReportButtonProps) {
  const { t } = useText();
  const mayCreate = useMayDo('newReport');
  const [isOpen, setOpen] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button icon="table" onClick={() => setOpen(true)}>
        {t('widgets.page.report')}
      </Button>
      {isOpen && (
        <GeneratorDialog
          sites={sites.map(choiceOf)}
          shown={{
            siteId: shown.topology.installationId,
            zoneId: shown.topology.zones.some(({ id }) => id === filters.zone.id) ? filters.zone.id : null,
            ...daysOf(filters),
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Lists the outermost zones first. */
const choiceOf = ({ topology: { installationId, name, zones } }: Site) => ({
  id: installationId,
  name,
  zones: zones
    .toSorted((one, other) => Number(one.parentIds.length > 0) - Number(other.parentIds.length > 0))
    .map((zone) => ({ id: zone.id, name: zone.name })),
});

/** Returns the first and the last shown day, without future days. */
function daysOf({ ranges, date }: ResolvedFilters): { readonly from: LocalDate; readonly to: LocalDate } {
  const days = ranges.flatMap(({ from, to }) => [from, addDays(to, -1)]).toSorted();
  const present = (day: LocalDate | undefined) => (day === undefined || day > date ? date : day);
  return { from: present(days[0]), to: present(days.at(-1)) };
}

interface ShownPageProps {
  readonly page: CustomPageDefinition;
  readonly sites: readonly Site[];
  /** The organization's colors, by metric. */
  readonly colors: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
}

/** Shows a page's widgets under its filters, wherever its definition comes from. */
export function ShownPage({ page, sites, colors, actions }: ShownPageProps) {
  const { t } = useText();
  const mayExport = useMayDo('exportData');
  const navigate = useNavigate();
  const { now, asked, change, reset, offers, topologies, isLive, site, resolved, zones, categories, filters, bar } =
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
    <PageFrame
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
      tabs={
        page.pages.length < 2
          ? null
          : { label: t('widgets.page.tabs', { dashboard: page.dashboard }), links: <PageTabs pages={page.pages} /> }
      }
      filters={
        <>
          <FilterBar
            {...{ filters: resolved, now, change }}
            offers={bar}
            site={{ ...site, told: listPageDescriptors(offers, page.installationId, sites) }}
          />
          <AppliedRow
            filters={{
              ...resolved,
              isDefaultTimespan: asked.timespan === null,
              zone: zones?.chosen ?? resolved.topZone,
              topZone: zones?.whole ?? resolved.topZone,
            }}
            site={{ ...site, categories }}
            change={change}
            reset={reset}
            isStartDay={asked.day === null}
            isTimeless={isLive}
          />
        </>
      }
    >
      <WidgetBoard definitions={page.widgets} sites={sites} filters={filters} now={now} act={act} colors={colors} />
    </PageFrame>
  );
}

/** Tabs of the dashboard's pages. */
function PageTabs({ pages }: Pick<CustomPageDefinition, 'pages'>) {
  const params = useParams({ strict: false }) as { readonly pageId?: string };
  return pages.map(({ id, name, url }) => (
    <Link
      key={id}
      to={url}
      className={counting.tab}
      data-current={String(id) === params.pageId || undefined}
      aria-current={String(id) === params.pageId ? 'page' : undefined}
    >
      {name}
    </Link>
  ));
}
