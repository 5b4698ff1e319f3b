import { startOfSiteDay } from '@atrium/domain/core';
import { findMetric, type Metric } from '@atrium/domain/numbers';
import { type EarlierTime, findEarlierTimes } from '@atrium/domain/pages/explain';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { Compared } from './compared.tsx';
import type { Explained } from './explained.ts';
import { buildComparedQuery, type Earlier, type Explanation } from './use-explained.ts';

const calendar = { ...site.topology, closedDates: ['2026-02-26'] };
const span = { from: parseClock('2026-03-12T00:00'), to: parseClock('2026-03-13T00:00') };
const explained: Explained = {
  title: 'Entries',
  place: 'Arcades du Lac',
  metric: findMetric('affluenceIn') as Metric,
  query: { metric: 'affluenceIn' },
  span,
  among: [],
  ranges: [{ from: '2026-03-12', to: '2026-03-13' }],
  calendar,
  mode: 'USUAL',
  format: (value) => (value === null ? '–' : String(value)),
  siblings: [],
};
const times = findEarlierTimes({ query: explained.query, span, whole: span, mode: 'USUAL' }, calendar, span.to);

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** Renders the rows that a value of 120 is compared with. `told` lists the weeks, newest first. */
async function rowsOf(
  told: readonly (Partial<Earlier> | null)[],
  {
    usual = 100 as number | null,
    part = 120,
    tooFew = null as Explanation['tooFew'],
    earlier = times as readonly EarlierTime[],
    coverage = { ratio: 1, silent: [] } as Explanation['coverage'],
  } = {},
) {
  const explanation: Explanation = {
    point: { state: 'known', value: 120, partial: false },
    usual,
    known: usual === null ? null : { value: part, usual: (usual * part) / 120 },
    tooFew,
    coverage,
    parts: null,
    earlier: earlier.map((each, index) => ({ ...each, value: null, reported: null, ...told[index] })),
    derived: null,
    range: null,
    expected: null,
  };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Compared explained={explained} explanation={explanation} />
      </I18nProvider>,
    ),
  );
  return [...place.querySelectorAll('tr')].map((row) =>
    row.textContent?.replace(/, 00:00–24:00/, '').replace(/\s/g, ' '),
  );
}

const known = (value: number) => ({ value, reported: 1 });

describe('the list of what a number is compared with', () => {
  it('names the weeks that count, and why one was passed over', async () => {
    expect(await rowsOf([known(90), null, known(110), known(95), known(105)])).toEqual([
      'Thu 05/03/202690',
      'Thu 26/02/2026not used: closed–',
      'Thu 19/02/2026110',
      'Thu 12/02/202695',
      'Thu 05/02/2026105',
      'Mean100',
    ]);
  });

  it('says of which nothing is known, and of which only part; then there is no mean of the rows', async () => {
    const rows = await rowsOf([
      known(90),
      null,
      { value: null, reported: 0 },
      { value: 50, reported: 0.825 },
      known(105),
    ]);
    expect(rows.slice(2, 4)).toEqual([
      'Thu 19/02/2026not used: nothing was reported–',
      'Thu 12/02/202682.5 % reported; what is incomplete is left out50',
    ]);
    expect(rows.at(-1)).toBe('Over the intervals known on both sides100');
  });

  it('calls nothing the mean of the rows that is not, where a sensor fell silent beside the number', async () => {
    const coverage = { ratio: 0.62, silent: [] };
    const rows = await rowsOf([known(823), null, known(841), known(762), known(687)], { usual: 501, coverage });
    expect(rows.at(-1)).toBe('Over the intervals known on both sides501');
    expect(place.textContent).toContain('left out of both');
  });

  it('of a part states both sides of it, and the usual derived for the whole', async () => {
    const rows = await rowsOf([known(90), null, known(110), known(95), known(105)], { usual: 100, part: 60 });
    expect(rows.slice(-3)).toEqual([
      'Over the intervals known on both sides50',
      'The same intervals now60',
      'Usual, for all of it100',
    ]);
  });

  it('stays where nothing is usual, and says why', async () => {
    const silent = { value: null, reported: 0 };
    const rows = await rowsOf([known(90), null, silent, silent, silent], {
      usual: null,
      tooFew: { known: 0, asked: 1 },
    });
    expect(rows).toHaveLength(5);
    expect(place.textContent).toContain('0 of 1 day can be compared');
    expect(place.textContent).toContain('Fewer than two of these can be used');
  });

  it('of several days says how many of a week count', async () => {
    const days = { from: startOfSiteDay(calendar, '2026-03-09'), to: startOfSiteDay(calendar, '2026-03-16') };
    const earlier = findEarlierTimes(
      { query: explained.query, span: days, whole: days, mode: 'USUAL' },
      calendar,
      days.to,
    );
    const rows = await rowsOf([known(600), known(500), known(610), known(590), known(80)], { earlier });
    expect(rows[1]).toContain('5 of 6 days used · closed: Thu 26/02/2026');
    expect(rows[4]).toContain('1 of 6 days used · for the other days four nearer weeks count');
  });
});

describe('the question of a number', () => {
  it('of a bar goes along with the days of the page', () => {
    const ranges = [
      { from: '2026-01-01', to: '2026-01-10' },
      { from: '2026-02-11', to: '2026-03-13' },
    ];
    expect(buildComparedQuery({ ...explained, ranges })).toEqual({
      metric: 'affluenceIn',
      compare: 'USUAL',
      comparedWithin: '2026-02-11/2026-03-13',
    });
    expect(buildComparedQuery({ ...explained, ranges, mode: null })).toEqual({ metric: 'affluenceIn' });
  });
});
