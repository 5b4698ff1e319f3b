import type { Span } from '@atrium/domain/core';
import { type Metric, type RawQuery, sumFigures } from '@atrium/domain/numbers';
import { getAnswerValues } from '@atrium/domain/pages';
import type { OpeningCalendar } from '@atrium/domain/sites';
import { getKnownValue } from '../../charts/index.ts';
import { formatMetricValue } from '../words/metric-texts.ts';
import { formatFigure, type Translator } from '../words/section-texts.ts';
import type { NumberQuestion } from './explain-number.ts';
import type { Derivation, Derived } from './explained.ts';

/** How zone values combine. `worst` ignores unknown zones; otherwise one unknown zone makes the result unknown. */
type ZoneFold = 'sum' | 'mean' | 'worst';

/** A site in a list of sites. */
export interface SiteOfList {
  readonly name: string;
  readonly calendar: OpeningCalendar;
  /** The zones without a parent. Together they are the site. */
  readonly topZoneIds: readonly number[];
}

export interface FigureOfSites {
  readonly sites: readonly SiteOfList[];
  /** The list's query, grouped by zone. */
  readonly query: RawQuery;
  /** The current day in the sites' local time. */
  readonly day: Span;
  /** How the values of a site's zones combine. */
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
  const isOne = zones.values.length === 1;
  const format = (value: number | null, metric: Metric) =>
    decimals === undefined
      ? formatFigure(value, metric, reader)
      : formatMetricValue(value, metric, { decimals, hideUnit: false, formatter: null }, reader);
  const count = more.length > 0 ? sites.length : zones.values.length;
  const how =
    figure.zones === 'mean'
      ? reader.t('explain.how.AVERAGE')
      : figure.zones === 'worst'
        ? reader.t('explain.worstOf', { count })
        : reader.t(more.length > 0 ? 'explain.addedDays' : 'explain.added', { count });
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
        added(metric, { ...own, ...zoneByZone(query) }, figure, (value) => ({ text: format(value, metric), how })),
    }),
  };
}

/** Groups the query by zone. */
const zoneByZone = ({ compare }: RawQuery): Pick<RawQuery, 'groupBy' | 'compare'> => ({
  groupBy: [{ type: 'ZONE_ID' }],
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
      const figures = sites.map(({ topZoneIds }) => {
        const found = topZoneIds.map((id) => values.get(String(id)));
        return {
          value: together(
            found.map((each) => (each ? getKnownValue(each.point) : null)),
            zones,
          ),
          usual: together(
            found.map((each) => each?.usual ?? null),
            zones,
          ),
        };
      });
      const [only] = figures;
      const total = figures.length === 1 && only !== undefined ? only : sumFigures(figures);
      return { ...write(total.value), compared: query.compare == null ? null : total };
    },
  };
}

/** Returns null if any zone is unknown, because a partial sum would mislead. `worst` skips unknown zones. */
function together(values: readonly (number | null)[], how: ZoneFold): number | null {
  const known = values.filter((value) => value !== null);
  if (how === 'worst') return known.length === 0 ? null : Math.min(...known);
  const sum = values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
  return sum === null || values.length === 0 ? null : how === 'sum' ? sum : sum / values.length;
}
