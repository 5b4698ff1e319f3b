import { listCalendarTicks } from '@atrium/domain/core';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AxisTick, placeTicks } from './place-labels.ts';

const hour = 3_600_000;
const plot = (width: number) => ({ x: 40, y: 0, width, height: 100 });
const widthOf = (text: string) => text.length * 6.5;
/** Labels of a day of hours, ranked by the calendar. */
const hours: readonly AxisTick[] = Array.from({ length: 25 }, (_, index) => ({
  at: index * hour,
  label: `${String(index % 24).padStart(2, '0')}:00`,
  rank: [1, 3, 6, 12, 24].filter((step) => index % step === 0).length,
}));
const place = (ticks: readonly AxisTick[], width: number, span = 24 * hour) =>
  placeTicks(ticks, (at) => 40 + (at / span) * width, plot(width), widthOf);

test.each([
  [1600, ['00:00', '01:00', '02:00'], 25],
  [500, ['00:00', '03:00', '06:00'], 9],
  [300, ['00:00', '06:00', '12:00', '18:00', '00:00'], 5],
  [120, ['00:00', '12:00', '00:00'], 3],
  [30, ['00:00'], 1],
])('in %d px hours give way to those of a coarser calendar', (width, first, count) => {
  const labels = place(hours, width).map(({ label }) => label);
  expect(labels.slice(0, first.length)).toEqual(first);
  expect(labels).toHaveLength(count);
});

describe('labels', () => {
  it('never overlap, whatever the ranks, the width and the span', () => {
    const spans = fc.record({
      begin: fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2027-01-01') }),
      length: fc.oneof(fc.integer({ min: hour, max: 72 * hour }), fc.integer({ min: 72 * hour, max: 9000 * hour })),
      timezone: fc.constantFrom('Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe'),
      width: fc.integer({ min: 40, max: 1600 }),
    });
    fc.assert(
      fc.property(spans, ({ begin, length, timezone, width }) => {
        const marks = listCalendarTicks({ from: begin, to: begin + length }, timezone);
        const ticks = marks.map(({ at, date, kind, rank }) => ({
          ...{ at: at - begin, rank },
          label: kind === 'date' ? `Mon ${date}` : '00:00',
        }));
        const placed = place(ticks, width, length);
        expect(placed.length > 0).toBe(ticks.length > 0);
        const edges = placed.map(({ x, anchor, label }) => {
          const from = anchor === 'end' ? x - widthOf(label) : x - widthOf(label) / 2;
          return [from, from + widthOf(label)] as const;
        });
        for (const [index, [from]] of edges.entries())
          expect(from).toBeGreaterThanOrEqual((edges[index - 1]?.[1] ?? Number.NEGATIVE_INFINITY) + 10);
      }),
    );
  });
});
