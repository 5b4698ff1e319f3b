import type { ComparisonCoverage, Coverage } from '@atrium/domain/numbers';
import { descriptorValues } from '@atrium/domain/numbers/readings';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import type { SiteTypes } from '../sites/index.ts';
import { registerAggregatedValues } from './aggregated-values.graphql.ts';
import { answerRawQuery, findUsualFigures } from './answer-raw-query.ts';
import { registerAnswers } from './answers.graphql.ts';
import { registerCoverage } from './coverage.graphql.ts';
import { registerKnownDescriptors } from './known-descriptors.graphql.ts';
import type { KnownDescriptors } from './known-descriptors.ts';
import { registerKpiValues } from './kpi-values.graphql.ts';
import type { Answer } from './planner/answer/answer.ts';
import type { AnswerQueries } from './planner/answer-queries.ts';
import { registerPointState } from './point-state.graphql.ts';
import { estimateQueryCost } from './query-cost.ts';
import { registerInputs } from './query-inputs.graphql.ts';
import { createQueryLoader } from './query-loader.ts';
import type { RegisteredCorrections } from './reading-corrections/reading-corrections.graphql.ts';
import { registerSourceReadings } from './source-readings/source-readings.graphql.ts';
import type { FindSourceReadings } from './source-readings/source-readings.ts';

export interface MeasurementsDependencies {
  readonly answerQueries: AnswerQueries;
  readonly sourceReadings: FindSourceReadings;
  readonly knownDescriptors: KnownDescriptors;
}

/** Types and functions shared with other modules' operations. */
export type RegisteredMeasurements = ReturnType<typeof registerMeasurements>;

/** Registers `retailData` (a single query) and `answers` (many). */
export function registerMeasurements(
  builder: Builder,
  { answerQueries, sourceReadings, knownDescriptors }: MeasurementsDependencies,
  { installation }: Pick<SiteTypes, 'installation'>,
  correction: RegisteredCorrections,
) {
  const { query, target, filters } = registerInputs(builder);
  const coverage = registerCoverage(builder);
  const answer = registerAnswer(builder, coverage);
  registerKnownDescriptors(builder, installation, knownDescriptors);
  registerSourceReadings(builder, { find: sourceReadings, query, correction });
  const load = createQueryLoader(answerQueries);
  builder.queryField('retailData', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: answer,
      args: { query: t.arg({ type: query, required: true }) },
      cost: ({ query: asked }, sizes) => estimateQueryCost(asked, sizes),
      resolve: async (_root, args, context) =>
        orThrow(await answerRawQuery(args.query, (parsed) => load(context, parsed))),
    }),
  );
  registerAnswers(builder, { load, query, answer });
  const pointState = registerPointState(builder);
  registerAggregatedValues(builder, { load, filters, coverage, pointState });
  return {
    target,
    pointState,
    addKpiValues: (kpi: TypeRef<object>) => registerKpiValues(builder, { kpi, load, pointState }),
  };
}

function registerAnswer(builder: Builder, coverage: TypeRef<Coverage>) {
  const comparisonCoverage = builder.objectRef<ComparisonCoverage>('ComparisonCoverage').implement({
    fields: (t) => ({
      known: t.exposeFloat('known', { description: "Whole days' worth that is known on both sides." }),
      asked: t.exposeFloat('asked', { description: 'The days that are past and of which anything is expected.' }),
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
      usual: t.field({
        type: 'UsualFigures',
        nullable: true,
        description:
          'What screens show beside each number: its usual value, range and change. Screens name no side in the first ' +
          'hour after opening, and while more than a tenth of the sensors are silent. Null unless a comparison is asked for, of shares, and of two metrics at once.',
        resolve: (answer) => findUsualFigures(answer),
      }),
      comparisonCoverage: t.field({
        type: comparisonCoverage,
        nullable: true,
        description: 'How much could be compared; null unless a comparison is asked for.',
        resolve: (answer) => answer.comparisonCoverage,
      }),
      comparisonTimes: t.exposeInt('comparisonTimes', {
        nullable: true,
        description: 'The number of earlier times that the comparison is the mean of; null unless one is asked for.',
      }),
      granularity: t.exposeInt('granularity', { nullable: true }),
      coverage: t.expose('coverage', { type: coverage }),
      notTold: t.stringList({
        length: { most: Object.keys(descriptorValues).length },
        description:
          'Descriptors that the question filters or groups by and that none of the sensors ever told: why nothing is known. ' +
          'Where only some of them tell, the values that are missing for it say so themselves.',
        resolve: ({ notTold }) => [...notTold],
      }),
    }),
  });
}
