import type { Reason } from '@atrium/domain/core';
import { parseQuery, type RawQuery, refusalIds } from '@atrium/domain/measurements';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Language, type MessageId, openHouse, openMetrics, speak, speech } from '../../../i18n/index.ts';
import { FailedState } from './state-words.tsx';

const by = (type: string, more = {}) => ({ groupBy: [{ type, ...more }] });

/** A question for each reason that can be found before a site is asked. */
const refused: Readonly<Record<string, RawQuery>> = {
  aggregation: { metric: 'temperature', aggregation: 'SUM' },
  alone: { metric: 'affluenceIn', ...by('COMPLEMENTARY') },
  same: { metric: 'affluenceIn', complementary: 'affluenceIn' },
  part: { metric: 'affluenceOut', ...by('VISITORS') },
  descriptor: { metric: 'co2', ...by('GENDER') },
  target: { metric: 'inside', target: 'PASSAGE' },
  place: { metric: 'inside', ...by('DEVICE') },
  doors: { metric: 'co2', passageType: 'ENTRANCE' },
  comparison: { metric: 'affluenceIn', aggregation: 'EVOLUTION', compare: 'USUAL' },
  width: {
    metric: 'affluenceIn',
    aggregation: 'MAX',
    granularity: 604_800,
    ...by('DISCONTINUOUS_DATE', { period: 'WEEKDAY' }),
  },
};
const reasons = new Map<string, Reason>(
  Object.entries(refused).map(([id, query]) => {
    const parsed = parseQuery(query);
    if (parsed.ok || parsed.error.reason === undefined) throw new Error(`${id} is no refusal`);
    return [id, parsed.error.reason];
  }),
);
reasons.set('currencies', { id: 'currencies', values: { metric: 'turnover', currencies: 'CHF, EUR' } });

const shown = (reason: Reason) =>
  renderToStaticMarkup(
    <I18nProvider i18n={speech}>
      <FailedState code="BAD_INPUT" reason={reason} retry={() => {}} />
    </I18nProvider>,
  );

beforeAll(async () => {
  await Promise.all([openHouse(), openMetrics()]);
});

test('there is a question for every reason', () => {
  expect([...reasons.keys()]).toEqual([...refusalIds]);
  for (const [id, reason] of reasons) expect(reason.id).toBe(id);
});

describe.each(['en', 'fr', 'de', 'it', 'es', 'ar'] as const satisfies Language[])('in %s', (language) => {
  test('every refusal says why, with the names people know', async () => {
    await speak(language);
    const texts = [...reasons.values()].map((reason) => {
      const text = shown(reason);
      expect(text, reason.id).not.toMatch(/[{}]|widgets\.refused|metric\.[a-z]/i);
      for (const [key, word] of Object.entries(reason.values))
        expect(text, reason.id).toContain(
          key === 'metric' || key === 'only' ? speech._(`metric.${word}` as MessageId) : word,
        );
      return text;
    });
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test('an answer that failed for another reason is tried again', async () => {
  await speak('en');
  expect(
    renderToStaticMarkup(
      <I18nProvider i18n={speech}>
        <FailedState code="INTERNAL" retry={() => {}} />
      </I18nProvider>,
    ),
  ).toContain('button');
});
