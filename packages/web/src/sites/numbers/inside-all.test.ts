import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SiteInside, sumInsideAll, toShownInside } from './inside-all.ts';

const site = (people: number | null, isOpen: boolean, more: Partial<SiteInside> = {}): SiteInside => ({
  inside: { people, isHeard: true },
  isOpen,
  isOffline: false,
  ...more,
});

it.each([
  [
    'three open and six closed',
    [...[5, 7, 0].map((each) => site(each, true)), ...Array(6).fill(site(0, false))],
    [12, 3, 6, 0],
  ],
  ['all open', [site(0, true), site(3, true)], [3, 2, 0, 0]],
  ['all closed and empty', [site(0, false)], [null, 0, 1, 0]],
  ['cleaners in a closed site', [site(2, false), site(4, true)], [6, 1, 1, 0]],
  ['a silent one', [site(4, true), site(9, true, { isOffline: true }), site(null, false)], [4, 1, 0, 2]],
] as const)('%s', (_, sites, [people, open, closed, unknown]) => {
  expect(sumInsideAll(sites)).toEqual({ people, open, closed, unknown });
});

it('is unknown until every site has reported', () => {
  expect(sumInsideAll([site(4, true), site(null, true, { inside: { people: null, isHeard: false } })])).toBeNull();
});

it('is the sum of what the rows show, and counts every site once', () => {
  const any = fc
    .record({ people: fc.option(fc.nat(900)), isOpen: fc.boolean(), isOffline: fc.boolean() })
    .map(({ people, isOpen, isOffline }) => site(people, isOpen, { isOffline }));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (sites) => {
      const all = sumInsideAll(sites);
      const rows = sites.map(toShownInside);
      expect((all?.open ?? 0) + (all?.closed ?? 0) + (all?.unknown ?? 0)).toBe(sites.length);
      expect(all?.people ?? 0).toBe(rows.reduce<number>((sum, people) => sum + (people ?? 0), 0));
      expect(all?.people === null).toBe(rows.every((people) => people === null));
      // A dash stands for a closed or unknown site, never for one counted as open.
      expect(rows.filter((people) => people === null).length).toBeLessThanOrEqual(
        (all?.closed ?? 0) + (all?.unknown ?? 0),
      );
    }),
  );
});
