import type { MessageId, Translate } from '../../i18n/index.ts';
import { note } from '../../ui/note.ts';

/** What a metric means. Of one that this version does not know, it is said that there is nothing to read. */
export function metricHelp(id: string, t: Translate): string {
  const message = `metric.${id}.help`;
  const text = t(message as MessageId);
  if (text !== message && text !== '') return text;
  note(`Metric "${id}" has no explanation.`);
  return t('widgets.noHelp');
}
