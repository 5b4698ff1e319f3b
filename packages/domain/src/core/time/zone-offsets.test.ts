import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allZones, listTransitions, temporalOffset } from './transitions.oracle.ts';
import { findTransitions, getOffset, isTimezone } from './zone-offsets.ts';

const from = Date.UTC(2020, 0, 1);
const to = Date.UTC(2036, 0, 1);

test('every transition of every zone from 2020 to 2035 is found, and no other', () => {
  const known = new Map(allZones.map((zone) => [zone, [] as object[]]));
  for (const { timezone, ...transition } of listTransitions()) known.get(timezone)?.push(transition);
  for (const zone of allZones) expect([zone, findTransitions(zone, from, to)]).toEqual([zone, known.get(zone)]);
});

test('offsets agree with Temporal at any instant from 1970 to 2100', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2101, 0, 1) - 1 });
  fc.assert(
    fc.property(fc.constantFrom(...allZones), instant, (zone, at) => {
      expect(getOffset(zone, at)).toBe(temporalOffset(zone, at));
    }),
    { numRuns: 2000 },
  );
});

test('transitions are listed alike however a span is cut', () => {
  const zone = fc.constantFrom('Europe/Zurich', 'Australia/Lord_Howe', 'Africa/Casablanca', 'America/Recife');
  const instant = fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(zone, fc.array(instant, { minLength: 3, maxLength: 3 }), (timezone, instants) => {
      const [first = 0, middle = 0, last = 0] = instants.sort((left, right) => left - right);
      const parts = [...findTransitions(timezone, first, middle), ...findTransitions(timezone, middle, last)];
      expect(parts).toEqual(findTransitions(timezone, first, last));
    }),
  );
});

test('a span holds the transition it begins with, not the one it ends with', () => {
  const at = Date.UTC(2026, 2, 29, 1);
  const jump = { at, before: 3_600_000, after: 7_200_000 };
  expect(findTransitions('Europe/Zurich', at, at + 1)).toEqual([jump]);
  expect(findTransitions('Europe/Zurich', at - 1, at)).toEqual([]);
});

test('the shortest absence since 1970 is seen (Recife, a week of summer time in 2000)', () => {
  const jumps = findTransitions('America/Recife', Date.UTC(2000, 9, 1), Date.UTC(2000, 10, 1));
  expect(jumps.map((jump) => new Date(jump.at).toISOString())).toEqual([
    '2000-10-08T03:00:00.000Z',
    '2000-10-15T02:00:00.000Z',
  ]);
});

test('before 1970 and after 2100 the nearest known offset holds', () => {
  expect(getOffset('Europe/Zurich', -1e12)).toBe(getOffset('Europe/Zurich', 0));
  expect(getOffset('Europe/Zurich', 1e14)).toBe(3_600_000);
  expect(findTransitions('Europe/Zurich', Date.UTC(2101, 0, 1), 8e15)).toEqual([]);
  expect(findTransitions('Europe/Zurich', -8e15, 0)).toEqual([]);
});

test.each(['Europe/Zurich', 'UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s is a timezone',
  (name) => expect(isTimezone(name)).toBe(true),
);

test.each(['', 'Europe/Zürich', 'Mars/Olympus', '+01:00', '-05', 'Europe/Zurich; DROP', ' UTC', '__proto__'])(
  '"%s" is none',
  (name) => expect(isTimezone(name)).toBe(false),
);
