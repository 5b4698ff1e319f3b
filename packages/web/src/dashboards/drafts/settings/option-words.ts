import type { ChoiceWords } from '@atrium/domain/dashboards/widgets/options';
import { groupByTypes } from '@atrium/domain/measurements';
import type { MessageId, Text } from '../../../i18n/index.ts';

/** Message prefixes shared with other screens. */
const shared: Partial<Record<ChoiceWords, string>> = {
  aggregation: 'widgets.word.aggregation',
  compare: 'widgets.word.compare',
  group: 'widgets.word.group',
  passageType: 'widgets.word.passageType',
  period: 'widgets.word.period',
};

/** A criterion that is also a group uses the group's name. */
function prefixOf(words: ChoiceWords, value: string | number): string {
  if (words === 'criterion' && (groupByTypes as readonly (string | number)[]).includes(value))
    return 'widgets.word.group';
  return shared[words] ?? `drafts.word.${words}`;
}

/** Names a value of a choice, capitalized. */
export function formatChoice(words: ChoiceWords, value: string | number, { t, locale }: Text): string {
  const word = t(`${prefixOf(words, value)}.${value}` as MessageId);
  return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);
}

export const formatOption = (name: string, { t }: Pick<Text, 't'>): string => t(`drafts.option.${name}` as MessageId);
