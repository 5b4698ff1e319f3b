import type { Bounds } from '../engine/index.ts';
import type { AlertCondition } from './condition.ts';

interface FiresAndEnds {
  readonly fires: Bounds;
  readonly ends: Bounds;
}

/** Fires above `value`, until no longer above `endValue`. */
export function aboveValue({ value, endValue }: AlertCondition): FiresAndEnds | null {
  if (value === null) return null;
  return { fires: { min: null, max: value }, ends: { min: null, max: endValue ?? value } };
}

/** Fires below `value`, until no longer below `endValue`. */
export function belowValue({ value, endValue }: AlertCondition): FiresAndEnds | null {
  if (value === null) return null;
  return { fires: { min: value, max: null }, ends: { min: endValue ?? value, max: null } };
}

/** Fires outside `min` and `max`, one of which may be open, until within `endMin` and `endMax`. */
export function outsideRange({ min, max, endMin, endMax }: AlertCondition): FiresAndEnds | null {
  if (min === null && max === null) return null;
  return {
    fires: { min, max },
    ends: { min: min === null ? null : (endMin ?? min), max: max === null ? null : (endMax ?? max) },
  };
}
