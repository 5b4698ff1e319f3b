import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { SignedInContext } from '../platform/graphql/context.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { answerRawQuery } from './answer-raw-query.ts';
import type { Answer } from './planner/answer/answer.ts';
import { estimateQueryCost } from './query-cost.ts';
import type { registerInputs } from './query-inputs.graphql.ts';

/** Maximum queries per field, as many as a document may have operations. */
export const maxQueries = 60;

interface AnswersDeps {
  readonly load: (context: SignedInContext, query: MeasurementQuery) => Promise<Result<Answer, Failure>>;
  readonly query: ReturnType<typeof registerInputs>['query'];
  readonly answer: TypeRef<Answer>;
}

/** Registers `answers`: many queries at once, each with its own result or error. */
export function registerAnswers(builder: Builder, { load, query, answer }: AnswersDeps): void {
  const answered = registerAnswered(builder, answer);
  builder.queryField('answers', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [answered],
      length: { argument: 'queries' },
      operations: 'queries',
      description: `In the order of the questions, at most ${maxQueries}. What one of them is refused for concerns no other.`,
      args: { queries: t.arg({ type: [query], required: true }) },
      cost: ({ queries }, sizes) => queries.reduce((sum, asked) => sum + estimateQueryCost(asked, sizes), 0),
      resolve: async (_root, { queries }, context) => {
        if (queries.length > maxQueries) orThrow(tooMany);
        const outcomes = await Promise.all(
          queries.map((asked) => answerRawQuery(asked, (parsed) => load(context, parsed))),
        );
        return [...orThrow(unlessAllOverloaded(outcomes))];
      },
    }),
  );
}

const tooMany = err(failure('BAD_INPUT', `At most ${maxQueries} questions can be asked at once.`, 'queries'));

/** Fails as a whole if every query is rejected as overloaded, with the status that makes clients wait. */
function unlessAllOverloaded(outcomes: readonly Result<Answer, Failure>[]): Result<typeof outcomes, Failure> {
  const refused = outcomes.flatMap((outcome) => (outcome.ok || outcome.error.code !== 'OVERLOADED' ? [] : [outcome]));
  const [first] = refused;
  return first === undefined || refused.length < outcomes.length ? ok(outcomes) : first;
}

function registerAnswered(builder: Builder, answer: TypeRef<Answer>) {
  const refusal = builder.objectRef<Failure>('Refusal').implement({
    fields: (t) => ({
      code: t.exposeString('code'),
      message: t.exposeString('message'),
      field: t.string({ nullable: true, resolve: ({ field }) => field ?? null }),
      reason: t.field({
        type: 'JSON',
        nullable: true,
        description: 'What of the question does not fit, and what would.',
        resolve: ({ reason }) => reason ?? null,
      }),
      retryAfter: t.int({
        nullable: true,
        description: 'Seconds, of OVERLOADED.',
        resolve: ({ retryAfter }) => retryAfter ?? null,
      }),
    }),
  });
  return builder.objectRef<Result<Answer, Failure>>('AnswerOrRefusal').implement({
    fields: (t) => ({
      answer: t.field({ type: answer, nullable: true, resolve: (outcome) => (outcome.ok ? outcome.value : null) }),
      refusal: t.field({ type: refusal, nullable: true, resolve: (outcome) => (outcome.ok ? null : outcome.error) }),
    }),
  });
}
