import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { LiveStream } from '../../bus/live-stream.ts';
import { createBuilder, finishSchema } from '../builder.ts';
import { shareEvents } from './share-events.ts';

interface Event {
  readonly value: number;
}

/** Viewers of one changing object, whose fields count how often they are resolved. */
function watched(hasSharedAnswer: boolean) {
  const builder = createBuilder();
  const streams: LiveStream<Event>[] = [];
  let times = 0;
  const event = builder.objectRef<Event>('Event').implement({
    fields: (t) => ({
      value: t.int({
        resolve: ({ value }) => {
          times += 1;
          if (value < 0) throw new Error('no such value');
          return value;
        },
      }),
      seen: t.boolean({ resolve: () => true }),
    }),
  });
  builder.queryFields((t) => ({ open: t.string({ skipTypeScopes: true, resolve: () => 'open' }) }));
  builder.subscriptionFields((t) => ({
    changes: t.withAuth({ signedIn: true }).field({
      type: event,
      hasSharedAnswer,
      subscribe: () => {
        const stream = new LiveStream<Event>(() => streams.splice(streams.indexOf(stream), 1));
        streams.push(stream);
        return stream;
      },
      resolve: (one) => one,
    }),
  }));
  const schema = finishSchema(builder);
  const yoga = createYoga({ schema, plugins: [shareEvents()], maskedErrors: false, logging: false });
  const watch = async (query: string, variables: object = {}, isSignedIn = true) => {
    const caller = { scope: isSignedIn ? { organizationId: 7 } : null, tokenProblem: 'none' };
    const { parse, subscribe, contextFactory } = yoga.getEnveloped({ ...caller } as never);
    const found: AsyncIterableIterator<ExecutionResult> | ExecutionResult = await subscribe({
      schema,
      document: parse(query),
      variableValues: variables,
      contextValue: await contextFactory(),
    });
    return found;
  };
  return {
    times: () => times,
    listeners: () => streams.length,
    push: (value: number) => {
      const one = { value };
      for (const stream of streams) stream.push('one', one);
    },
    refused: async (query: string) => (await watch(query, {}, false)) as ExecutionResult,
    watch: async (query: string, variables?: object) =>
      (await watch(query, variables)) as AsyncIterableIterator<ExecutionResult>,
  };
}

const plain = (result: IteratorResult<ExecutionResult>) => JSON.parse(JSON.stringify(result.value.data));

test('an event is resolved once for equal selections, and separately for others', async () => {
  const { watch, push, times } = watched(true);
  const some = await Promise.all(Array.from({ length: 50 }, () => watch('subscription { changes { value } }')));
  const choosing = 'subscription($if: Boolean!) { changes { value seen @include(if: $if) } }';
  const others = [await watch(choosing, { if: true }), await watch(choosing, { if: false })];
  for (const value of [1, 2]) {
    push(value);
    const told = await Promise.all(some.map((one) => one.next()));
    expect(told.map(plain)).toEqual(some.map(() => ({ changes: { value } })));
    expect((await Promise.all(others.map((one) => one.next()))).map(plain)).toEqual([
      { changes: { value, seen: true } },
      { changes: { value } },
    ]);
    expect(times()).toBe(3 * value);
  }
});

test('callers without access are refused although others get the event, and a closed stream gets nothing more', async () => {
  const { watch, refused, push, listeners } = watched(true);
  const one = await watch('subscription { changes { value } }');
  const { errors } = await refused('subscription { changes { value } }');
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect(listeners()).toBe(1);
  push(-1);
  expect((await one.next()).value.errors[0].message).toBe('no such value');
  await one.return?.();
  expect(listeners()).toBe(0);
  expect(await one.next()).toEqual({ done: true, value: undefined });
});

test('undeclared subscriptions are resolved for each caller', async () => {
  const { watch, push, times } = watched(false);
  const some = await Promise.all(Array.from({ length: 3 }, () => watch('subscription { changes { value } }')));
  push(5);
  await Promise.all(some.map((one) => one.next()));
  expect(times()).toBe(3);
});
