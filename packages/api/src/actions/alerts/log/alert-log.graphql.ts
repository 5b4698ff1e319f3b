import { type AlertLogMetric, severities } from '@atrium/domain/actions/alerts';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import { firingEndings } from '../alert-event.ts';
import type { AlertTypes } from '../definitions/alert-types.graphql.ts';
import { registerAlertLogWrites } from './alert-log-writes.graphql.ts';
import { type OpenAlertsDependencies, registerOpenAlerts } from './open-alerts.graphql.ts';
import { type AlertLogReads, type ReadableAlertLogEntry, readAlertLog } from './read-alert-log.ts';
import { registerAlertStory, type StoryGraphqlDependencies } from './story.graphql.ts';
import type { AlertLogWrites } from './write-alert-log.ts';

export interface AlertLogDependencies extends AlertLogReads {
  readonly writes: AlertLogWrites;
  readonly open: OpenAlertsDependencies;
  readonly story: StoryGraphqlDependencies;
}

/** Registers `alertLogConnection` and the mutations of the log. */
export function registerAlertLog(
  builder: Builder,
  { writes, open, story, ...reads }: AlertLogDependencies,
  types: Pick<AlertTypes, 'alert' | 'point'>,
): void {
  const entry = registerEntry(builder);
  const connection = buildConnectionType<ReadableAlertLogEntry>(builder, 'AlertLog', entry);
  registerAlertLogWrites(builder, writes, entry);
  registerOpenAlerts(builder, open, entry);
  registerAlertStory(builder, story, entry, types);
  const dates = builder.inputType('AlertLogDates', {
    fields: (t) => ({
      begin: t.field({ type: 'Timestamp' }),
      end: t.field({ type: 'Timestamp', description: 'Excluded.' }),
    }),
  });
  const filter = builder.inputType('AlertLogFilter', {
    fields: (t) => ({ zoneIds: t.intList({ required: true }), dates: t.field({ type: dates }) }),
  });
  builder.queryField('alertLogConnection', (t) =>
    t.withAuth({ area: 'alertLog' }).field({
      type: connection,
      description: 'The times alerts fired at these zones, newest first.',
      args: { first: t.arg.int(), after: t.arg.string(), filter: t.arg({ type: filter, required: true }) },
      resolve: async (_root, { first, after, filter: { zoneIds, dates: held } }, { scope }) =>
        orThrow(
          await readAlertLog(
            reads,
            scope,
            { zoneIds, begin: held?.begin ?? null, end: held?.end ?? null },
            { first, after },
          ),
        ),
    }),
  );
}

function registerEntry(builder: Builder) {
  const usual = builder.objectRef<NonNullable<AlertLogMetric['usual']>>('AlertLogUsual').implement({
    fields: (t) => ({
      value: t.exposeFloat('value', { description: 'The expected value.' }),
      lower: t.exposeFloat('lower', { description: 'Of the range that nine of ten values lie in.' }),
      upper: t.exposeFloat('upper'),
    }),
  });
  const metric = builder.objectRef<AlertLogMetric>('AlertLogMetric').implement({
    fields: (t) => ({
      type: t.exposeString('type', { description: 'The id of a metric.' }),
      threshold: t.exposeFloat('threshold', { nullable: true }),
      value: t.exposeFloat('value', { nullable: true, description: 'The farthest past the threshold.' }),
      usual: t.field({
        type: usual,
        nullable: true,
        description: 'What was usual then; null: the condition does not compare with it.',
        resolve: (one) => one.usual ?? null,
      }),
    }),
  });
  return builder.objectRef<ReadableAlertLogEntry>('AlertLogEntry').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      installationId: t.exposeInt('installationId'),
      alertId: t.exposeInt('alertId', { description: '0: written by hand, of no alert.' }),
      alertName: t.exposeString('alertName', {
        nullable: true,
        description: 'As it is called now; null: written by hand, or the alert is gone.',
      }),
      conditionType: t.exposeString('conditionType', { description: 'As it was called when it fired.' }),
      severity: t.expose('severity', {
        type: getEnumType(builder, 'AlertSeverity', severities),
        description: 'As it was when it fired; warning where written by hand.',
      }),
      metrics: t.field({ type: [metric], length: { most: 10 }, resolve: ({ metrics }) => [...metrics] }),
      dateBegin: t.expose('dateBegin', { type: 'Timestamp' }),
      dateEnd: t.expose('dateEnd', { type: 'Timestamp', nullable: true, description: 'null: it still holds.' }),
      zoneId: t.exposeInt('zoneId', { nullable: true }),
      zoneName: t.exposeString('zoneName', { nullable: true, description: 'null: the zone is gone.' }),
      passageId: t.exposeInt('passageId', { nullable: true }),
      deviceId: t.exposeInt('deviceId', { nullable: true }),
      message: t.exposeString('message', { nullable: true }),
      place: t.exposeString('place', {
        nullable: true,
        description: 'What it is of and its id, such as zone 7; null: written by hand.',
      }),
      endedBy: t.expose('endedBy', {
        type: getEnumType(builder, 'AlertEnding', firingEndings),
        nullable: true,
        description:
          'ended: by its value; closed: opening hours were over; disabled: the alert was switched off or changed.',
      }),
      acknowledgedAt: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ acknowledged }) => acknowledged?.at ?? null,
      }),
      acknowledgedBy: t.int({
        nullable: true,
        description: 'The id of a member; null: nobody, or somebody who is gone.',
        resolve: ({ acknowledged }) => acknowledged?.by ?? null,
      }),
      acknowledgement: t.string({ nullable: true, resolve: ({ acknowledged }) => acknowledged?.note ?? null }),
    }),
  });
}
