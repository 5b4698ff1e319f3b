import { listCalendarTicks } from '@atrium/domain/core';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type AxisTick, placeEvents, placeTicks } from './place-labels.ts';

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

test('a label is centered above its event, beside others and within the plot', () => {
  const area = plot(400);
  const labels = (events: Parameters<typeof placeEvents>[0]) =>
    placeEvents(events, (at) => at, area, widthOf).map(({ labelX, label }) => [labelX, label]);
  expect(labels([{ span: { from: 200, to: 260 }, label: 'Market' }])).toEqual([[230, 'Market']]);
  expect(labels([{ span: { from: 40, to: 42 }, label: 'Market' }])).toEqual([[40 + 19.5, 'Market']]);
  expect(labels([{ span: { from: 438, to: 440 }, label: 'Market' }])).toEqual([[440 - 19.5, 'Market']]);
  // Both want the same place: the second moves aside.
  expect(
    labels([
      { span: { from: 200, to: 260 }, label: 'Market' },
      { span: { from: 200, to: 262 }, label: 'Corrected' },
    ]),
  ).toEqual([
    [230, 'Market'],
    [249.5 + 8 + 29.25, 'Corrected'],
  ]);
});

test('labels of events never overlap and stay within the plot, whatever their number', () => {
  const event = fc.record({
    span: fc.record({ from: fc.integer({ min: 40, max: 440 }), to: fc.integer({ min: 40, max: 440 }) }),
    label: fc.string({ minLength: 1, maxLength: 60 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), (events) => {
      const placed = placeEvents(events, (at) => at, plot(400), widthOf)
        .map(({ labelX, label }) => ({ from: labelX - widthOf(label) / 2, to: labelX + widthOf(label) / 2 }))
        .sort((one, other) => one.from - other.from);
      expect(placed).toHaveLength(events.length);
      for (const [index, { from, to }] of placed.entries()) {
        expect(from).toBeGreaterThanOrEqual(40 - 1e-9);
        expect(to).toBeLessThanOrEqual(440 + 1e-9);
        expect(from).toBeGreaterThanOrEqual((placed[index - 1]?.to ?? Number.NEGATIVE_INFINITY) - 1e-9);
      }
    }),
  );
});
