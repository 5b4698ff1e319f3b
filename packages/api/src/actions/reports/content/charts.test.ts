import type { ReportDay, ReportFacts, ReportGrid } from '@atrium/domain/actions/reports';
import { findMetric } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import { drawDayChart, drawHourChart } from './report-charts.ts';
import { createReportSpeech } from './report-speech.ts';

const speech = createReportSpeech('en');
const sheet = {
  width: 536,
  dayHeight: 200,
  rowHeight: 20,
  ground: null,
  color: '#0b7a3b',
  widthOf: (text: string) => text.length * 6.6,
};
const day = 86_400_000;
const monday = Date.parse('2026-11-16T00:00:00Z');

const dayOn = (index: number, more: Partial<ReportDay>): ReportDay => ({
  date: `2026-11-${16 + index}` as never,
  span: { from: monday + index * day, to: monday + (index + 1) * day },
  state: 'known',
  value: 100,
  partial: false,
  usual: 90,
  range: null,
  times: null,
  expected: null,
  whole: { usual: 90, range: null },
  change: null,
  side: null,
  surprise: null,
  verdict: null,
  difference: 10,
  isClosed: false,
  ...more,
});

const factsOf = (days: readonly ReportDay[], grid: ReportGrid | null = null) =>
  ({
    days,
    grid,
    upTo: null,
    site: { timezone: 'UTC' },
    main: { metric: findMetric('affluenceIn'), unit: 'visitors' },
  }) as unknown as ReportFacts;

/** Returns the texts of a picture. */
const wordsOf = (svg: string | undefined) => [...(svg ?? '').matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text);

test('days are told each as it was', () => {
  const days = [
    dayOn(0, { value: 1234 }),
    dayOn(1, { state: 'missing', value: null }),
    dayOn(2, { state: 'closed', value: 0, usual: null }),
    dayOn(3, { value: 50 }),
  ];
  const words = wordsOf(drawDayChart(factsOf(days), speech, sheet)?.svg);
  expect(words).toEqual(expect.arrayContaining(['Mon 16', 'Thu 19', '1,234', '50', 'no data', 'closed']));
  expect(words.filter((word) => word === '0')).toHaveLength(1);
});

test('a day of which part is known, and nobody in it, is not drawn as nobody', () => {
  const words = wordsOf(
    drawDayChart(factsOf([dayOn(0, {}), dayOn(1, { value: 0, partial: true })]), speech, sheet)?.svg,
  );
  expect(words).toContain('no data');
});

test('values are printed where they fit beside each other', () => {
  const many = Array.from({ length: 28 }, (_, index) => dayOn(index % 7, { value: 12_345 }));
  expect(wordsOf(drawDayChart(factsOf(many), speech, sheet)?.svg)).not.toContain('12,345');
  expect(wordsOf(drawDayChart(factsOf(many.slice(0, 7)), speech, sheet)?.svg)).toContain('12,345');
});

test('what bars cannot show has no picture', () => {
  expect(drawDayChart(factsOf([dayOn(0, {})]), speech, sheet)).toBeNull();
  expect(drawDayChart(factsOf([dayOn(0, { value: -3 }), dayOn(1, {})]), speech, sheet)).toBeNull();
  expect(
    drawDayChart(
      factsOf([dayOn(0, { state: 'missing', value: null }), dayOn(1, { state: 'closed', value: 0 })]),
      speech,
      sheet,
    ),
  ).toBeNull();
  expect(drawHourChart(factsOf([]), speech, sheet)).toBeNull();
});

test('hours have a row a day and the highest in its cell where there is room', () => {
  const grid: ReportGrid = {
    hours: [22, 23, 0, 1],
    rows: [
      { of: { date: '2026-11-16' as never }, cells: [1, 4900, null, 0] },
      { of: { date: '2026-11-17' as never }, cells: ['closed', 'closed', 'closed', 'closed'] },
    ],
    highest: 4900,
  };
  const drawn = drawHourChart(factsOf([], grid), speech, sheet);
  expect(wordsOf(drawn?.svg)).toEqual(['Mon 16', '4.9k', 'Tue 17', 'closed', '22', '01']);
  expect(drawn?.height).toBe(2 * 20 + 20);
  const narrow = drawHourChart(factsOf([], grid), speech, { ...sheet, width: 100 });
  expect(wordsOf(narrow?.svg)).not.toContain('4.9k');
});
