import type { Span } from '@atrium/domain/core';
import { type Metric, type RawQuery, sumFigures } from '@atrium/domain/numbers';
import { getAnswerValues } from '@atrium/domain/pages';
import type { OpeningCalendar } from '@atrium/domain/sites';
import { getKnownValue } from '../../charts/index.ts';
import { formatMetricValue } from '../words/metric-texts.ts';
import { formatFigure, type Translator } from '../words/section-texts.ts';
import type { NumberQuestion } from './explain-number.ts';
import type { Derivation, Derived } from './explained.ts';

/** What a site's number is: that of the union of its zones, or that of its worst zone; unknown zones are ignored. */
type ZoneFold = 'union' | 'worst';

/** A site in a list of sites. */
export interface SiteOfList {
  readonly id: number;
  readonly name: string;
  readonly calendar: OpeningCalendar;
  /** The zones whose union is the site. */
  readonly topZoneIds: readonly number[];
}

export interface FigureOfSites {
  readonly sites: readonly SiteOfList[];
  /** The list's query, grouped by site or zone. */
  readonly query: RawQuery;
  /** The current day in the sites' local time. */
  readonly day: Span;
  readonly zones: ZoneFold;
  readonly title?: string;
  /** Decimals as in the list. By default they follow the figure's size. */
  readonly decimals?: number;
}

/** Returns the question of a figure in a list of sites: for one site, or for several together. */
export function askSites(figure: FigureOfSites, reader: Translator): NumberQuestion | null {
  const { sites, query: listed, day, title, decimals } = figure;
  const [first, ...more] = sites;
  if (first === undefined) return null;
  const zones = { criterion: 'ZONES', values: sites.flatMap(({ topZoneIds }) => topZoneIds.map(String)) };
  const others = listed.filters?.conditions.filter(({ criterion }) => criterion !== zones.criterion) ?? [];
  const query: RawQuery = { ...listed, filters: { ...listed.filters, conditions: [zones, ...others] } };
  const isOne = more.length === 0 && (figure.zones === 'union' || zones.values.length === 1);
  const format = (value: number | null, metric: Metric) =>
    decimals === undefined
      ? formatFigure(value, metric, reader)
      : formatMetricValue(value, metric, { decimals, hideUnit: false, formatter: null }, reader);
  const count = more.length > 0 ? sites.length : zones.values.length;
  const how =
    figure.zones === 'worst' ? reader.t('explain.worstOf', { count }) : reader.t('explain.addedDays', { count });
  return {
    query,
    ...(title !== undefined && { title }),
    place: more.length > 0 ? reader.t('counting.list.count', { count: sites.length }) : first.name,
    whole: day,
    ranges: [],
    calendar: first.calendar,
    mode: query.compare ? 'EXPECTED' : null,
    format,
    ...(!isOne && {
      derive: (metric, own) =>
        added(metric, { ...own, ...bySiteOrZone(query, figure) }, figure, (value) => ({
          text: format(value, metric),
          how,
        })),
    }),
  };
}

/** Groups the query by what the figure is folded from. */
const bySiteOrZone = (
  { compare }: RawQuery,
  { zones }: Pick<FigureOfSites, 'zones'>,
): Pick<RawQuery, 'groupBy' | 'compare'> => ({
  groupBy: [{ type: zones === 'union' ? 'INSTALLATION' : 'ZONE_ID' }],
  ...(compare == null ? {} : { compare }),
});

function added(
  metric: Metric,
  query: RawQuery,
  { sites, zones }: FigureOfSites,
  write: (value: number | null) => Pick<Derived, 'text' | 'how'>,
): Derivation {
  return {
    query,
    of: (answer) => {
      const values = answer ? getAnswerValues(answer, metric) : new Map();
      const figures = sites.map(({ id, topZoneIds }) => {
        const found = (zones === 'union' ? [id] : topZoneIds).map((each) => values.get(String(each)));
        return {
          value: worst(found.map((each) => (each ? getKnownValue(each.point) : null))),
          usual: worst(found.map((each) => each?.usual ?? null)),
        };
      });
      const [only] = figures;
      const total = figures.length === 1 && only !== undefined ? only : sumFigures(figures);
      return { ...write(total.value), compared: query.compare == null ? null : total };
    },
  };
}

/** Returns the lowest known value. The union of a site's zones is a single one. */
function worst(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}
