import { isConditionTypeName } from '@atrium/domain/alerts';
import { useText } from '../../i18n/index.ts';
import { formatType } from '../index.ts';
import type { OpenAlertFragment } from './operations.generated.ts';

/** Returns the name of an alert, or its condition's type if the alert was deleted. */
export function useAlertName(): (entry: Pick<OpenAlertFragment, 'alertName' | 'conditionType'>) => string {
  const text = useText();
  return ({ alertName, conditionType }) =>
    alertName ?? (isConditionTypeName(conditionType) ? formatType(conditionType, text) : text.t('alerts.panel'));
}
