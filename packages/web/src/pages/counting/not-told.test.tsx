import type { LabelledValue } from '@atrium/domain/numbers';
import { defaultFilters, resolveFilters } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { EmptyPicture } from '../cards/empty-picture.tsx';
import { GenderPanel } from '../filters/choice-panels.tsx';
import { buildCountingModel, type CountingNumbers } from './counting-model.ts';

const now = parseClock('2026-03-12T14:10');
const filters = resolveFilters({ ...defaultFilters, gender: 'female' }, site, now);

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** Builds the page's model with the same value in every half-hour. */
function modelOf(value: Omit<LabelledValue, 'label'>, ratio: number | null = 1) {
  if (filters === null) throw new Error('the gallery has a site with zones');
  const coverage = { ratio, silent: [] };
  const answer = { data: [{ label: 'all', ...value }], comparison: null, coverage };
  const course = { data: [{ label: '2026-03-12T12:00:00+01:00', ...value }], comparison: null, coverage };
  const of = (name: string) => (name.endsWith('Series') ? course : answer);
  const numbers = new Proxy({}, { get: (_, name) => of(String(name)) }) as CountingNumbers;
  return { model: buildCountingModel(numbers, site, filters, now), filters };
}

it.each([
  [{ value: null, state: 'missing', notTold: ['gender'] }, 1, 'notTold'],
  [{ value: null, state: 'missing', notTold: ['gender'] }, 0, 'notTold'],
  [{ value: null, state: 'missing' }, 0, 'offline'],
  [{ value: 0 }, 1, 'noVisitors'],
  [{ value: 3 }, 1, null],
] as const)('of %j at a coverage of %i the page is empty for the reason %s', (value, ratio, emptiness) => {
  expect(modelOf(value, ratio).model.emptiness).toBe(emptiness);
});

it.each([
  [['gender'], 'These sensors do not tell gender'],
  [['engagement'], 'These sensors do not tell engagement'],
  [['engagement', 'gender'], 'These sensors do not make this distinction'],
] as const)(
  'a chart without %s says why, and neither that nobody came nor that sensors are offline',
  async (keys, words) => {
    const { model, filters } = modelOf({ value: null, state: 'missing', notTold: keys });
    const { emptiness, entries } = model;
    if (emptiness === null) throw new Error('not empty');
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <EmptyPicture {...{ emptiness, site, filters, now }} notTold={entries.notTold} />
        </I18nProvider>,
      ),
    );
    expect(place.textContent).toBe(`${words}Without this filter everybody is shown.`);
  },
);

it.each([
  [['gender'], 'all', ['All', 'Women', 'Men', 'Unknown']],
  [[], 'all', ['These sensors do not tell gender', 'All']],
  [[], 'female', ['These sensors do not tell gender', 'All', 'Women']],
] as const)('sensors that tell %j let somebody choose from %s on among %j', async (told, gender, shown) => {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <GenderPanel gender={gender} site={{ told }} onChoose={() => {}} />
      </I18nProvider>,
    ),
  );
  expect([...place.querySelectorAll('p, button')].map(({ textContent }) => textContent)).toEqual(shown);
});
