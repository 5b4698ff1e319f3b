import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import {
  acknowledgeAlert,
  maxOpenAlerts,
  type OpenAlertsDependencies,
  readOpenAlerts,
  watchOpenAlerts,
} from './open-alerts.ts';
import type { ReadableAlertLogEntry } from './read-alert-log.ts';

export type { OpenAlertsDependencies } from './open-alerts.ts';

/** Registers the queries and the subscription of open firings, and their acknowledgement. */
export function registerOpenAlerts(
  builder: Builder,
  dependencies: OpenAlertsDependencies,
  entry: TypeRef<ReadableAlertLogEntry>,
): void {
  const zones = (zoneIds: readonly number[]) => (zoneIds.length === 0 ? null : zoneIds);
  const zoneIdsOf = 'Of these zones; none: of every place the caller sees.';
  builder.queryField('openAlerts', (t) =>
    t.withAuth({ area: 'alertLog' }).field({
      type: [entry],
      length: { most: maxOpenAlerts },
      description: 'The entries of alerts that still hold, most severe first, then newest.',
      args: { zoneIds: t.arg.intList({ required: true, description: zoneIdsOf }) },
      resolve: async (_root, { zoneIds }, { scope }) => [
        ...(await readOpenAlerts(dependencies, scope, zones(zoneIds))),
      ],
    }),
  );
  builder.subscriptionField('liveAlerts', (t) =>
    t.withAuth({ area: 'alertLog' }).field({
      type: [entry],
      length: { most: maxOpenAlerts },
      cost: () => 2000,
      description: 'The entries that still hold, at once and whenever that changes.',
      args: { zoneIds: t.arg.intList({ required: true, description: zoneIdsOf }) },
      subscribe: (_root, { zoneIds }, { scope }) => watchOpenAlerts(dependencies, scope, zones(zoneIds)),
      resolve: (entries) => [...entries],
    }),
  );
  builder.mutationField('acknowledgeAlert', (t) =>
    t.withAuth({ area: 'alertLog' }).field({
      type: entry,
      description: 'Says that somebody has seen to it. Whoever was first stays.',
      args: { alertLogId: t.arg.int({ required: true }), note: t.arg.string() },
      resolve: async (_root, { alertLogId, note }, { scope }) =>
        orThrow(await acknowledgeAlert(dependencies, scope, alertLogId, note ?? null)),
    }),
  );
}
