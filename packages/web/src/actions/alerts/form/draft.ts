import {
  type AlertCondition,
  type ConditionTypeName,
  emptyCondition,
  getConditionType,
  isConditionTypeName,
} from '@atrium/domain/actions/alerts';
import type {
  AlertToEditQuery,
  CreateAlertMutationVariables,
  PreviewAlertQueryVariables,
} from './operations.generated.ts';

export type ActionType = 'email' | 'sms' | 'push' | 'job';

export interface DraftAction {
  readonly type: ActionType;
  readonly msgTitle: string;
  readonly msgContent: string;
  /** URL that a notification of type `job` calls. */
  readonly address: string;
}

/** Form values of an alert. */
export interface Draft {
  readonly name: string;
  readonly installationId: number | null;
  readonly condition: AlertCondition;
  readonly actions: readonly DraftAction[];
  /** One address per line. */
  readonly emails: string;
  readonly phones: string;
  readonly planningIds: readonly number[];
  /** Name of a new recipient list to save the contacts as; empty for none. */
  readonly newPlanning: string;
}

export const maxActions = 5;

/**
 * Builds the condition for another type. Keeps the values entered for other types and uses the type's default number.
 */
export function buildCondition(type: ConditionTypeName, before: AlertCondition | null): AlertCondition {
  const empty = emptyCondition(type);
  const usual = getConditionType(type).values(empty)?.usual ?? null;
  const numbers = usual === null ? {} : typeof usual === 'number' ? { value: usual } : { min: usual[0], max: usual[1] };
  const kept =
    before === null
      ? {}
      : {
          severity: before.severity,
          quietTimes: before.quietTimes,
          quietOnClosedDays: before.quietOnClosedDays,
          zoneId: getConditionType(type).fields.some(({ name }) => name === 'zoneId') ? before.zoneId : null,
          eventId: before.eventId,
          enterHold: before.enterHold,
          leaveHold: before.leaveHold,
          onlyWhileOpen: before.onlyWhileOpen,
          maxTrigger: before.maxTrigger,
          remindEvery: before.remindEvery,
        };
  const expected =
    type === 'expected'
      ? ({ metric: 'affluenceIn', deviation: 'outsideRange', interval: 3600, onlyWhileOpen: true } as const)
      : {};
  const threshold =
    type === 'threshold' ? ({ metric: 'electricityConsumption', interval: 3600, min: null } as const) : {};
  const direction = type === 'flux' ? ({ direction: 'in' } as const) : {};
  const codes = type === 'status' ? ({ padStatusCodes: ['internetLost', 'padsDisconnect'] } as const) : {};
  return { ...empty, ...numbers, ...direction, ...codes, ...kept, ...expected, ...threshold };
}

/** Removes the places, because they belong to the previous site. */
export const withoutPlaces = (condition: AlertCondition): AlertCondition => ({
  ...condition,
  zoneId: null,
  eventId: null,
  passageIds: [],
  padIds: [],
  deviceAtmosphereIds: [],
});

export function newAction(type: ActionType): DraftAction {
  return { type, msgTitle: type === 'email' ? '{alert} · {site}: {value}' : '', msgContent: '', address: '' };
}

export function newDraft(type: unknown, email: string | null): Draft {
  const chosen = typeof type === 'string' && isConditionTypeName(type) ? type : 'CO2';
  return {
    name: '',
    installationId: null,
    condition: buildCondition(chosen, null),
    actions: [newAction('email')],
    emails: email ?? '',
    phones: '',
    planningIds: [],
    newPlanning: '',
  };
}

export function toDraft({ alertById: alert }: AlertToEditQuery): Draft {
  const { id: _id, ...condition } = alert.conditions[0] as NonNullable<(typeof alert.conditions)[0]>;
  const stated = Object.fromEntries(Object.entries(condition).filter(([name]) => name !== '__typename'));
  return {
    name: alert.name,
    installationId: alert.installationId,
    condition: withOwnMetric({ ...emptyCondition(condition.type), ...(stated as object) } as AlertCondition),
    actions: alert.actions.map(({ type, msgTitle, msgContent, recipients }) => ({
      type,
      msgTitle: msgTitle.trim(),
      msgContent,
      address: recipients[0] ?? '',
    })),
    emails: alert.emails.join('\n'),
    phones: alert.phones.join('\n'),
    planningIds: alert.planningIds,
    newPlanning: '',
  };
}

/** The metric of other types follows from the type. */
function withOwnMetric(condition: AlertCondition): AlertCondition {
  const isChosen = getConditionType(condition.type).fields.some(({ name }) => name === 'metric');
  return isChosen ? condition : { ...condition, metric: null };
}

export function conditionInput(
  condition: AlertCondition,
  installationId: number,
): PreviewAlertQueryVariables['input']['condition'] {
  const { zoneId, eventId, passageIds, padIds, deviceAtmosphereIds, kinds, padStatusCodes, quietTimes, ...rest } =
    condition;
  return {
    ...rest,
    installationId,
    zoneId,
    eventId,
    passageIds: [...passageIds],
    padIds: [...padIds],
    deviceAtmosphereIds: [...deviceAtmosphereIds],
    kinds: [...kinds],
    padStatusCodes: [...padStatusCodes],
    quietTimes: quietTimes.map(({ days, from, to }) => ({ days: [...days], from, to })),
  };
}

export function toInput(draft: Draft, organizationId: number): CreateAlertMutationVariables {
  const { name, installationId, condition, actions, planningIds, newPlanning } = draft;
  if (installationId === null) throw new Error('an alert without a site is not saved');
  const contacts = { mails: linesOf(draft.emails), phones: linesOf(draft.phones) };
  return {
    name: name.trim(),
    organizationId,
    conditions: [conditionInput(condition, installationId)],
    actions: actions.map(({ type, msgTitle, msgContent, address }) => ({
      type,
      // The API requires a title, so an empty one is saved as a space.
      msgTitle: msgTitle.trim() === '' ? ' ' : msgTitle,
      msgContent,
      ...(type === 'job' && { recipients: [address.trim()] }),
    })),
    planningIds: [...planningIds],
    contacts,
    ...(newPlanning.trim() !== '' && { planning: { name: newPlanning.trim(), ...contacts } }),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
