import {
  type AlertCondition,
  buildRule,
  conditionTypes,
  deviations,
  findLimit,
  fluxDirections,
  getConditionType,
  maxQuietTimes,
  phases,
  type QuietTime,
  severities,
} from '@atrium/domain/actions/alerts';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import { deviceKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { SiteTypes } from '../../../sites/index.ts';
import type { AlertPoint } from '../engine/to-observations.ts';
import { actionTypes, type PlaceState, type StoredAction, type StoredPlanning } from './alert.ts';
import type { FiringSummary } from './alert-status.store.ts';
import { type ReadableAlert, shownDays } from './read-alerts.ts';

const alertStatuses = ['FIRING', 'RECOVERING', 'NO_DATA', 'PENDING', 'OK', 'OFF'] as const;

const manyIds = { most: 500 };

export type AlertTypes = ReturnType<typeof registerAlertTypes>;

/** Registers the object types of alerts, named as in the specification. */
export function registerAlertTypes(builder: Builder, sites: Pick<SiteTypes, 'installation' | 'event'>) {
  const conditionType = registerTypeName(builder);
  const actionType = getEnumType(builder, 'AlertActionType', actionTypes);
  const status = builder.enumType('AlertState', { values: alertStatuses });
  const fired = builder.objectRef<FiringSummary>('AlertFired').implement({
    fields: (t) => ({
      id: t.exposeInt('id', { description: 'Of the entry in the log.' }),
      dateBegin: t.expose('begin', { type: 'Timestamp' }),
      dateEnd: t.expose('end', { type: 'Timestamp', nullable: true }),
    }),
  });
  const place = builder.objectRef<PlaceState>('AlertPlaceState').implement({
    fields: (t) => ({
      place: t.exposeString('place', { description: 'What it is and its id: zone 7.' }),
      phase: t.expose('phase', { type: getEnumType(builder, 'AlertPhase', phases) }),
      since: t.expose('since', { type: 'Timestamp', nullable: true }),
      isOpen: t.exposeBoolean('isOpen'),
      value: t.exposeFloat('last', { nullable: true, description: 'The last one known.' }),
      heardUntil: t.expose('lastReadingAt', { type: 'Timestamp', nullable: true }),
    }),
  });
  const day = builder.objectRef<{ readonly day: string; readonly count: number }>('AlertFiredDay').implement({
    fields: (t) => ({ day: t.exposeString('day'), count: t.exposeInt('count') }),
  });
  const planning = builder.objectRef<StoredPlanning>('AlertPlanning').implement({
    description: 'A list of recipients.',
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      phones: t.stringList({ length: { most: 50 }, resolve: ({ phones }) => [...phones] }),
      mails: t.stringList({ length: { most: 50 }, resolve: ({ emails }) => [...emails] }),
      userIds: t.intList({ length: { most: 200 }, resolve: ({ userIds }) => [...userIds] }),
    }),
  });
  const action = builder.objectRef<StoredAction>('AlertAction').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      type: t.field({ type: actionType, resolve: ({ type }) => type }),
      msgTitle: t.exposeString('msgTitle'),
      msgContent: t.exposeString('msgContent'),
      recipients: t.stringList({ length: { most: 1 }, resolve: ({ recipients }) => [...recipients] }),
    }),
  });
  const condition = registerCondition(builder, conditionType);
  const alert = builder.objectRef<ReadableAlert>('Alert').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      enabled: t.exposeBoolean('enabled'),
      organizationId: t.int({ resolve: ({ site }) => site.organizationId }),
      installationId: t.exposeInt('installationId'),
      installations: t.field({ type: [sites.installation], length: { most: 1 }, resolve: ({ site }) => [site] }),
      eventId: t.exposeInt('eventId', { nullable: true }),
      events: t.field({
        type: [sites.event],
        length: { most: 1 },
        resolve: ({ site, eventId }) =>
          site.events.filter(({ id }) => id === eventId).map((event) => ({ event, site })),
      }),
      conditionIds: t.intList({ length: { most: 1 }, resolve: ({ conditionId }) => [conditionId] }),
      conditions: t.field({ type: [condition], length: { most: 1 }, resolve: (one) => [one] }),
      actionIds: t.intList({ length: { most: 5 }, resolve: ({ actions }) => actions.map(({ id }) => id) }),
      actions: t.field({ type: [action], length: { most: 5 }, resolve: ({ actions }) => [...actions] }),
      planningIds: t.intList({ length: { most: 50 }, resolve: ({ planningIds }) => [...planningIds] }),
      plannings: t.field({ type: [planning], length: { most: 50 }, resolve: ({ plannings }) => [...plannings] }),
      emails: t.stringList({ length: { most: 50 }, resolve: ({ emails }) => [...emails] }),
      phones: t.stringList({ length: { most: 50 }, resolve: ({ phones }) => [...phones] }),
      mutedUntil: t.field({ type: 'Timestamp', nullable: true, resolve: ({ mute }) => mute?.until ?? null }),
      muteReason: t.string({ nullable: true, resolve: ({ mute }) => mute?.reason ?? null }),
      state: t.field({ type: status, description: 'The worst of its places.', resolve: (one) => one.status }),
      since: t.expose('since', { type: 'Timestamp', nullable: true }),
      isOpen: t.exposeBoolean('isOpen', { description: 'Firing, recovering, or no data after firing, somewhere.' }),
      states: t.field({ type: [place], length: manyIds, resolve: ({ states }) => [...states] }),
      lastFired: t.field({ type: fired, nullable: true, resolve: ({ lastFired }) => lastFired }),
      firedByDay: t.field({
        type: [day],
        length: { most: shownDays },
        description: "How often it fired on each of the site's last days, the present one last.",
        resolve: ({ firedByDay }) => [...firedByDay],
      }),
    }),
  });
  return { alert, planning, conditionType, actionType, status, point: registerPoint(builder) };
}

function registerCondition(builder: Builder, conditionType: ReturnType<typeof registerTypeName>) {
  const number = (read: (condition: AlertCondition) => number | null) => ({
    nullable: true as const,
    resolve: ({ condition }: ReadableAlert) => read(condition),
  });
  const quietTime = builder.objectRef<QuietTime>('AlertQuietTime').implement({
    fields: (t) => ({
      days: t.intList({ length: { most: 7 }, resolve: ({ days }) => [...days] }),
      from: t.exposeString('from'),
      to: t.exposeString('to'),
    }),
  });
  return builder.objectRef<ReadableAlert>('AlertCondition').implement({
    fields: (t) => ({
      id: t.exposeInt('conditionId'),
      type: t.field({ type: conditionType, resolve: ({ condition }) => condition.type }),
      severity: t.field({
        type: getEnumType(builder, 'AlertSeverity', severities),
        resolve: ({ condition }) => condition.severity,
      }),
      metric: t.string({
        description: 'The id of the metric that is judged.',
        resolve: ({ condition }) => getConditionType(condition.type).metric(condition),
      }),
      limit: t.float({
        nullable: true,
        description: 'Of stopAndGo the present limit of its event, of others their own number; null of expected.',
        resolve: ({ condition, site, eventId }) => {
          const eventLimit = site.events.find(({ id }) => id === eventId)?.stopngoLimit ?? null;
          const rule = buildRule(condition, { site: site.topology, eventLimit });
          return rule === null ? null : findLimit(rule, null);
        },
      }),
      zoneId: t.int(number(({ zoneId }) => zoneId)),
      eventId: t.int(number(({ eventId }) => eventId)),
      passageIds: t.intList({ length: manyIds, resolve: ({ condition }) => [...condition.passageIds] }),
      padIds: t.intList({ length: manyIds, resolve: ({ condition }) => [...condition.padIds] }),
      deviceAtmosphereIds: t.intList({
        length: manyIds,
        resolve: ({ condition }) => [...condition.deviceAtmosphereIds],
      }),
      direction: t.field({
        type: getEnumType(builder, 'AlertDirection', fluxDirections),
        nullable: true,
        resolve: ({ condition }) => condition.direction,
      }),
      kinds: t.field({
        type: [getEnumType(builder, 'DeviceKind', deviceKinds)],
        length: { most: 10 },
        resolve: ({ condition }) => [...condition.kinds],
      }),
      padStatusCodes: t.field({
        type: [getEnumType(builder, 'DeviceStatusCode', deviceStatusCodes)],
        length: { most: 10 },
        resolve: ({ condition }) => [...condition.padStatusCodes],
      }),
      deviation: t.field({
        type: getEnumType(builder, 'AlertDeviation', deviations),
        nullable: true,
        description: 'Of expected: beyond the usual range, or by a share (value, in percent) of the expected value.',
        resolve: ({ condition }) => condition.deviation,
      }),
      interval: t.int({
        ...number(({ interval }) => interval),
        description: 'What each judged value of expected and threshold covers, s.',
      }),
      value: t.float(number(({ value }) => value)),
      min: t.float(number(({ min }) => min)),
      max: t.float(number(({ max }) => max)),
      endValue: t.float(number(({ endValue }) => endValue)),
      endMin: t.float(number(({ endMin }) => endMin)),
      endMax: t.float(number(({ endMax }) => endMax)),
      enterHold: t.int({ description: 's', resolve: ({ condition }) => condition.enterHold }),
      leaveHold: t.int({ description: 's', resolve: ({ condition }) => condition.leaveHold }),
      onlyWhileOpen: t.boolean({ resolve: ({ condition }) => condition.onlyWhileOpen }),
      maxTrigger: t.int(number(({ maxTrigger }) => maxTrigger)),
      remindEvery: t.int({ ...number(({ remindEvery }) => remindEvery), description: 's; null: never.' }),
      quietTimes: t.field({
        type: [quietTime],
        length: { most: maxQuietTimes },
        resolve: ({ condition }) => [...condition.quietTimes],
      }),
      quietOnClosedDays: t.boolean({ resolve: ({ condition }) => condition.quietOnClosedDays }),
    }),
  });
}

const registerTypeName = (builder: Builder) => getEnumType(builder, 'AlertConditionType', conditionTypes);

/** Value of a place at a time, as the engine reads it. */
const registerPoint = (builder: Builder) =>
  builder.objectRef<AlertPoint>('AlertPoint').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'Timestamp' }),
      value: t.exposeFloat('value', { nullable: true, description: 'null: not known, or it does not apply.' }),
      lower: t.exposeFloat('lower', {
        nullable: true,
        description: 'The usual range, where the alert compares with it.',
      }),
      upper: t.exposeFloat('upper', { nullable: true }),
    }),
  });
