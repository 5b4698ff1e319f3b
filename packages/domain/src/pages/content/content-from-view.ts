import type { Weekday } from '../../core/index.ts';
import { airSamples, findMetric } from '../../numbers/index.ts';
import type { Family } from '../../people/access/index.ts';
import type { FilterState, Timespan } from '../filters/filter-state.ts';
import { energyOrder, getFamily } from '../site-sections.ts';
import type { Stored } from '../widgets/index.ts';
import { createWidget } from '../widgets/options/index.ts';
import type { DashboardContent } from './content.ts';
import { withWidget } from './edit-page.ts';

/** A section of a site as a user views it. */
export interface View {
  readonly family: Family;
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
  readonly zones: string;
}

/** The metrics each section shows first, if they are measured. */
const first: Readonly<Record<Family, readonly string[]>> = {
  counting: ['affluenceIn', 'affluenceOut', 'inside', 'occupancy', 'footfall', 'captureRate'],
  atmosphere: airSamples.map(({ id }) => id),
  energy: energyOrder,
};

/** One row of figures. */
const maxFigures = 4;

/**
 * Builds a page from a section of a site: its figures, their time series, the hours of the week and the zones. Keeps
 * the days, zone and weekdays chosen there. See `isPartOfViewLost` for the filters it drops.
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
  return widgetsOf(view, titles).reduce((content, widget) => withWidget(content, 'page-1', widget).content, empty);
}

/** Whether filters are set that a page cannot start with: hours, descriptors or tags. */
export function isPartOfViewLost({ hours, gender, engagement, categories }: FilterState): boolean {
  return hours !== 'all' || gender !== 'all' || engagement !== 'all' || categories.length > 0;
}

function widgetsOf({ family, metrics: measured, filters, partZoneIds }: View, titles: ViewTitles): readonly Stored[] {
  const own = [...new Set(measured)].filter(
    (metric) => getFamily(metric) === family && findMetric(metric) !== undefined,
  );
  const metrics = [
    ...first[family].filter((metric) => own.includes(metric)),
    ...own.filter((metric) => !first[family].includes(metric)),
  ];
  const [leading] = metrics;
  if (leading === undefined) return [];
  const compare = filters.compare.on ? { compare: filters.compare.mode } : {};
  const asked = (type: string, more: object = {}) => ({ type, ...more });
  // Counts are drawn as columns, samples as a line.
  const course = family === 'atmosphere' ? 'lineChart' : 'columnChart';
  const ofZones = metrics.filter((metric) => !['occupancy', 'captureRate', 'footfall'].includes(metric));
  const zones = widget(
    'table',
    titles.zones,
    ofZones.slice(0, 3).map((metric) => asked(metric, { groupBy: [{ type: 'ZONE' }] })),
  );
  return [
    widget(
      'kpis',
      titles.figures,
      metrics.slice(0, maxFigures).map((metric) => asked(metric, compare)),
    ),
    widget(course, titles.course, [asked(leading, { ...compare, groupBy: [{ type: 'DATE' }] })]),
    widget('gridChart', titles.week, [asked(leading, { groupBy: [{ type: 'DATE', period: 'PT1H' }] })]),
    partZoneIds.length === 0 ? zones : { ...zones, zoneIds: partZoneIds, ignoredFilters: ['zone'] },
  ];
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
