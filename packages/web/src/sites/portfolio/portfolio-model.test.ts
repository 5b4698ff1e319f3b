import { parseWall, wallToInstant } from '@atrium/domain/core';
import { toPortfolioQueries } from '@atrium/domain/pages';
import { describe, expect, it } from 'vitest';
import { site as gallery, parseClock } from '../../../gallery/site.ts';
import type { OverviewSite } from '../numbers/overview-model.ts';
import {
  buildRidgeRows,
  findStepFigure,
  limitBrush,
  orderRidges,
  parsePortfolioSearch,
  toBrush,
  toPortfolioSearch,
} from './portfolio-model.ts';

/** Thursday. The gallery's site is open from 8 to 20. */
const now = parseClock('2026-03-12T12:10');
const hours = { from: 6, to: 22 };
const site = (id: number): OverviewSite =>
  ({
    id,
    name: `Site ${id}`,
    calendar: gallery.topology,
    topZoneIds: [id],
    counterIds: [id],
  }) as unknown as OverviewSite;
const expected = (value: number, half: number) => ({
  ...{ value, lower: value - half, upper: value + half },
  ...{ warranty: { held: 9, of: 10 }, reason: null },
});
const answer = (data: unknown, comparison: unknown = []) =>
  ({
    ...{ data, comparison, evolution: null, unit: 'visitors', granularity: null, notTold: [] },
    coverage: { ratio: 1, silent: [], sites: [] },
  }) as never;
const total = (id: number, value: number, usual: number, half: number) => ({
  entry: { label: String(id), value, partial: true, expected: expected(usual, half) },
  usual: { label: String(id), value: usual },
});
const halfHours = Array.from({ length: 48 }, (_, place) => {
  const label = `2026-03-12T${String(Math.floor(place / 2)).padStart(2, '0')}:${place % 2 === 0 ? '00' : '30'}:00`;
  const usual = place >= 16 && place < 40 ? 10 : 0;
  return place < 25
    ? { label, value: usual + 1, expected: expected(usual, 2) }
    : { label, value: null, expected: expected(usual, 2) };
});

function build(totals: readonly ReturnType<typeof total>[], brush = null as { from: number; to: number } | null) {
  const sites = totals.map(({ entry }) => site(Number(entry.label)));
  const asked = toPortfolioQueries(sites, brush, now);
  return buildRidgeRows(
    sites,
    {
      curves: {
        groups: asked.curves,
        answers: [answer(sites.map(({ id }) => ({ label: String(id), value: halfHours })))],
      },
      totals: {
        groups: asked.totals,
        answers: [
          answer(
            totals.map(({ entry }) => entry),
            totals.map(({ usual }) => usual),
          ),
        ],
      },
    },
    { brush, hours, now },
  );
}

describe('rows', () => {
  it('are ordered by surprise in either direction, whatever the size of the site', () => {
    const rows = build([total(1, 1000, 1000, 100), total(2, 5, 10, 2), total(3, 130, 100, 20)]);
    expect(orderRidges(rows).map((row) => row.site.id)).toEqual([2, 3, 1]);
    expect(rows[0]?.figure).toMatchObject({ value: 1000, usual: 1000, side: 'within' });
    expect(rows[1]?.figure).toMatchObject({ value: 5, usual: 10, side: 'below' });
  });

  it('have the half-hours that are over, and what is usual until closing', () => {
    const [row] = build([total(1, 100, 100, 10)]);
    const known = row?.steps.filter(({ value }) => value !== null) ?? [];
    expect(known.at(-1)?.to).toBe(parseClock('2026-03-12T12:00'));
    expect(row?.steps.at(-1)?.minute).toBe(20 * 60);
    expect(row?.isRunning).toBe(true);
  });

  it('name a figure of a half-hour as it is shown', () => {
    const [row] = build([total(1, 100, 100, 10)]);
    if (row === undefined) throw new Error('no row');
    expect(findStepFigure(row, 9 * 60 + 20)?.figure).toMatchObject({ value: 11, usual: 10 });
    expect(findStepFigure(row, 13 * 60)?.figure.value).toBeNull();
    expect(findStepFigure(row, 3 * 60)).toBeNull();
  });

  it('say which brushed hours are ahead, and which are over', () => {
    const brushed = (from: number, to: number) => build([total(1, 100, 100, 10)], { from: from * 60, to: to * 60 })[0];
    expect(brushed(9, 11)).toMatchObject({ isAhead: false, isRunning: false });
    expect(brushed(9, 14)).toMatchObject({ isAhead: false, isRunning: true });
    expect(brushed(13, 14)).toMatchObject({ isAhead: true });
  });

  it('come last while they are ahead', () => {
    const [one, other] = build([total(1, 1000, 1000, 100), total(2, 5, 10, 2)]);
    if (!one || !other) throw new Error('no rows');
    expect(orderRidges([{ ...other, isAhead: true }, one]).map((row) => row.site.id)).toEqual([1, 2]);
    expect(orderRidges([{ ...other, unjudged: 'firstHour' }, one]).map((row) => row.site.id)).toEqual([1, 2]);
  });

  it('are empty while nothing is known', () => {
    const asked = toPortfolioQueries([site(1)], null, now);
    const none = { groups: asked.curves, answers: null };
    const [row] = buildRidgeRows([site(1)], { curves: none, totals: none }, { brush: null, hours, now });
    expect(row).toMatchObject({ steps: [], figure: { value: null, usual: null } });
  });
});

describe('brush', () => {
  it.each([
    [
      { from: '09:00', to: '12:30' },
      { from: '09:00', to: '12:30' },
    ],
    [
      { from: '22:00', to: '26:00' },
      { from: '22:00', to: '26:00' },
    ],
    [{ from: '12:00', to: '09:00' }, {}],
    [{ from: '09:10', to: '12:00' }, {}],
    [{ from: '09:00', to: '30:15' }, {}],
    [{ from: '9:00', to: '12:00' }, {}],
    [{ from: ['09:00'], to: '12:00' }, {}],
    [{}, {}],
  ])('reads %j from the address as %j', (search, read) => {
    expect(parsePortfolioSearch(search)).toEqual(read);
    expect(toPortfolioSearch(toBrush(parsePortfolioSearch(search), { from: 0, to: 30 }))).toEqual(read);
  });

  it.each([
    [
      { from: 541, to: 719 },
      { from: 540, to: 720 },
    ],
    [
      { from: 0, to: 720 },
      { from: 360, to: 720 },
    ],
    [
      { from: 600, to: 3000 },
      { from: 600, to: 1320 },
    ],
    [
      { from: 700, to: 700 },
      { from: 705, to: 720 },
    ],
    [
      { from: 3000, to: 3000 },
      { from: 1305, to: 1320 },
    ],
    [{ from: 0, to: 3000 }, null],
  ])('limits %j to quarter-hours within the shared hours: %j', (given, limited) => {
    expect(limitBrush(given, hours)).toEqual(limited);
  });
});

it('counts hours by the clock of the site on a day with a change of clocks', () => {
  const spring = wallToInstant('Europe/Zurich', parseWall('2026-03-29 12:00') as number);
  const always = { ...site(1), calendar: { ...gallery.topology, openingHours: { spans: [], reset: true } } };
  const asked = toPortfolioQueries([always], null, spring);
  const data = [{ label: '2026-03-29T09:00:00', value: 4, expected: expected(4, 1) }];
  const curves = { groups: asked.curves, answers: [answer([{ label: '1', value: data }])] };
  const [row] = buildRidgeRows([always], { curves, totals: curves }, { brush: null, hours, now: spring });
  expect(row?.steps[0]?.minute).toBe(540);
});
