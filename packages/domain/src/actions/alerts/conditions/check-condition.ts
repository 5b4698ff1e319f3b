import { isQuietTime, maxQuietTimes } from '../quiet-times.ts';
import { severities } from '../severity.ts';
import { type AlertCondition, expectedIntervals } from './condition.ts';
import type { ConditionField, ConditionType, ValueSpec } from './condition-type.ts';
import { getConditionType } from './registry.ts';

/** A single field of the form; a range consists of two. */
export type FormField =
  | Exclude<ConditionField, 'range'>
  | NumberField
  | 'severity'
  | 'quietTimes'
  | 'enterHold'
  | 'leaveHold'
  | 'maxTrigger'
  | 'remindEvery';

type NumberField = 'value' | 'min' | 'max' | 'endValue' | 'endMin' | 'endMax';

/**
 * A problem of a field:
 * - required: it is empty.
 * - range: it must be from `min` to `max`.
 * - whole: it must be a whole number.
 * - unknown: it is none of the allowed choices.
 * - atLeast, atMost, greaterThan: compared with the field `of`, whose number is `bound`.
 */
export type ConditionProblem = { readonly field: FormField } & (
  | { readonly kind: 'required' | 'whole' | 'unknown' }
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'atLeast' | 'atMost' | 'greaterThan'; readonly of: NumberField; readonly bound: number }
);

const longestHold = 7 * 86_400;
const maxTriggers = 1000;
const remindSpan = { min: 60, max: 7 * 86_400 };

/** Returns all problems that prevent saving a condition, in form order. Empty if valid. */
export function checkCondition(condition: AlertCondition): readonly ConditionProblem[] {
  const type = getConditionType(condition.type);
  const problems = type.fields.flatMap(({ name, isRequired }) =>
    name === 'range' || name === 'value' ? [] : isRequired && isEmpty(condition[name]) ? [missing(name)] : [],
  );
  return [
    ...problems,
    ...checkPlaces(condition),
    ...checkChosen(condition, type),
    ...checkNumbers(condition, type),
    ...checkKnobs(condition),
  ];
}

const missing = (field: FormField): ConditionProblem => ({ field, kind: 'required' });

const isEmpty = (given: unknown): boolean => given === null || (Array.isArray(given) && given.length === 0);

/** Flux requires a zone or passages. */
function checkPlaces({ type, zoneId, passageIds }: AlertCondition): readonly ConditionProblem[] {
  return type === 'flux' && zoneId === null && passageIds.length === 0 ? [missing('zoneId')] : [];
}

/** Checks the metric and the interval of a type that offers several. */
function checkChosen({ metric, interval }: AlertCondition, { metrics }: ConditionType): readonly ConditionProblem[] {
  if (metrics === undefined) return [];
  const isKnown = metric === null || metrics().some(({ id }) => id === metric);
  const isOffered = interval === null || expectedIntervals.includes(interval);
  return [
    ...(isKnown ? [] : [{ field: 'metric', kind: 'unknown' } as const]),
    ...(isOffered ? [] : [{ field: 'interval', kind: 'unknown' } as const]),
  ];
}

function checkNumbers(condition: AlertCondition, type: ConditionType): readonly ConditionProblem[] {
  const { comparison } = type;
  const values = type.values(condition);
  if (values === null) return [];
  if (comparison === 'outside') return checkRange(condition, values);
  const { value, endValue } = condition;
  if (value === null) return [missing('value')];
  const wrong = [...checkNumber('value', value, values), ...checkNumber('endValue', endValue, values)];
  if (wrong.length > 0 || endValue === null) return wrong;
  const beside = { field: 'endValue', of: 'value', bound: value } as const;
  if (comparison === 'below') return endValue < value ? [{ ...beside, kind: 'atLeast' }] : [];
  return endValue > value ? [{ ...beside, kind: 'atMost' }] : [];
}

function checkRange(condition: AlertCondition, values: ValueSpec): readonly ConditionProblem[] {
  const { min, max, endMin, endMax } = condition;
  if (min === null && max === null) return [missing('max')];
  const wrong = (['min', 'max', 'endMin', 'endMax'] as const).flatMap((field) =>
    checkNumber(field, condition[field], values),
  );
  if (wrong.length > 0) return wrong;
  if (min !== null && max !== null && max <= min) return [{ field: 'max', kind: 'greaterThan', of: 'min', bound: min }];
  const problems: ConditionProblem[] = [];
  if (min !== null && endMin !== null && endMin < min)
    problems.push({ field: 'endMin', kind: 'atLeast', of: 'min', bound: min });
  if (max !== null && endMax !== null && endMax > max)
    problems.push({ field: 'endMax', kind: 'atMost', of: 'max', bound: max });
  const [low, high] = [endMin ?? min, endMax ?? max];
  if (problems.length === 0 && low !== null && high !== null && high <= low)
    problems.push({ field: 'endMax', kind: 'greaterThan', of: endMin === null ? 'min' : 'endMin', bound: low });
  return problems;
}

function checkNumber(
  field: FormField,
  given: number | null,
  { min, max, step }: ValueSpec,
): readonly ConditionProblem[] {
  if (given === null) return [];
  if (!Number.isFinite(given) || given < min || given > max) return [{ field, kind: 'range', min, max }];
  return step === 1 && !Number.isInteger(given) ? [{ field, kind: 'whole' }] : [];
}

function checkKnobs({
  severity,
  enterHold,
  leaveHold,
  maxTrigger,
  remindEvery,
  quietTimes,
}: AlertCondition): readonly ConditionProblem[] {
  const hold = { min: 0, max: longestHold, step: 1, usual: 0 };
  return [
    ...(severities.includes(severity) ? [] : [{ field: 'severity', kind: 'unknown' } as const]),
    ...checkNumber('enterHold', enterHold, hold),
    ...checkNumber('leaveHold', leaveHold, hold),
    ...checkNumber('maxTrigger', maxTrigger, { ...hold, min: 1, max: maxTriggers }),
    ...checkNumber('remindEvery', remindEvery, { ...hold, ...remindSpan }),
    ...(quietTimes.length > maxQuietTimes || !quietTimes.every(isQuietTime)
      ? [{ field: 'quietTimes', kind: 'unknown' } as const]
      : []),
  ];
}
