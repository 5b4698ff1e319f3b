import type { ChoiceWords } from '@atrium/domain/dashboards/widgets/options';
import { groupByTypes } from '@atrium/domain/measurements';
import type { MessageId, Text } from '../../../i18n/index.ts';

/** Where the words of a kind of choice are, when other screens say them too. */
const shared: Partial<Record<ChoiceWords, string>> = {
  aggregation: 'widgets.word.aggregation',
  compare: 'widgets.word.compare',
  group: 'widgets.word.group',
  passageType: 'widgets.word.passageType',
  period: 'widgets.word.period',
};

/** What can be grouped by too is called as the group is. */
function prefixOf(words: ChoiceWords, value: string | number): string {
  if (words === 'criterion' && (groupByTypes as readonly (string | number)[]).includes(value))
    return 'widgets.word.group';
  return shared[words] ?? `drafts.word.${words}`;
}

/** What one of the values of a choice is called, at the start of a line. */
export function choiceWord(words: ChoiceWords, value: string | number, { t, locale }: Text): string {
  const word = t(`${prefixOf(words, value)}.${value}` as MessageId);
  return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);
}

export const optionWord = (name: string, { t }: Pick<Text, 't'>): string => t(`drafts.option.${name}` as MessageId);
