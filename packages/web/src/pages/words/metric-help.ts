import type { MessageId, Translate } from '../../i18n/index.ts';
import { logOnce } from '../../ui/log-once.ts';

/** Explains a metric. For a metric unknown to this version it says that there is no explanation. */
export function getMetricHelp(id: string, t: Translate): string {
  const message = `metric.${id}.help`;
  const text = t(message as MessageId);
  if (text !== message && text !== '') return text;
  logOnce(`Metric "${id}" has no explanation.`);
  return t('widgets.noHelp');
}
