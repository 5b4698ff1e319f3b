import type { MessageId, Say } from '../../i18n/index.ts';
import { note } from '../../ui/note.ts';

/** What a metric means. Of one that this version does not know, it is said that there is nothing to read. */
export function metricHelp(id: string, say: Say): string {
  const message = `metric.${id}.help`;
  const text = say(message as MessageId);
  if (text !== message && text !== '') return text;
  note(`Metric "${id}" has no explanation.`);
  return say('widgets.noHelp');
}
