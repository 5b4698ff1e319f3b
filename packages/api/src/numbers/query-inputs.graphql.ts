import {
  aggregations,
  criteria,
  discontinuousPeriods,
  groupByTypes,
  hourPresets,
  passageTypes,
  queryCompareModes,
  targets,
} from '@atrium/domain/numbers';
import type { Builder } from '../platform/graphql/builder.ts';
import { getEnumType } from '../platform/graphql/structures.ts';

const uppercase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>;

/** Registers the inputs of `retailData`. */
export function registerInputs(builder: Builder) {
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
  const preset = getEnumType(builder, 'HourPreset', hourPresets.map(uppercase));
  const hours = builder.inputType('RetailHours', {
    fields: (t) => ({
      openingOnly: t.boolean(),
      preset: t.field({ type: preset }),
      from: t.string({ description: 'HH:mm' }),
      to: t.string({ description: 'HH:mm' }),
    }),
  });
  const groupBy = builder.inputType('RetailGroupBy', {
    fields: (t) => ({
      type: t.field({ type: builder.enumType('GroupByType', { values: groupByTypes }), required: true }),
      granularity: t.int({ description: 'Seconds, of DATE.' }),
      period: t.field({
        type: builder.enumType('DiscontinuousPeriod', { values: discontinuousPeriods }),
        description: 'Of DISCONTINUOUS_DATE; WEEKDAY unless said otherwise.',
      }),
      aggregation: t.field({ type: aggregation }),
      tagId: t.int({ description: 'Of TAG a tag, of TAG_CATEGORY a category; all of them unless said otherwise.' }),
      tagIds: t.intList({ description: 'The same, several.' }),
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
      complementary: t.string({
        description: 'A second metric, beside the first at the leaves or where COMPLEMENTARY stands.',
      }),
      passageType: t.field({
        type: getEnumType(builder, 'PassageType', passageTypes),
        description: 'Which passages count.',
      }),
      granularity: t.int({ description: 'Seconds.' }),
      hours: t.field({ type: hours }),
      compare: t.field({
        type: builder.enumType('CompareMode', { values: queryCompareModes }),
        description: 'EXPECTED adds `expected` to each value: value, lower, upper, warranty and reason.',
      }),
      comparedWithin: t.string({
        description: 'Days, from/to, that those asked about are a part of: compared as far back as all of these.',
      }),
      groupBy: t.field({ type: [groupBy] }),
      target: t.field({ type: target }),
      aggregation: t.field({ type: aggregation }),
      sortBy: t.field({ type: sortBy }),
      limit: t.int(),
    }),
  });
  return { query, target, filters };
}
