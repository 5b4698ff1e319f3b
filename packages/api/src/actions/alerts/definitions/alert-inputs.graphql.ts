import { deviations, fluxDirections, severities } from '@atrium/domain/actions/alerts';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import { deviceKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { AlertTypes } from './alert-types.graphql.ts';
import type { WrittenAction, WrittenCondition } from './check-alert.ts';
import type { WrittenPlanning } from './write-planning.ts';

export type AlertInputs = ReturnType<typeof registerAlertInputs>;

/** Registers the input types of alerts. */
export function registerAlertInputs(builder: Builder, { conditionType, actionType }: AlertTypes) {
  const quietTime = builder.inputType('AlertQuietTimeInput', {
    description: 'Every week, by the clock of the site; past midnight where it does not end later than it begins.',
    fields: (t) => ({
      days: t.intList({ required: true, description: 'Weekdays on which it begins; 1 is Monday.' }),
      from: t.string({ required: true, description: 'HH:mm' }),
      to: t.string({ required: true, description: 'HH:mm' }),
    }),
  });
  const condition = builder.inputType('AlertConditionInput', {
    fields: (t) => ({
      type: t.field({ type: conditionType, required: true }),
      installationId: t.int({ required: true, description: 'The site whose places it names.' }),
      severity: t.field({
        type: getEnumType(builder, 'AlertSeverity', severities),
        description: 'How much it matters; null: a warning.',
      }),
      zoneId: t.int(),
      eventId: t.int(),
      passageIds: t.intList(),
      padIds: t.intList(),
      deviceAtmosphereIds: t.intList(),
      direction: t.field({ type: getEnumType(builder, 'AlertDirection', fluxDirections) }),
      kinds: t.field({ type: [getEnumType(builder, 'DeviceKind', deviceKinds)] }),
      padStatusCodes: t.field({ type: [getEnumType(builder, 'DeviceStatusCode', deviceStatusCodes)] }),
      metric: t.string({ description: 'The metric of the types expected and threshold.' }),
      deviation: t.field({ type: getEnumType(builder, 'AlertDeviation', deviations) }),
      interval: t.int({ description: 'What each judged value of that metric covers, s: 900, 3600 or 86400.' }),
      value: t.float({ description: 'In the unit of the metric; of expected in percent of the expected value.' }),
      min: t.float(),
      max: t.float(),
      endValue: t.float({ description: 'It ends where it is no longer beyond; null: the same as it fires at.' }),
      endMin: t.float(),
      endMax: t.float(),
      enterHold: t.int({ description: 'How long it must be beyond before it fires, s.' }),
      leaveHold: t.int({ description: 'How long it must be back before it ends, s.' }),
      onlyWhileOpen: t.boolean(),
      maxTrigger: t.int({ description: 'How often a day people are told; null: each time.' }),
      remindEvery: t.int({ description: 's; null: never.' }),
      quietTimes: t.field({ type: [quietTime], description: 'Nobody is told in these times.' }),
      quietOnClosedDays: t.boolean({ description: 'Nobody is told on public holidays and closed dates of the site.' }),
    }),
  });
  const action = builder.inputType('AlertActionInput', {
    fields: (t) => ({
      type: t.field({ type: actionType, required: true }),
      msgTitle: t.string({ description: 'An empty one is saved as a space.' }),
      msgContent: t.string({ required: true }),
      recipients: t.stringList({ description: 'Of a job: the address that is called.' }),
    }),
  });
  const planning = builder.inputType('AlertPlanningInput', {
    description: 'A list of recipients; with an id, one that is changed.',
    fields: (t) => ({
      id: t.int(),
      name: t.string({ required: true }),
      phones: t.stringList(),
      mails: t.stringList(),
      userIds: t.intList(),
    }),
  });
  const contacts = builder.inputType('AlertContactsInput', {
    description: 'Verified contacts of members, who are told besides the lists.',
    fields: (t) => ({ mails: t.stringList(), phones: t.stringList() }),
  });
  return { condition, action, planning, contacts };
}

interface GivenContacts {
  readonly mails?: readonly string[] | null | undefined;
  readonly phones?: readonly string[] | null | undefined;
}

interface GivenAlert {
  readonly name: string;
  readonly contacts?: GivenContacts | null | undefined;
  readonly planningIds?: readonly number[] | null | undefined;
}

export function toWrittenAlert(
  { name, contacts, planningIds }: GivenAlert,
  conditions: readonly WrittenCondition[],
  actions: readonly WrittenAction[],
) {
  const [emails, phones] = [contacts?.mails ?? [], contacts?.phones ?? []];
  return { name, conditions, actions, emails, phones, planningIds: planningIds ?? [] };
}

export function toWrittenPlanning(
  given:
    | (GivenContacts & {
        readonly id?: number | null | undefined;
        readonly name: string;
        readonly userIds?: readonly number[] | null | undefined;
      })
    | null
    | undefined,
): WrittenPlanning | null {
  if (given == null) return null;
  const { id, name, phones, mails, userIds } = given;
  return { id: id ?? null, name, phones: phones ?? [], emails: mails ?? [], userIds: userIds ?? [] };
}
