import { type AlertCondition, getConditionType, roundTo } from '@atrium/domain/alerts';
import type { MovableLimit } from './limit-handle.tsx';

const ends = { value: 'endValue', min: 'endMin', max: 'endMax' } as const;

/** Returns the limits of a condition with functions that move them. The end limit moves along at the same distance. */
export function buildLimits(
  condition: AlertCondition,
  onChange: (condition: AlertCondition) => void,
): readonly MovableLimit[] {
  const { values, comparison } = getConditionType(condition.type);
  if (values === null) return [];
  return (['value', 'min', 'max'] as const).flatMap((name) => {
    const value = condition[name];
    if (value === null) return [];
    const end = condition[ends[name]];
    const isUpper = name === 'max' || (name === 'value' && comparison !== 'below');
    const move = (to: number) =>
      onChange({
        ...condition,
        [name]: to,
        [ends[name]]: end === null ? null : roundTo(end + to - value, values.step),
      });
    return [{ name, value, isUpper, least: values.min, most: values.max, step: values.step, move }];
  });
}
