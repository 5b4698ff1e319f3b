import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OrderedSite, orderKeys, orderSites, parseOverviewSearch, toggleOrder } from './order-sites.ts';

const rows = fc.array(
  fc.record({
    entries: fc.option(fc.nat(50)),
    used: fc.option(fc.nat(9)),
    score: fc.option(fc.constantFrom(1, 2, 3, 4, 5)),
    ratio: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    inside: fc.option(fc.nat(20)),
  }),
  { maxLength: 12 },
);
const searches = fc.constantFrom(
  {},
  ...orderKeys.flatMap((sort) => [{ sort }, { sort, order: 'ASC' }, { sort, order: 'DESC' }]),
);

test('every order keeps all sites, puts unknown values last, and is in the address', () => {
  fc.assert(
    fc.property(rows, searches, fc.array(fc.nat(12)), (made, given, attention) => {
      const sites = made.map(({ entries, used, score, ratio }, id) => ({
        site: { id },
        numbers: { entries },
        energy: { used },
        comfort: score === null ? null : { score },
        coverage: { ratio },
      })) as unknown as readonly OrderedSite[];
      const inside = new Map(made.map((each, id) => [id, each.inside]));
      const search = parseOverviewSearch(given);
      expect(parseOverviewSearch({ ...search })).toEqual(search);
      const ordered = orderSites(sites, search, { inside, attention }).map(({ site }) => site.id);
      expect(ordered.toSorted((left, right) => left - right)).toEqual(made.map((_, id) => id));
      const { sort = 'name' } = search;
      if (sort === 'name') {
        const byName = made.map((_, id) => id);
        expect(ordered).toEqual(search.order === 'DESC' ? byName.toReversed() : byName);
      } else if (sort === 'attention') {
        const places = ordered.map((id) => (attention.includes(id) ? attention.indexOf(id) : attention.length));
        expect(places).toEqual(places.toSorted((left, right) => left - right));
      } else {
        const field = {
          inside: 'inside',
          entries: 'entries',
          comfort: 'score',
          energy: 'used',
          coverage: 'ratio',
        } as const;
        const figures = ordered.map((id) => made[id]?.[field[sort]] ?? null);
        const known = figures.filter((figure) => figure !== null);
        expect(figures.slice(0, known.length)).toEqual(known);
        const isUp = search.order === 'ASC' || (sort === 'coverage' && search.order === undefined);
        expect(known).toEqual(known.toSorted((left, right) => (isUp ? left - right : right - left)));
      }
    }),
  );
});

test('a header reverses its order and back', () => {
  const first = toggleOrder({}, 'entries');
  expect(first).toEqual({ sort: 'entries' });
  expect(toggleOrder(first, 'entries')).toEqual({ sort: 'entries', order: 'ASC' });
  expect(toggleOrder(toggleOrder(first, 'entries'), 'entries')).toEqual(first);
  expect(toggleOrder(first, 'name')).toEqual({});
  expect(toggleOrder({}, 'name')).toEqual({ sort: 'name', order: 'DESC' });
});

test('invalid orders in an address are dropped', () => {
  expect(parseOverviewSearch({ sort: '__proto__', order: 'DESC' })).toEqual({});
  expect(parseOverviewSearch({ sort: 'attention', order: 'ASC' })).toEqual({ sort: 'attention' });
  expect(parseOverviewSearch({ sort: 'name', order: 7 })).toEqual({});
});
