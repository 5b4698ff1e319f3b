import { isDeepStrictEqual } from 'node:util';
import { emptyCondition } from '@atrium/domain/alerts';
import type { AlertState, ConditionState, SiteState } from '../../../sites/stored/index.ts';
import { watchesRemoved } from '../../alerts.ts';
import { type Fields, omitEmpty } from '../fields.ts';

const some = (list: readonly string[]) => (list.length === 0 ? null : [...list]);

export function writeRecipientLists({ recipientList }: SiteState): Fields[] {
  return [...recipientList.values()].map(({ name, emails, phones, users }) =>
    omitEmpty({ name, emails: some(emails), phones: some(phones), users: some(users) }),
  );
}

/** Writes the alerts of one site, except those that watch removed records. */
export function writeAlerts(alerts: readonly AlertState[], state: SiteState): Fields[] {
  return alerts.filter((alert) => !watchesRemoved(alert, state)).map(writeAlert);
}

function writeAlert({ name, copy, enabled, condition, emails, phones, lists, notifications }: AlertState): Fields {
  return {
    ...omitEmpty({ name, copy: copy === 1 ? null : copy }),
    ...(enabled ? {} : { enabled }),
    condition: writeCondition(condition),
    ...omitEmpty({
      emails: some(emails),
      phones: some(phones),
      lists: some(lists),
      notifications: notifications.map(({ title, content, ...rest }) =>
        omitEmpty({ ...rest, title: title === ' ' ? null : title, content: content === '' ? null : content }),
      ),
    }),
  };
}

/** Leaves out fields that equal the defaults of a new condition. */
function writeCondition({ type, ...rest }: ConditionState): Fields {
  const usual: Fields = { ...emptyCondition(type) };
  const isUsual = (field: string, value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0) || isDeepStrictEqual(usual[field], value);
  return { type, ...Object.fromEntries(Object.entries(rest).filter(([field, value]) => !isUsual(field, value))) };
}
