import type { Weekday } from '../../core/index.ts';
import { findMetric } from '../../numbers/index.ts';
import type { FilterState, Timespan } from '../filters/filter-state.ts';
import type { PartKind } from '../queries/section-queries.ts';
import { listTabMetrics } from '../site-pages/index.ts';
import { getFamily } from '../site-sections.ts';
import { type Card, listTabRows, type SiteTab, siteTabs } from '../site-tabs.ts';
import type { Stored } from '../widgets/index.ts';
import { createWidget } from '../widgets/options/index.ts';
import type { DashboardContent } from './content.ts';
import { withWidget } from './edit-page.ts';

/** A tab of a site's page as a user views it. */
export interface View {
  readonly tab: SiteTab;
  readonly installationId: number;
  /** The metrics of the site's running events. */
  readonly metrics: readonly string[];
  /** The zones without a parent. */
  readonly topZoneIds: readonly number[];
  /** The zones of its table; empty for the page's own. */
  readonly partZoneIds: readonly number[];
  readonly filters: FilterState;
}

/** Names of the page, its tab and its widgets. */
export interface ViewTitles {
  readonly name: string;
  readonly figures: string;
  readonly course: string;
  readonly week: string;
  readonly parts: Readonly<Record<PartKind, string>>;
}

/**
 * Builds a page from a tab of a site: a widget for each of its cards that has one, in order. Keeps the days, zone and
 * weekdays chosen there. See `isPartOfViewLost` for the filters it drops.
 */
export function buildContentFromView(view: View, titles: ViewTitles, isOwn: boolean): DashboardContent {
  const { filters, topZoneIds } = view;
  const empty: DashboardContent = {
    name: titles.name,
    icon: null,
    isOwn,
    installationId: view.installationId,
    roleIds: null,
    pages: [
      {
        key: 'page-1',
        name: titles.name,
        icon: null,
        widgets: [],
        filters: numbered([
          { type: 'date', ...startOf(filters.timespan) },
          ...zoneFilter(filters.zoneId === null ? topZoneIds : [filters.zoneId]),
          ...dayFilter(filters),
        ]),
      },
    ],
  };
  return copyTab(view, titles).reduce((content, widget) => withWidget(content, 'page-1', widget).content, empty);
}

/** Whether filters are set that a page cannot start with: hours, descriptors or tags. */
export function isPartOfViewLost({ hours, gender, engagement, categories }: FilterState): boolean {
  return hours !== 'all' || gender !== 'all' || engagement !== 'all' || categories.length > 0;
}

/** Copies the cards of a tab. A tab without a card that has a widget is replaced by the first of its section. */
function copyTab(view: View, titles: ViewTitles): readonly Stored[] {
  const { section } = siteTabs[view.tab];
  const metrics = listShownMetrics(view);
  if (metrics.length === 0) return [];
  const copied = listTabRows(view.tab).flatMap((row) => row.flatMap((card) => copyCard(card, metrics, view, titles)));
  return copied.length > 0 || view.tab === section ? copied : copyTab({ ...view, tab: section }, titles);
}

/** Returns the metrics of a tab that the site measures; those of the visitors' overview in the order of its numbers. */
function listShownMetrics({ tab, metrics: measured }: View): readonly string[] {
  const own = new Set(measured.filter((metric) => getFamily(metric) === siteTabs[tab].section && findMetric(metric)));
  if (own.size === 0) return [];
  if (tab !== 'counting') return listTabMetrics(tab, [{ metrics: measured, begin: null, end: null }], 0);
  const capture = own.has('footfall') ? ['footfallCaptureRate'] : [];
  const more = ['dwell', 'femaleProportion', 'numberOfGoodsSold'].filter((metric) => own.has(metric));
  return ['inside', 'affluenceIn', 'affluenceOut', ...capture, ...more];
}

/** Returns the widget that shows what a card shows; none for the types of cards that only a site's page has. */
function copyCard(card: Card, metrics: readonly string[], view: View, titles: ViewTitles): readonly Stored[] {
  const compare = view.filters.compare.on ? { compare: view.filters.compare.mode } : {};
  const asked = (type: string, more: object = {}) => ({ type, ...more });
  const [leading = ''] = metrics;
  const figures = (some: readonly string[]) => [
    widget(
      'kpis',
      titles.figures,
      some.map((metric) => asked(metric, compare)),
    ),
  ];
  // Counts are drawn as columns, samples as an area.
  const series = (metric: string) => [
    widget(findMetric(metric)?.kind === 'sample' ? 'areaChart' : 'columnChart', titles.course, [
      asked(metric, { ...compare, groupBy: [{ type: 'DATE' }] }),
    ]),
  ];
  const week = (metric: string) => [
    widget('gridChart', titles.week, [asked(metric, { groupBy: [{ type: 'DATE', period: 'PT1H' }] })]),
  ];
  const table = (by: PartKind, some: readonly string[]) => {
    const groupBy = [{ type: by === 'ZONE_ID' ? 'ZONE' : by }];
    const made = widget(
      'table',
      titles.parts[by],
      some.map((metric) => asked(metric, { ...compare, groupBy })),
    );
    const { partZoneIds } = view;
    return [
      by !== 'ZONE_ID' || partZoneIds.length === 0 ? made : { ...made, zoneIds: partZoneIds, ignoredFilters: ['zone'] },
    ];
  };
  switch (card.type) {
    case 'peopleNumbers':
    case 'numbers':
      return figures(metrics);
    case 'airNumbers':
      return figures(metrics.slice(0, 3));
    case 'peopleSeries':
      return series('affluenceIn');
    case 'series':
      return series(leading);
    case 'peopleWeek':
      return week('affluenceIn');
    case 'week':
      return week(leading);
    case 'zoneTable':
      return table('ZONE_ID', [
        'inside',
        'affluenceIn',
        ...(metrics.includes('footfallCaptureRate') ? ['captureRate'] : []),
      ]);
    case 'partTable':
      return table(card.by, metrics);
    case 'airTable':
      return table('ZONE_ID', metrics);
    case 'rooms':
      return table('DEVICE', metrics);
    default:
      return [];
  }
}

const widget = (type: Parameters<typeof createWidget>[0], title: string, metrics: readonly object[]): Stored => ({
  ...createWidget(type, { title, metrics: [] }),
  metrics,
});

function startOf(timespan: Timespan | null): Stored {
  if (timespan === null) return {};
  if (timespan.kind === 'preset') return { datePreset: timespan.preset };
  return {
    dateFilters: [
      { operator: 'IN', criterion: 'DATE', values: timespan.ranges.map(({ from, to }) => `${from}/${to}`) },
    ],
  };
}

const zoneFilter = (zoneIds: readonly number[]): readonly Stored[] =>
  zoneIds.length === 0 ? [] : [{ type: 'zone', zoneIds }];

function dayFilter({ day }: FilterState): readonly Stored[] {
  if (day === null) return [];
  const operator = day.operator === 'IS' ? 'IN' : 'NOT_IN';
  return [{ type: 'day', dayFilters: [{ operator, criterion: 'DAY', values: day.days.map(nameOfDay) }] }];
}

const nameOfDay = (day: Weekday) =>
  ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'][day - 1] ?? '';

const numbered = (filters: readonly Stored[]): readonly Stored[] =>
  filters.map((filter, order) => ({ id: order + 1, order, ...filter }));
