import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { of as observed } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { parseClock, top } from '../site.ts';
import { states } from '../states.ts';
import { mountWidget } from './shown-widget.tsx';

const entry = (id: number, at: string, value: number, more: object = {}) => ({
  __typename: 'AlertLogEntry',
  id,
  alertId: id,
  zoneName: 'Food court',
  dateBegin: parseClock(at),
  dateEnd: parseClock(at) + 60_000,
  metrics: [{ __typename: 'AlertLogMetric', type: 'co2', threshold: 1000, value }],
  ...more,
});

/** A log with these entries, and a counter of its requests. */
async function log(nodes: readonly object[], metrics: readonly object[] = [{ type: 'co2' }]) {
  let asked = 0;
  const link = new ApolloLink(() => {
    asked++;
    const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
    return observed({ data: { alertLogConnection: { __typename: 'Log', count: nodes.length, pageInfo, nodes } } });
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { live } = states;
  const around = { client, filters: { ranges: [...states.full.filters.ranges, ...live.filters.ranges] } };
  const { place, leave } = await mountWidget({ type: 'alertLogTable', zoneIds: [top], metrics }, around);
  leaving = leave;
  const rows = [...place.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th > bdi, td > bdi')].map(({ textContent }) => textContent),
  );
  return { place, rows, asked: () => asked };
}

let leaving = async () => {};
afterEach(() => leaving());

test('the log of alerts shows the greatest value first, the clock of today, the date and clock of before (G11)', async () => {
  const { rows } = await log([
    entry(1, '2026-03-12T13:05', 1100),
    entry(2, '2026-03-11T09:30', 1300),
    entry(3, '2026-03-12T13:05', 1050),
  ]);
  expect(
    rows.map(([zone, value, threshold, time]) => [
      zone,
      value?.replace(/\u00a0/g, ' '),
      threshold?.replace(/\u00a0/g, ' '),
      time,
    ]),
  ).toEqual([
    ['Food court', '1,300 ppm', '1,000 ppm', 'Wed 11/03/2026, 09:30'],
    ['Food court', '1,100 ppm', '1,000 ppm', '13:05'],
  ]);
});

test('a zone that is gone is said to have been deleted (G11)', async () => {
  const { place } = await log([entry(1, '2026-03-12T13:05', 1100, { zoneName: null })]);
  expect(place.textContent?.toLowerCase()).toContain('this zone has been deleted');
});

test('a log of nothing is good news (G11)', async () => {
  const { place } = await log([]);
  expect(place.querySelector('table')).toBeNull();
  expect(place.querySelector('[role="alert"]')).toBeNull();
  expect(place.textContent).toMatch(/no alerts/i);
});

test('a log without metrics asks nothing, one with them again every half minute (G06, G11)', async () => {
  const none = await log([entry(1, '2026-03-12T13:05', 1100)], []);
  expect(none.asked()).toBe(0);
  await leaving();
  const periods = vi.spyOn(globalThis, 'setInterval');
  const some = await log([entry(1, '2026-03-12T13:05', 1100)]);
  expect(some.asked()).toBe(1);
  expect(periods.mock.calls.map(([, every]) => every)).toContain(30_000);
  periods.mockRestore();
});
