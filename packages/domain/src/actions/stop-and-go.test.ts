import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseFace, countPlacesLeft, type ScreenFacts } from './stop-and-go.ts';

const open: ScreenFacts = { enabled: true, isOpen: true, limit: 250, inside: 212, silentSince: null };

test.each([
  ['go', {}, 38],
  ['go', { inside: 249 }, 1],
  ['stop', { inside: 250 }, 0],
  ['stop', { inside: 251 }, 0],
  ['stop', { limit: 1, inside: 1 }, 0],
  ['askStaff', { inside: null }, null],
  ['askStaff', { inside: 300, silentSince: 1 }, 0],
  ['askStaff', { inside: 0, silentSince: 1 }, 250],
  ['closed', { isOpen: false, inside: null, silentSince: 1 }, null],
  ['noLimit', { limit: null, isOpen: false }, null],
  ['noLimit', { enabled: false, limit: null }, null],
  ['off', { enabled: false, inside: null, isOpen: false }, null],
] as const)('says %s of %o', (face, facts, left) => {
  expect(chooseFace({ ...open, ...facts })).toBe(face);
  expect(countPlacesLeft({ ...open, ...facts })).toBe(left);
});

test('lets people in only where it is known that there is a place left', () => {
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const facts = fc.record({
    enabled: fc.boolean(),
    isOpen: fc.boolean(),
    limit: some(fc.integer({ min: 1, max: 50 })),
    inside: some(fc.integer({ min: 0, max: 60 })),
    silentSince: some(fc.nat()),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const left = countPlacesLeft(given);
      if (chooseFace(given) === 'go') expect(left).toBeGreaterThan(0);
      if (chooseFace(given) === 'stop') expect(left).toBe(0);
      if (given.silentSince !== null) expect(['go', 'stop']).not.toContain(chooseFace(given));
    }),
  );
});
