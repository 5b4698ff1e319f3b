import type { AlertCondition, FormField } from '@atrium/domain/alerts';

/** Props of a form section that edits the condition. */
export interface ConditionPart {
  readonly condition: AlertCondition;
  readonly faults: Partial<Record<FormField, string>>;
  readonly onChange: (condition: AlertCondition) => void;
}
