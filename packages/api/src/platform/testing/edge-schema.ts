import { failure } from '@atrium/domain/core';
import { Repeater } from 'graphql-yoga';
import { Overloaded } from '../failures.ts';
import { type Builder, createBuilder, finishSchema } from '../graphql/builder.ts';
import { toGraphqlError } from '../graphql/errors.ts';

export interface EdgeEffects {
  count: number;
  /** Number of active subscriptions, and of operations whose answer is still awaited. */
  listeners: number;
  wanted: number;
}

/** Builds a schema with one operation for each feature of the edge. `effects` counts side effects. */
export function buildEdgeSchema(effects: EdgeEffects) {
  const builder = createBuilder();
  builder.queryFields((t) => ({
    open: t.string({ skipTypeScopes: true, resolve: () => 'open' }),
    whence: t.string({ skipTypeScopes: true, resolve: (_root, _args, { address }) => address }),
    count: t.int({ skipTypeScopes: true, resolve: () => ++effects.count }),
    closed: t.withAuth({ signedIn: true }).int({ resolve: (_root, _args, { scope }) => scope.organizationId }),
    forAdministrators: t.withAuth({ area: 'auditLog' }).boolean({ resolve: () => true }),
    withRight: t.withAuth({ area: 'stopAndGo' }).boolean({ resolve: () => true }),
    forgotten: t.string({ resolve: () => 'reached' }),
    missing: t.string({
      skipTypeScopes: true,
      resolve: () => {
        throw toGraphqlError({
          ...failure('NOT_FOUND', 'No such thing', 'id'),
          reason: { id: 'gone', values: { thing: '7' } },
        });
      },
    }),
    broken: t.string({
      skipTypeScopes: true,
      resolve: () => {
        throw new Error('select secret from users');
      },
    }),
    full: t.string({
      skipTypeScopes: true,
      nullable: true,
      resolve: () => {
        throw new Overloaded(5);
      },
    }),
    wanted: t.string({
      skipTypeScopes: true,
      resolve: (_root, _args, { signal }) =>
        new Promise<string>((resolve) => {
          effects.wanted += 1;
          signal?.addEventListener('abort', () => {
            effects.wanted -= 1;
            resolve('left');
          });
        }),
    }),
    dear: t.int({ skipTypeScopes: true, cost: () => 90_000, resolve: () => 1 }),
    listed: t.int({
      skipTypeScopes: true,
      nullable: true,
      args: { list: t.arg.intList() },
      resolve: (_root, { list }) => list?.length ?? null,
    }),
    anything: t.boolean({
      skipTypeScopes: true,
      args: { any: t.arg({ type: 'JSON' }) },
      resolve: (_root, { any }) => any !== undefined,
    }),
    at: t.field({
      type: 'Timestamp',
      skipTypeScopes: true,
      args: { at: t.arg({ type: 'Timestamp', required: true }) },
      resolve: (_root, { at }) => at,
    }),
  }));
  builder.mutationFields((t) => ({
    work: t.string({
      skipTypeScopes: true,
      resolve: (_root, _args, { signal }) =>
        new Promise<string>((resolve) => {
          effects.wanted += 1;
          signal?.addEventListener('abort', () => {
            effects.wanted -= 1;
            resolve('cancelled');
          });
        }),
    }),
  }));
  registerStreams(builder, effects);
  return finishSchema(builder);
}

function registerStreams(builder: Builder, effects: EdgeEffects): void {
  builder.subscriptionFields((t) => ({
    ticks: t.int({
      authScopes: { signedIn: true },
      subscribe: (_root, _args, { signal }) =>
        new Repeater<number>(async (push, stop) => {
          effects.listeners += 1;
          effects.wanted += 1;
          signal?.addEventListener('abort', () => {
            effects.wanted -= 1;
          });
          void push(1);
          void push(2);
          await stop;
          effects.listeners -= 1;
        }),
      resolve: (tick) => tick as number,
    }),
    standing: t.int({
      skipTypeScopes: true,
      subscribe: () =>
        new Repeater<number>(async (push, stop) => {
          void push(1);
          await stop;
        }),
      resolve: (tick) => tick as number,
    }),
    whence: t.string({
      skipTypeScopes: true,
      subscribe: (_root, _args, { address }) => Repeater.merge([[address]]),
      resolve: (address) => address as string,
    }),
  }));
}
