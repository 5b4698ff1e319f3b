import { conditionTypes } from '@atrium/domain/actions/alerts';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { ReadableAlertLogEntry } from './read-alert-log.ts';
import { type AlertLogWrites, endAlertLog, writeAlertLog } from './write-alert-log.ts';

/** Registers `createAlertLogEntry` and `updateAlertLogEntry`: entries by people or external systems. */
export function registerAlertLogWrites(
  builder: Builder,
  writes: AlertLogWrites,
  entry: TypeRef<ReadableAlertLogEntry>,
): void {
  const metric = builder.inputType('AlertLogMetricInput', {
    fields: (t) => ({ type: t.string({ required: true }), threshold: t.float(), value: t.float() }),
  });
  const input = builder.inputType('AlertLogEntryInput', {
    fields: (t) => ({
      alertId: t.int({ description: 'One that the log of the same site knows; left out: of no alert.' }),
      conditionType: t.field({ type: getEnumType(builder, 'AlertConditionType', conditionTypes), required: true }),
      metrics: t.field({ type: [metric], required: true }),
      dateBegin: t.field({ type: 'Timestamp', required: true }),
      dateEnd: t.field({ type: 'Timestamp', description: 'Left out: it still holds.' }),
      zoneId: t.int({ required: true }),
      passageId: t.int(),
      deviceId: t.int(),
      message: t.string(),
    }),
  });
  builder.mutationField('createAlertLogEntry', (t) =>
    t.withAuth({ area: 'newAlert' }).field({
      type: entry,
      description: 'Writes into the log what was seen at a zone, of which passage or device one may say.',
      args: { entry: t.arg({ type: input, required: true }) },
      resolve: async (_root, { entry: seen }, { scope }) => {
        const metrics = seen.metrics.map(({ type, threshold = null, value = null }) => ({ type, threshold, value }));
        const { alertId = null, dateEnd = null, passageId = null, deviceId = null, message = null } = seen;
        return orThrow(
          await writeAlertLog(writes, scope, { ...seen, metrics, alertId, dateEnd, passageId, deviceId, message }),
        );
      },
    }),
  );
  builder.mutationField('updateAlertLogEntry', (t) =>
    t.withAuth({ area: 'updateAlert' }).field({
      type: entry,
      description: 'Says when it was over, once, and what there is to say about it. What was seen stays.',
      args: {
        id: t.arg.int({ required: true }),
        dateEnd: t.arg({ type: 'Timestamp' }),
        message: t.arg.string(),
      },
      resolve: async (_root, { id, dateEnd = null, message = null }, { scope }) =>
        orThrow(await endAlertLog(writes, scope, id, { dateEnd, message })),
    }),
  );
}
