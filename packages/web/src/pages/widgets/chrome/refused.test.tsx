import type { Reason } from '@atrium/domain/core';
import {
  aggregations,
  compareModes,
  discontinuousPeriods,
  groupByTypes,
  passageTypes,
  type RawQuery,
  refusalIds,
  targets,
} from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  i18n,
  type Language,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  type MessageId,
  setLanguage,
} from '../../../i18n/index.ts';
import { findErrorCode, findErrorReason } from '../../../numbers/answers/index.ts';
import { NumbersFailed } from '../../cards/states.tsx';
import { FailedState } from './widget-states.tsx';

const by = (type: string, more = {}) => ({ groupBy: [{ type, ...more }] });

/** A query for each reason that is found before any site is queried. */
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
  twice: { metric: 'affluenceIn', groupBy: [{ type: 'GENDER' }, { type: 'GENDER' }] },
};
const reasons = new Map<string, Reason>(
  Object.entries(refused).map(([id, query]) => {
    const parsed = parseQuery(query);
    if (parsed.ok || parsed.error.reason === undefined) throw new Error(`${id} is no refusal`);
    return [id, parsed.error.reason];
  }),
);
reasons.set('rare', { id: 'rare', values: { metric: 'waterConsumption', period: 'HOURLY' } });
reasons.set('currencies', { id: 'currencies', values: { metric: 'turnover', currencies: 'CHF, EUR' } });

const shown = (reason: Reason) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <FailedState code="BAD_INPUT" reason={reason} retry={() => {}} />
    </I18nProvider>,
  );

beforeAll(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
});

test('there is a question for every reason', () => {
  expect([...reasons.keys()].toSorted()).toEqual(refusalIds.toSorted());
  for (const [id, reason] of reasons) expect(reason.id).toBe(id);
});

describe.each(['en', 'fr', 'de', 'it', 'es', 'ar'] as const satisfies Language[])('in %s', (language) => {
  test('a server that is asked too much says so, and offers to try again', async () => {
    await setLanguage(language);
    const [title, detail] = [i18n._('widgets.overloaded'), i18n._('widgets.overloaded.detail')];
    const failed = (code: string) =>
      renderToStaticMarkup(
        <I18nProvider i18n={i18n}>
          <FailedState code={code} retry={() => {}} />
          <NumbersFailed code={code} retry={() => {}} />
        </I18nProvider>,
      );
    const shown = failed('OVERLOADED');
    expect(shown).toContain(title);
    expect(shown).toContain(detail);
    expect(shown).toContain(i18n._('counting.failed.overloaded'));
    expect(shown.match(/<button/g)).toHaveLength(2);
    expect(failed('INTERNAL')).not.toContain(title);
  });

  test('every refusal says why, with the names people know', async () => {
    await setLanguage(language);
    const texts = [...reasons.values()].map((reason) => {
      const text = shown(reason);
      expect(text, reason.id).not.toMatch(/[{}]|widgets\.refused|metric\.[a-z]/i);
      // No API constants in the text, such as SUM, GENDER or PREVIOUS_WEEKS.
      expect(text.replace(/CHF|EUR/g, ''), reason.id).not.toMatch(/[A-Z]{3,}/);
      for (const [key, word] of Object.entries(reason.values))
        expect(text, reason.id).toContain(
          key === 'metric' || key === 'only'
            ? i18n._(`metric.${word}` as MessageId)
            : key === 'currencies'
              ? word
              : i18n._(`widgets.word.${key}.${word}` as MessageId),
        );
      return text;
    });
    expect(new Set(texts).size).toBe(texts.length);
  });
});

const words: Readonly<Record<string, readonly string[]>> = {
  aggregation: aggregations,
  group: groupByTypes,
  target: targets.filter((target) => target !== 'ZONE'),
  passageType: passageTypes,
  compare: compareModes,
  period: discontinuousPeriods,
};

test.each(['en', 'fr', 'de', 'it', 'es', 'ar'] as const)(
  'every word a question is made of has a name in %s',
  async (language) => {
    await setLanguage(language);
    for (const [kind, all] of Object.entries(words))
      for (const word of all) {
        const id = `widgets.word.${kind}.${word}`;
        expect(i18n._(id as MessageId), id).not.toBe(id);
      }
  },
);

/** Site pages load these messages on demand. */
test('a site page says why its numbers were refused', async () => {
  await setLanguage('en');
  const error = { errors: [{ extensions: { code: 'BAD_INPUT', reason: reasons.get('place') } }] };
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <NumbersFailed code={findErrorCode(error)} reason={findErrorReason(error)} retry={() => {}} />
      </I18nProvider>,
    ),
  );
  const sentence = 'People inside belongs to whole zones: it cannot be split by sensor.';
  await vi.waitFor(() => expect(place.textContent).toContain(sentence), 20_000);
  expect(place.querySelector('button')).toBeNull();
  await act(() => root.unmount());
});

test('an answer that failed for another reason is tried again', async () => {
  await setLanguage('en');
  expect(
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <FailedState code="INTERNAL" retry={() => {}} />
      </I18nProvider>,
    ),
  ).toContain('button');
});
