import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InsideValue } from '../../numbers/live/index.ts';
import { sumInside, toStatus } from './site-row.tsx';

const known = (value: number): InsideValue => ({ value, state: 'known' });
const closed: InsideValue = { value: null, state: 'closed' };
const missing: InsideValue = { value: null, state: 'missing' };
const zones = (...limits: (number | null)[]) => limits.map((limit, id) => ({ id, limit }));
const figures = (...values: (InsideValue | null)[]) => values;
const refused: InsideValue = { value: null, state: 'refused' };

describe('people inside a site', () => {
  it.each([
    [
      'sums its top zones',
      zones(100, 300),
      figures(known(60), known(40)),
      { state: 'known', people: 100, share: 0.25 },
    ],
    ['waits for every zone', zones(100, 300), figures(known(60), null), null],
    ['knows nothing when one zone is silent', zones(100, 300), figures(known(60), missing), { state: 'missing' }],
    ['says so without waiting for the others', zones(100, 300), figures(missing, null), { state: 'missing' }],
    [
      'takes a closed part as empty',
      zones(100, 300),
      figures(known(60), closed),
      { state: 'known', people: 60, share: 0.15 },
    ],
    ['is closed when all of it is', zones(100), figures(closed), { state: 'closed' }],
    [
      'has no share without every limit',
      zones(100, null),
      figures(known(1), known(2)),
      { state: 'known', people: 3, share: null },
    ],
    ['has no share of nothing', zones(0), figures(known(1)), { state: 'known', people: 1, share: null }],
    ['is untold where the server refuses a zone', zones(100, 300), figures(known(60), refused), 'untold'],
    ['has no figure without zones', [], figures(), { state: 'missing' }],
  ])('%s', (_, of, heard, inside) => {
    expect(sumInside(of, heard)).toEqual(inside);
  });

  it('is unknown while a zone is missing', () => {
    const figure = fc.constantFrom(known(3), closed, missing, null);
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 6 }), (heard) => {
        const inside = sumInside(zones(...heard.map(() => 10)), figures(...heard));
        if (heard.includes(missing)) expect(inside).toEqual({ state: 'missing' });
        else if (heard.includes(null)) expect(inside).toBeNull();
        else expect(inside).toMatchObject({ state: heard.every((each) => each === closed) ? 'closed' : 'known' });
      }),
    );
  });

  it.each([
    [{ state: 'known', people: 89, share: 0.89 } as const, 'ok'],
    [{ state: 'known', people: 90, share: 0.9 } as const, 'warning'],
    [{ state: 'known', people: 90, share: null } as const, 'ok'],
    [{ state: 'missing' } as const, 'offline'],
    [{ state: 'closed' } as const, 'closed'],
  ])('marks %j as %s', (inside, status) => {
    expect(toStatus(inside, true)).toBe(status);
  });
});
