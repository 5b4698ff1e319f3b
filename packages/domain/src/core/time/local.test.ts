import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  formatLocal,
  instantToWall,
  matchWall,
  parseInstant,
  parseTimeOfDay,
  parseWall,
  wallToInstant,
} from './local.ts';
import { allZones, listTransitions, temporalInstants } from './transitions.oracle.ts';

const minute = 60_000;

test('around every transition 2020–2035, wall times have the instants Temporal gives them', () => {
  for (const { timezone, at, before, after } of listTransitions()) {
    const low = at + Math.min(before, after);
    const high = at + Math.max(before, after);
    for (const wall of [low - minute, low, (low + high) / 2, high - 1, high, high + minute]) {
      const { earlier, later } = temporalInstants(timezone, wall);
      const match = matchWall(timezone, wall);
      const expected =
        earlier === null || later === null
          ? { kind: 'nonexistent', after: at, gapFrom: low, gapTo: high }
          : earlier === later
            ? { kind: 'unique', at: earlier }
            : { kind: 'ambiguous', earlier, later };
      if (JSON.stringify(match) !== JSON.stringify(expected))
        expect([timezone, wall, match]).toEqual([timezone, wall, expected]);
    }
  }
});

test('an instant is found again from its wall time, its text is Temporal’s, and reading the text gives it back', () => {
  // Time zones have had whole minutes of offset since Monrovia gave up its −00:44:30 in January 1972.
  const second = fc.integer({ min: Date.UTC(1972, 1, 1) / 1000, max: Date.UTC(2100, 11, 31) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...allZones), second, (timezone, seconds) => {
      const at = seconds * 1000;
      const match = matchWall(timezone, instantToWall(timezone, at));
      if (match.kind === 'ambiguous') expect([match.earlier, match.later]).toContain(at);
      else expect(match).toEqual({ kind: 'unique', at });
      const text = formatLocal(timezone, at);
      const expected = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
      expect(text).toBe(expected.toString({ timeZoneName: 'never', smallestUnit: 'second' }));
      expect(parseInstant(text)).toEqual({ ok: true, value: at });
    }),
    { numRuns: 1500 },
  );
});

test('a text of an offset with seconds still names its instant', () => {
  expect(formatLocal('Africa/Monrovia', 0)).toBe('1969-12-31T23:16:00-00:44');
  expect(parseInstant(formatLocal('Africa/Monrovia', 0))).toEqual({ ok: true, value: 0 });
});

test('the second pass of an ambiguous hour can be asked for', () => {
  const wall = parseWall('2026-10-25 02:30') ?? Number.NaN;
  expect(wallToInstant('Europe/Zurich', wall)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  expect(wallToInstant('Europe/Zurich', wall, 'later')).toBe(Date.UTC(2026, 9, 25, 1, 30));
});

test.each([
  ['2026-03-29T03:05:00+02:00', Date.UTC(2026, 2, 29, 1, 5)],
  ['2026-03-29t01:05:00z', Date.UTC(2026, 2, 29, 1, 5)],
  ['2026-03-29T01:05Z', Date.UTC(2026, 2, 29, 1, 5)],
  ['2026-03-28T20:35:00.250-04:30', Date.UTC(2026, 2, 29, 1, 5, 0, 250)],
  ['2026-03-29 01:05:00.1234567Z', Date.UTC(2026, 2, 29, 1, 5, 0, 123)],
])('%s is read', (text, value) => expect(parseInstant(text)).toEqual({ ok: true, value }));

test.each([
  '2026-03-29T03:05:00',
  '2026-02-30T03:05:00Z',
  '2026-03-29T24:00:00Z',
  '2026-03-29T12:60:00Z',
  '2026-03-29T12:00:60Z',
  '2026-03-29T12:00:00+25:00',
  '2026-03-29T12:00:00+0200',
  '2026-03-29Z',
  'yesterdayZ',
  '',
])('"%s" is refused', (text) => expect(parseInstant(text).ok).toBe(false));

test.each([
  ['00:00', 0],
  ['24:00', 1440],
  ['08:30', 510],
  ['24:01', null],
  ['8:30', null],
  ['12:60', null],
])('%s is %s minutes', (text, minutes) => expect(parseTimeOfDay(text)).toBe(minutes));
