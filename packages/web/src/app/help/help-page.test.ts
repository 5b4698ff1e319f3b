import { describe, expect, it } from 'vitest';
import { i18n, loadMessages, setLanguage } from '../../i18n/index.ts';
import { findQuestions } from './help-page.tsx';
import { topics } from './topics.ts';

const ids = (query: string) =>
  findQuestions(topics, query, ({ question, answer }) => `${i18n._(question)} ${i18n._(answer)}`).flatMap(
    ({ questions }) => questions.map(({ id }) => id),
  );

describe('the help centre (C12)', () => {
  it('answers generic questions 1 to 7 and product questions 1 to 4 and 8', () => {
    const all = topics.flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(all.filter((id) => id.startsWith('generic-'))).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `generic-${n}`));
    expect(all.filter((id) => id.startsWith('product-'))).toEqual([1, 2, 3, 4, 8].map((n) => `product-${n}`));
    expect(new Set(all).size).toBe(all.length);
  });

  it('finds by any words of question or answer, whatever the accents and the case', async () => {
    await setLanguage('en');
    await loadMessages('help');
    expect(ids('')).toHaveLength(17);
    expect(ids('MIGRATION')).toContain('migration');
    expect(ids('missing dash')).toContain('product-2');
    expect(ids('no-such-word')).toEqual([]);
  });
});
