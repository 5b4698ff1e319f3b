import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { buildDayFan, buildDifference, type FanHour } from './day-fan.ts';

const hourMs = 3_600_000;
const begin = Date.UTC(2026, 10, 27, 0);

/** Hours from midnight, of which the first `known` are over and the next has run for `part` of it. */
function toHours(usual: readonly number[], known: number, change: readonly number[], part: number): readonly FanHour[] {
  return usual.map((own, index) => ({
    from: begin + index * hourMs,
    to: begin + (index + 1) * hourMs,
    value: index < known ? own + (change[index] ?? 0) : index === known && part > 0 ? Math.round(own * part) : null,
    usual: own,
  }));
}

/** Closed, then open for six hours; three and a half of them are over. */
const hours = toHours([0, 0, 100, 200, 300, 200, 100, 100, 0], 5, [0, 0, -10, -20, -30], 0.5);
const now = begin + 5.5 * hourMs;
const input = {
  ...{ now, hours, value: 640, usual: 700 },
  range: { lower: 600, upper: 800 },
  day: { usual: 1000, range: { lower: 880, upper: 1120 } },
};

describe('the difference so far', () => {
  it('goes from opening to the difference of the figures', () => {
    const points = buildDifference(input) ?? [];
    expect(points[0]?.at).toBe(begin + 2 * hourMs);
    expect(points.at(-1)).toMatchObject({ at: now, difference: -60, lower: -100, upper: 100 });
    expect(points.map(({ difference }) => Math.round(difference))).toEqual([0, -10, -30, -60, -60]);
    expect(points.slice(1).every((point, index) => point.upper > (points[index]?.upper ?? 0))).toBe(true);
  });

  it('leaves out hours that are unknown, on both sides', () => {
    const gap = hours.map((hour, index) => (index === 3 ? { ...hour, value: null } : hour));
    const points = buildDifference({ ...input, hours: gap }) ?? [];
    expect(points.at(-1)?.difference).toBe(-60);
    // Over the gap nothing changes.
    expect(points.find(({ at }) => at === begin + 4 * hourMs)?.difference).toBe(
      points.find(({ at }) => at === begin + 3 * hourMs)?.difference,
    );
  });

  test.each([
    ['no hour has begun', { now: begin }],
    ['no hour is known', { hours: hours.map((hour) => ({ ...hour, value: null })) }],
    ['nothing is usual by hour', { hours: hours.map((hour) => ({ ...hour, usual: null })) }],
    ['the hours counted nobody, but the total somebody', { hours: hours.map((hour) => ({ ...hour, value: 0 })) }],
  ])('is unknown if %s', (_, changed) => {
    expect(buildDifference({ ...input, ...changed })).toBeNull();
    expect(buildDayFan({ ...input, ...changed })).toBeNull();
  });
});

describe('the fan', () => {
  it('ends where the day is heading', () => {
    const fan = buildDayFan(input);
    expect(fan?.span).toEqual({ from: begin + 2 * hourMs, to: begin + 8 * hourMs });
    expect(fan?.closing).toMatchObject({ value: 940, usual: 1000 });
    expect(fan?.heading[0]).toEqual({ at: now, difference: -60, lower: -60, upper: -60 });
    expect(fan?.heading.at(-1)).toMatchObject({ at: begin + 8 * hourMs, difference: -60 });
    expect(fan?.heading.at(-1)?.upper).toBeCloseTo((fan?.closing.upper ?? 0) - 1000, 9);
    expect(fan?.ahead[0]).toMatchObject({ lower: -100, upper: 100 });
    expect(fan?.ahead.at(-1)?.lower).toBeCloseTo(-120, 9);
  });

  it('grows the range by now with the root, if the day has none of its own', () => {
    const fan = buildDayFan({ ...input, day: { usual: 1000, range: null } });
    expect(fan?.ahead.at(-1)?.upper).toBeCloseTo(100 * Math.sqrt(1001 / 701), 9);
  });

  test.each([
    ['more is usual by now than in the whole day', { day: { usual: 600, range: null } }],
    [
      'nothing is expected of any hour ahead',
      { hours: hours.map((hour) => (hour.from > now - hourMs ? { ...hour, usual: null } : hour)) },
    ],
  ])('is absent if %s', (_, changed) => {
    expect(buildDayFan({ ...input, ...changed })).toBeNull();
  });

  it('always meets the figures, and its ranges hold what they are of', () => {
    const counts = fc.array(fc.nat(500), { minLength: 2, maxLength: 24 });
    fc.assert(
      fc.property(
        counts,
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 24 }),
        fc.nat(23),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        fc.record({ value: fc.nat(9000), usual: fc.nat(9000), rest: fc.nat(9000), down: fc.nat(500), up: fc.nat(500) }),
        (usual, change, known, part, { value, usual: usualNow, rest, down, up }) => {
          const at = begin + (Math.min(known, usual.length - 1) + part) * hourMs;
          const fan = buildDayFan({
            ...{ now: at, hours: toHours(usual, known, change, part), value, usual: usualNow },
            range: { lower: usualNow - down, upper: usualNow + up },
            day: { usual: usualNow + rest, range: null },
          });
          if (fan === null) return;
          expect(fan.past.at(-1)).toMatchObject({ at, difference: value - usualNow });
          expect(fan.closing.value).toBe(value + rest);
          expect(fan.heading.at(-1)?.difference).toBe(fan.closing.value - fan.closing.usual);
          for (const points of [fan.past, fan.ahead, fan.heading])
            for (const [index, point] of points.entries()) {
              expect(Number.isFinite(point.difference + point.lower + point.upper)).toBe(true);
              expect(point.lower).toBeLessThanOrEqual(point.upper);
              expect(point.at).toBeGreaterThan(points[index - 1]?.at ?? -1);
            }
          for (const { difference, lower, upper } of fan.heading) {
            expect(lower).toBeLessThanOrEqual(difference);
            expect(upper).toBeGreaterThanOrEqual(difference);
          }
        },
      ),
    );
  });
});
