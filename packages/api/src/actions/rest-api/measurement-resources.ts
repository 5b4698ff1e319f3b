import { type Failure, ok, type Result } from '@atrium/domain/core';
import {
  type Coverage,
  getDefaultAggregation,
  kindRules,
  type Metric,
  metrics,
  type RawQuery,
} from '@atrium/domain/numbers';
import { type Answer, answerRawQuery, estimateQueryCost, findUsualFigures } from '../../numbers/index.ts';
import type { RestDependencies, RestRoute } from './route.ts';
import { refTo } from './schema.ts';
import { buildPage } from './site-resources.ts';

const catalogCost = 1000;

/** Metrics, and the numbers of sites: the same use case as the queries of pages. */
export function listMeasurementResources({ answerQueries }: RestDependencies): readonly RestRoute[] {
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
      async handle({ body }, { token, signal }) {
        const answer = await answerRawQuery(body as RawQuery, async (query) => {
          const [only] = await answerQueries(token.scope, [query], signal);
          return only as Result<Answer, Failure>;
        });
        return answer.ok ? ok(toMeasurementJson(answer.value)) : answer;
      },
    },
  ];
}

function toMetricJson(metric: Metric) {
  const { id, kind, unit, decimals } = metric;
  const defaultAggregation = getDefaultAggregation(metric);
  return { id, kind, unit, decimals, defaultAggregation, aggregations: [...kindRules[kind].allowed] };
}

function toMeasurementJson(answer: Answer) {
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
