import type { AlertCondition, FormField } from '@atrium/domain/alerts';

/** A part of the form that writes the condition. */
export interface ConditionPart {
  readonly condition: AlertCondition;
  readonly faults: Partial<Record<FormField, string>>;
  readonly onChange: (condition: AlertCondition) => void;
}
