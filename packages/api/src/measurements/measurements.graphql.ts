import {
  aggregations,
  type Coverage,
  compareModes,
  criteria,
  groupByTypes,
  parseQuery,
  targets,
} from '@atrium/domain/measurements';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { registerReadingsBehind } from './behind/readings-behind.graphql.ts';
import type { FindReadingsBehind } from './behind/readings-behind.ts';
import type { Answer, AnswerQueries } from './planner/answer-queries.ts';
import { createQueryLoader } from './query-loader.ts';

export interface MeasurementsDependencies {
  readonly answerQueries: AnswerQueries;
  readonly readingsBehind: FindReadingsBehind;
}

/** What other modules' operations share with this one's. */
export type RegisteredMeasurements = ReturnType<typeof registerMeasurements>;

/** `retailData`: every number of the product by one question. */
export function registerMeasurements(builder: Builder, { answerQueries, readingsBehind }: MeasurementsDependencies) {
  const { query, target } = registerInputs(builder);
  const answer = registerAnswer(builder);
  registerReadingsBehind(builder, { find: readingsBehind, query });
  const load = createQueryLoader(answerQueries);
  builder.queryField('retailData', (t) =>
    // Pages of sensors and custom pages show the same numbers: either right opens them.
    t.withAuth({ $any: { right: 'dashboard.sensor.read', $all: { right: 'dashboard.custom.read' } } }).field({
      type: answer,
      args: { query: t.arg({ type: query, required: true }) },
      resolve: async (_root, args, context) => orThrow(await load(context, orThrow(parseQuery(args.query)))),
    }),
  );
  return { target };
}

function registerInputs(builder: Builder) {
  const aggregation = builder.enumType('Aggregation', { values: aggregations });
  const target = builder.enumType('RetailTarget', { values: targets });
  const condition = builder.inputType('RetailCondition', {
    fields: (t) => ({
      criterion: t.field({ type: builder.enumType('Criterion', { values: criteria }), required: true }),
      operator: t.field({ type: builder.enumType('ConditionOperator', { values: ['IN', 'NOT_IN'] as const }) }),
      values: t.stringList({ required: true }),
    }),
  });
  const filters = builder.inputType('RetailDataFilters', {
    fields: (t) => ({
      operator: t.field({ type: builder.enumType('FilterOperator', { values: ['AND'] as const }) }),
      conditions: t.field({ type: [condition], required: true }),
    }),
  });
  const hours = builder.inputType('RetailHours', {
    fields: (t) => ({ openingOnly: t.boolean(), from: t.string(), to: t.string() }),
  });
  const groupBy = builder.inputType('RetailGroupBy', {
    fields: (t) => ({
      type: t.field({ type: builder.enumType('GroupByType', { values: groupByTypes }), required: true }),
      granularity: t.int(),
      aggregation: t.field({ type: aggregation }),
    }),
  });
  const sortBy = builder.inputType('RetailSortBy', {
    fields: (t) => ({
      type: t.field({
        type: builder.enumType('RetailSortType', { values: ['LABEL', 'VALUE'] as const }),
        required: true,
      }),
      order: t.field({ type: builder.enumType('RetailSortOrder', { values: ['ASC', 'DESC'] as const }) }),
    }),
  });
  const query = builder.inputType('RetailDataQuery', {
    fields: (t) => ({
      metric: t.string({ required: true }),
      filters: t.field({ type: filters }),
      complementary: t.string(),
      passageType: t.string(),
      granularity: t.int({ description: 'Seconds.' }),
      hours: t.field({ type: hours }),
      compare: t.field({ type: builder.enumType('CompareMode', { values: compareModes }) }),
      groupBy: t.field({ type: [groupBy] }),
      target: t.field({ type: target }),
      aggregation: t.field({ type: aggregation }),
      sortBy: t.field({ type: sortBy }),
      limit: t.int(),
    }),
  });
  return { query, target };
}

function registerAnswer(builder: Builder) {
  const silence = builder.objectRef<Coverage['silent'][number]>('Silence').implement({
    fields: (t) => ({
      deviceId: t.exposeInt('deviceId'),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp' }),
    }),
  });
  const coverage = builder.objectRef<Coverage>('Coverage').implement({
    fields: (t) => ({
      ratio: t.exposeFloat('ratio', {
        nullable: true,
        description: 'Reported ÷ expected device-time, 0…1; null when nothing was expected.',
      }),
      silent: t.field({ type: [silence], resolve: ({ silent }) => [...silent] }),
    }),
  });
  return builder.objectRef<Answer>('RetailData').implement({
    fields: (t) => ({
      metric: t.exposeString('metric'),
      unit: t.exposeString('unit'),
      data: t.field({ type: 'LabelledValues', resolve: ({ data }) => data }),
      comparison: t.field({
        type: 'LabelledValues',
        nullable: true,
        description: 'The compared range under the labels of data, over the intervals that are known on both sides.',
        resolve: (answer) => answer.comparison,
      }),
      evolution: t.field({
        type: 'LabelledValues',
        nullable: true,
        description: 'The change in % over the intervals that are known on both sides, under the labels of data.',
        resolve: (answer) => answer.evolution,
      }),
      granularity: t.exposeInt('granularity', { nullable: true }),
      coverage: t.expose('coverage', { type: coverage }),
    }),
  });
}
