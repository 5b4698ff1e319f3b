import type { ChoiceWords } from '@atrium/domain/dashboards/widgets/options';
import type { MessageId, Text } from '../../../i18n/index.ts';

/** Where the words of a kind of choice are, when they are said elsewhere too. */
const elsewhere: Partial<Record<ChoiceWords, string>> = {
  aggregation: 'widgets.word.aggregation',
  compare: 'widgets.word.compare',
  group: 'widgets.word.group',
  passageType: 'widgets.word.passageType',
  period: 'widgets.word.period',
};

/** What one of the values of a choice is called, at the start of a line. */
export function choiceWord(words: ChoiceWords, value: string | number, { t, locale }: Text): string {
  const own = `drafts.word.${words}.${value}`;
  const shared = `${elsewhere[words] ?? (words === 'criterion' ? 'widgets.word.group' : `widgets.word.${words}`)}.${value}`;
  const id = (elsewhere[words] === undefined ? own : shared) as MessageId;
  const said = t(id);
  const word = said === id ? t(shared as MessageId) : said;
  return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);
}

export const optionWord = (name: string, { t }: Pick<Text, 't'>): string => t(`drafts.option.${name}` as MessageId);
