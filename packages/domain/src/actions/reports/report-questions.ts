import { type Granularity, granularity, type ZoneId } from '../../core/index.ts';
import type { MeasurementQuery } from '../../numbers/index.ts';
import { parseQuery } from '../../numbers/parsing/parse-query.ts';
import { isAirMetric, toExtremeQueries } from '../../pages/air/index.ts';
import { type AskedQuery, toSectionQueries } from '../../pages/index.ts';
import { findFootfallSources } from '../../sites/index.ts';
import {
  getSubjectZone,
  listAirMetrics,
  listAirZones,
  listMeterMetrics,
  listOtherZones,
  listReportKinds,
  type ReportKind,
  type ReportSubject,
} from './report-subject.ts';

/**
 * The questions of a report by name, at most sixty. They are the queries of the site's pages, so that numbers agree.
 */
export type ReportQuestions = ReadonlyMap<string, MeasurementQuery>;

/** Returns the main kind of a report. Defaults to people if there are no sensors. */
export const getReportKind = (subject: ReportSubject): ReportKind => listReportKinds(subject)[0] ?? 'people';

/** Returns the metric whose days and hours are shown: entries, the first meter's metric, or the first air metric. */
export function getMainMetric(subject: ReportSubject): string {
  const kind = getReportKind(subject);
  if (kind === 'people') return 'affluenceIn';
  return (kind === 'energy' ? listMeterMetrics(subject)[0] : listAirMetrics(subject)[0]) ?? 'affluenceIn';
}

/** Returns the metrics of the other key figures, in order. */
export function listFigureMetrics(subject: ReportSubject): readonly string[] {
  const main = getMainMetric(subject);
  const meters = listMeterMetrics(subject);
  const air = listAirMetrics(subject);
  if (getReportKind(subject) !== 'people') return [...meters, ...air].filter((metric) => metric !== main).slice(0, 7);
  const passersBy =
    findFootfallSources(subject.site, [getSubjectZone(subject)]).length > 0 ? ['footfallCaptureRate'] : [];
  const sales = subject.site.currency === null ? [] : ['turnover', 'salesConversion'];
  return [...passersBy, 'dwell', ...sales, ...meters.slice(0, 2), ...air.slice(0, 2)];
}

export const question = {
  total: (metric: string) => `total ${metric}`,
  most: (metric: string) => `most ${metric}`,
  zone: (zone: ZoneId) => `zone ${zone}`,
  extreme: (metric: string, side: string) => `extreme ${metric} ${side}`,
  days: 'days',
  hours: 'hours',
  doors: 'doors',
} as const;

export function buildReportQuestions(subject: ReportSubject): ReportQuestions {
  const main = getMainMetric(subject);
  const zone = [getSubjectZone(subject)];
  const total = totalOf(subject, main, zone);
  const { granularity: _fine, compare, ...course } = total;
  const asked: (readonly [string, AskedQuery])[] = [
    [question.total(main), total],
    ...listFigureMetrics(subject).map((metric) => [question.total(metric), totalOf(subject, metric, zone)] as const),
    [
      question.days,
      { ...course, ...(compare && { compare }), groupBy: [{ type: 'DATE', granularity: granularity.day }] },
    ],
    [question.hours, { ...course, groupBy: [{ type: 'DATE', granularity: granularity.hour }] }],
    ...listOtherZones(subject).map((each) => [question.zone(each), totalOf(subject, main, [each])] as const),
  ];
  if (getReportKind(subject) === 'people') {
    asked.push([question.doors, { ...total, groupBy: [{ type: 'PASSAGE' }] }]);
    for (const metric of ['inside', 'occupancy'])
      asked.push([question.most(metric), { metric, filters: total.filters, aggregation: 'MAX' }]);
  }
  if (getReportKind(subject) === 'air')
    for (const { metric, side, query } of buildAirExtremes(subject))
      asked.push([question.extreme(metric, side), query]);
  return new Map(asked.map(([name, query]) => [name, parsed(query)]));
}

/** Builds the query for a zone's main metric by time. */
export function buildZoneSeries(subject: ReportSubject, zone: ZoneId, width: Granularity): MeasurementQuery {
  const { granularity: _fine, compare: _compare, ...course } = totalOf(subject, getMainMetric(subject), [zone]);
  return parsed({ ...course, groupBy: [{ type: 'DATE', granularity: width }] });
}

/** Builds the queries for the daily extremes per place that the air is judged by, as on the site's air page. */
export function buildAirExtremes(subject: ReportSubject): ReturnType<typeof toExtremeQueries> {
  const { site, from, to, bandOf } = subject;
  const asked = {
    partsBy: 'ZONE_ID',
    partZoneIds: listAirZones(subject),
    metrics: listAirMetrics(subject).filter(isAirMetric),
    ranges: [{ from, to }],
    hours: 'all',
    day: null,
    calendar: site,
  } as const;
  return toExtremeQueries(asked, bandOf);
}

function totalOf(subject: ReportSubject, metric: string, zoneIds: readonly ZoneId[]): AskedQuery {
  const { site, from, to } = subject;
  const asked = toSectionQueries({
    zoneIds,
    partZoneIds: [],
    partsBy: 'ZONE_ID',
    metrics: [metric],
    week: null,
    ranges: [{ from, to }],
    hours: 'all',
    isWhileOpen: listAirMetrics(subject).includes(metric),
    day: null,
    calendar: site,
    compare: 'EXPECTED',
    today: from,
  });
  return (asked.metrics.get(metric) as { readonly total: AskedQuery }).total;
}

/** Parses our own query. A refusal is a bug. */
function parsed(query: AskedQuery): MeasurementQuery {
  const found = parseQuery(query);
  if (!found.ok) throw new Error(`a report asks what is refused: ${found.error.message}`);
  return found.value;
}
