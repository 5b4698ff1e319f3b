import { addDays, err, type Failure, failure, isLocalDate, type LocalDate, ok, type Result } from '@atrium/domain/core';
import {
  type Coverage,
  getDefaultAggregation,
  kindRules,
  type Metric,
  metrics,
  type RawQuery,
} from '@atrium/domain/numbers';
import {
  type Answer,
  type AnswerQueries,
  answerRawQuery,
  estimateQueryCost,
  findUsualFigures,
  listChangedDays,
} from '../../numbers/index.ts';
import type { RestCaller, RestDependencies, RestRoute } from './route.ts';
import { described, integer, refTo, text } from './schema.ts';
import { buildPage } from './site-resources.ts';

const catalogCost = 1000;

const calendarCost = 5000;
const maxChangedDays = 2000;
const defaultChangedDays = 500;
/** Two statements over the marks of an organization, and each listed day. */
const changesCost = 30_000;
const changedDayCost = 20;

/** Metrics, and the numbers of sites: the same use case as the queries of pages. */
export function listMeasurementResources({
  answerQueries,
  analytics,
  sites,
  clock,
}: RestDependencies): readonly RestRoute[] {
  return [
    {
      method: 'GET',
      path: '/metrics',
      id: 'listMetrics',
      tag: 'Measurements',
      summary: 'Lists all metrics, with their units and aggregations.',
      scope: 'measurements:read',
      answer: refTo('MetricPage'),
      cost: () => catalogCost,
      handle: async () => buildPage(metrics.map(toMetricJson), { first: metrics.length }),
    },
    {
      method: 'POST',
      path: '/measurements/query',
      id: 'queryMeasurements',
      tag: 'Measurements',
      summary: 'Answers a query, with the coverage and the state of each value.',
      description:
        'A value that is not known is null with its `state`, never 0. Days are the own days of each site. The query has the ' +
        'names and rules of `retailData` in GraphQL.',
      scope: 'measurements:read',
      body: refTo('MeasurementQuery'),
      answer: refTo('Measurement'),
      cost: ({ body }, sizes) => estimateQueryCost(body as RawQuery, sizes),
      handle: ({ body }, caller) => answerMeasurement(answerQueries, body as RawQuery, caller),
    },
    {
      method: 'GET',
      path: '/measurements/changes',
      id: 'listMeasurementChanges',
      tag: 'Measurements',
      summary: 'Lists the days of sites whose numbers may have changed since an earlier answer.',
      description:
        'Late and corrected readings, readings that were taken out or put back, and those of devices assigned later. ' +
        'Query the listed days again to keep a copy equal. Any metric of a listed day may have changed. ' +
        'Changes of a site itself, such as its opening hours, are not listed.',
      scope: 'measurements:read',
      queryParameters: {
        since: described(text, '`next` of an earlier answer. Absent: all days with readings.'),
        first: described(
          { ...integer, minimum: 1, maximum: maxChangedDays },
          `UTC days of a page, each of which is up to three own days of a site. Default: ${defaultChangedDays}.`,
        ),
      },
      answer: refTo('ChangePage'),
      cost: ({ query }) => changesCost + changedDayCost * Number(query.first ?? defaultChangedDays),
      async handle({ query: { since, first = defaultChangedDays } }, { token, signal }) {
        const limit = Number(first);
        const page = { since: since === undefined ? null : String(since), limit, signal };
        return listChangedDays({ analytics, sites, clock }, token.scope, page);
      },
    },
  ];
}

/** Days of sites that are no usual ones. */
export const listCalendarResources = ({
  clock,
  siteCalendar,
}: Pick<RestDependencies, 'clock' | 'siteCalendar'>): readonly RestRoute[] => [
  {
    method: 'GET',
    path: '/calendar',
    id: 'listCalendar',
    tag: 'Measurements',
    summary: 'Lists the holidays, closed days and events of the sites that the token sees, by date.',
    scope: 'measurements:read',
    queryParameters: {
      from: described(text, 'First day, `yyyy-mm-dd`. Default: today, UTC.'),
      to: described(text, 'Day after the last, at most 370 days later. Default: 90 days later.'),
      language: described(text, 'Language of the names of holidays, where known. Default: en.'),
    },
    answer: refTo('CalendarPage'),
    cost: () => calendarCost,
    async handle({ query }, { token }) {
      const from = String(query.from ?? new Date(clock.now()).toISOString().slice(0, 10)) as LocalDate;
      if (!isLocalDate(from)) return err(failure('BAD_INPUT', 'from takes a day, yyyy-mm-dd', 'from'));
      const to = String(query.to ?? addDays(from, 90)) as LocalDate;
      const language = String(query.language ?? 'en');
      const entries = await siteCalendar(token.scope, { from, to, language });
      if (!entries.ok) return entries;
      const items = entries.value.map(({ installationId: siteId, kind, name, first, last }) => ({
        ...{ siteId, kind, name },
        ...{ firstDay: first, lastDay: last },
      }));
      return ok({ items, next: null });
    },
  },
];

/** Answers a query of a program, as the document describes it. Errors as `answerRawQuery`. */
export async function answerMeasurement(
  answerQueries: AnswerQueries,
  raw: RawQuery,
  { token, signal }: RestCaller,
): Promise<Result<object, Failure>> {
  const answer = await answerRawQuery(raw, async (query) => {
    const [only] = await answerQueries(token.scope, [query], signal);
    return only as Result<Answer, Failure>;
  });
  return answer.ok ? ok(toMeasurementJson(answer.value)) : answer;
}

function toMetricJson(metric: Metric) {
  const { id, kind, unit, decimals } = metric;
  const defaultAggregation = getDefaultAggregation(metric);
  return { id, kind, unit, decimals, defaultAggregation, aggregations: [...kindRules[kind].allowed] };
}

/** Returns an answer as the document describes it. */
export function toMeasurementJson(answer: Answer) {
  const { metric, unit, data, comparison, evolution, comparisonCoverage, comparisonTimes, granularity } = answer;
  return {
    metric,
    unit,
    data,
    comparison,
    evolution,
    usual: findUsualFigures(answer),
    comparisonCoverage,
    comparisonTimes,
    granularity,
    coverage: toCoverageJson(answer.coverage),
    notTold: answer.notTold,
  };
}

const toIso = (at: number) => new Date(at).toISOString();

const toCoverageJson = ({ ratio, silent, sites = [] }: Coverage) => ({
  ratio,
  silent: silent.map(({ deviceId, name = '', from, to, count = 1, time = to - from }) => ({
    deviceId,
    name,
    from: toIso(from),
    to: toIso(to),
    count,
    silentMs: time,
  })),
  sites: sites.map(({ installationId, ratio: ofSite, silentSince }) => ({
    siteId: installationId,
    ratio: ofSite,
    silentSince: silentSince === null ? null : toIso(silentSince),
  })),
});
