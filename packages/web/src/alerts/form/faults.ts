import { type AlertCondition, type ConditionProblem, checkCondition, type FormField } from '@atrium/domain/alerts';
import { formatNumber } from '@atrium/domain/core/format';
import type { MessageId, Text } from '../../i18n/index.ts';
import type { Faults } from '../../ui/fields/index.ts';
import type { Draft } from './draft.ts';

type Words = Pick<Text, 't' | 'locale'>;

/** Returns the errors of a condition by field, in the reader's language. */
export function findConditionFaults(condition: AlertCondition, words: Words): Partial<Record<FormField, string>> {
  const faults: Partial<Record<FormField, string>> = {};
  for (const problem of checkCondition(condition)) faults[problem.field] ??= textOf(problem, words);
  return faults;
}

function textOf(problem: ConditionProblem, { t, locale }: Words): string {
  const number = (value: number) => formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : 2 });
  switch (problem.kind) {
    case 'required':
      return t('alertForm.error.required');
    case 'whole':
      return t('alertForm.error.whole');
    case 'range':
      return t('alertForm.error.range', { min: number(problem.min), max: number(problem.max) });
    case 'greaterThan':
      return t('alertForm.error.greaterThan', { label: t(`alertForm.${problem.of}` as MessageId) });
    case 'atLeast':
      return t('alertForm.error.atLeast', { bound: number(problem.bound) });
    case 'atMost':
      return t('alertForm.error.atMost', { bound: number(problem.bound) });
  }
}

/** Returns all errors that prevent saving. */
export function findDraftFaults(draft: Draft, words: Words): Faults<Draft> {
  const required = words.t('alertForm.error.required');
  const [condition] = Object.values(findConditionFaults(draft.condition, words));
  const isCallable = draft.actions.every(
    ({ type, address }) => type !== 'job' || /^https:\/\/\S+$/.test(address.trim()),
  );
  return {
    ...(draft.name.trim() === '' && { name: required }),
    ...(draft.installationId === null && { installationId: required }),
    ...(condition !== undefined && { condition }),
    ...(!isCallable && { actions: words.t('alertForm.error.job') }),
    ...findRecipientFaults(draft, words),
  };
}

/** Notifications without recipients are an error. An alert may notify no one only if it has no notifications. */
function findRecipientFaults({ actions, planningIds, emails, phones }: Draft, { t }: Words): Faults<Draft> {
  if (planningIds.length > 0) return {};
  const lacks = (type: Draft['actions'][number]['type'], contacts: string) =>
    contacts.trim() === '' && actions.some((action) => action.type === type);
  return {
    ...(lacks('email', emails) && { emails: t('alertForm.error.nobody') }),
    ...(lacks('sms', phones) && { phones: t('alertForm.error.nobody') }),
    ...(lacks('push', '') && { planningIds: t('alertForm.error.noMembers') }),
  };
}

/** Returns an error found by the server for the field it names; null if it names none. */
export function toRefusedFaults(field: string | null, words: Words): Faults<Draft> | null {
  const { t } = words;
  if (field === 'emails' || field === 'phones') return { [field]: t('alertForm.error.contact') };
  if (field === 'recipients.email') return { emails: t('alertForm.error.nobody') };
  if (field === 'recipients.sms') return { phones: t('alertForm.error.nobody') };
  if (field === 'recipients.push') return { planningIds: t('alertForm.error.noMembers') };
  if (field === 'planning.name') return { newPlanning: t('alertForm.error.taken') };
  if (field?.startsWith('actions')) return { actions: t('alertForm.error.job') };
  if (field?.startsWith('condition')) return { condition: t('alertForm.error.required') };
  return null;
}
