import { type Coverage, parseQuery } from '@atrium/domain/measurements';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { registerAggregatedValues } from './aggregated-values.graphql.ts';
import { registerReadingsBehind } from './behind/readings-behind.graphql.ts';
import type { FindReadingsBehind } from './behind/readings-behind.ts';
import type { Answer, AnswerQueries } from './planner/answer-queries.ts';
import { registerInputs } from './query-inputs.graphql.ts';
import { createQueryLoader } from './query-loader.ts';

export interface MeasurementsDependencies {
  readonly answerQueries: AnswerQueries;
  readonly readingsBehind: FindReadingsBehind;
}

/** What other modules' operations share with this one's. */
export type RegisteredMeasurements = ReturnType<typeof registerMeasurements>;

/** `retailData`: every number of the product by one question. */
export function registerMeasurements(builder: Builder, { answerQueries, readingsBehind }: MeasurementsDependencies) {
  const { query, target, filters } = registerInputs(builder);
  const { answer, coverage } = registerAnswer(builder);
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
  registerAggregatedValues(builder, { load, filters, coverage });
  return { target };
}

function registerAnswer(builder: Builder) {
  const silence = builder.objectRef<Coverage['silent'][number]>('Silence').implement({
    fields: (t) => ({
      deviceId: t.exposeInt('deviceId'),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp' }),
      count: t.int({
        description: "How many silences this is: of very many a device's oldest are told as one.",
        resolve: ({ count }) => count ?? 1,
      }),
      time: t.float({
        description: 'ms of silence, less than from begin to end where several are told as one.',
        resolve: ({ from, to, time }) => time ?? to - from,
      }),
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
  const answer = builder.objectRef<Answer>('RetailData').implement({
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
  return { answer, coverage };
}
