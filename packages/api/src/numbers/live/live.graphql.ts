import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import type { RegisteredMeasurements } from '../index.ts';
import { createLive, type LiveDeps, type LiveInside, type LiveMetrics } from './live-metrics.ts';
import type { LiveValue } from './live-values.ts';

interface LiveDependencies {
  readonly liveMetrics: LiveMetrics;
  readonly liveInside: LiveInside;
}

/** Values that change as readings arrive. */
export function createLiveModule(deps: LiveDeps) {
  const live = createLive(deps);
  return {
    services: { live },
    graphql: ({ main }: SchemaBuilders, { measurements }: { readonly measurements: RegisteredMeasurements }) =>
      registerLive(main, live, measurements),
  };
}

/**
 * Registers `liveMetric` and, for lists of sites, `liveInside`: values as they change. Other queries use the same enums
 * `target` and `pointState`.
 */
function registerLive(
  builder: Builder,
  { liveMetrics, liveInside }: LiveDependencies,
  { target, pointState }: RegisteredMeasurements,
): void {
  const liveValue = builder.objectRef<LiveValue>('LiveValue').implement({
    fields: (t) => ({
      entityId: t.exposeInt('entityId'),
      metric: t.exposeString('metric'),
      value: t.exposeFloat('value', { nullable: true }),
      at: t.expose('at', { type: 'Timestamp' }),
      state: t.expose('state', { type: pointState }),
    }),
  });
  builder.subscriptionField('liveMetric', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: liveValue,
      description: 'The last known value of each pair at once, then every change.',
      args: {
        organizationId: t.arg.int({ required: true }),
        installationId: t.arg.int({ required: true }),
        target: t.arg({ type: target, required: true }),
        entityIds: t.arg.intList({ required: true }),
        metrics: t.arg.stringList({ required: true }),
      },
      hasSharedAnswer: true,
      // Each value is computed at once, and again whenever readings arrive.
      cost: ({ entityIds, metrics }) => 500 + entityIds.length * metrics.length * 2000,
      subscribe: async (_root, args, { scope }) => orThrow(await liveMetrics(scope, args)),
      resolve: (value) => value,
    }),
  );
  builder.subscriptionField('liveInside', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [liveValue],
      description:
        'People inside zones of several sites: the last known value of each at once, then lists of what changed.',
      args: {
        organizationId: t.arg.int({ required: true }),
        installationIds: t.arg.intList({ required: true }),
        zoneIds: t.arg.intList({ required: true }),
      },
      length: { argument: 'zoneIds' },
      cost: ({ installationIds, zoneIds }) => 500 + installationIds.length * 500 + zoneIds.length * 2000,
      subscribe: async (_root, args, { scope }) => orThrow(await liveInside(scope, args)),
      resolve: (values) => [...values],
    }),
  );
}
