import { widgetTypes } from '@atrium/domain/pages/definitions';
import { listOptions, type Option, optionGroups } from '@atrium/domain/pages/widgets/options';
import { describe, expect, it } from 'vitest';
import {
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  type MessageId,
  setLanguage,
  type Translate,
} from '../../../i18n/index.ts';
import { formatChoice, formatOption } from './options.ts';

const every = (options: readonly Option[]): readonly Option[] =>
  options.flatMap((option) => [option, ...(option.shape.kind === 'list' ? every(option.shape.of) : [])]);

describe('the words of the settings', () => {
  it('are there for every option of every type and for every value of a choice', async () => {
    await setLanguage('en');
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages(), loadMessages('drafts')]);
    const missing = new Set<string>();
    const t: Translate = (id, values) => {
      if (i18n.messages[id] === undefined) missing.add(id);
      return i18n._(id, values);
    };
    const text = { t, language: 'en', locale: 'en', dateFormat: '' } as const;
    const options = widgetTypes.flatMap((type) => every(listOptions(type)));
    const names = options.map(({ name }) => formatOption(name, text));
    const values = options.flatMap(({ shape }) =>
      shape.kind === 'choice' || shape.kind === 'choices'
        ? shape.of.map((value) => formatChoice(shape.words, value, text))
        : [],
    );
    const groups = optionGroups.map((group) => i18n._(`drafts.group.${group}` as MessageId));
    expect([...missing]).toEqual([]);
    expect(values.length).toBeGreaterThan(100);
    expect([...new Set([...names, ...values, ...groups])].filter((word) => /^(drafts|widgets)\./i.test(word))).toEqual(
      [],
    );
  });
});
