import { addDays, formatTimeOfDay, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue, MeasurementQuery } from '@atrium/domain/numbers';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { beforeEach, expect, test } from 'vitest';
import type { Answer } from '../planner/answer/answer.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import { parseValidQuery, scopeOf } from '../testing/ask.ts';
import { KeptHistories } from './kept-histories.ts';
import { type ExpectedPlan, type HistoryPlan, planExpected } from './plan-expected.ts';
import type { SlotHistories } from './slot-histories.ts';

const hour = 3_600_000;
const begin = '2026-09-16' as LocalDate;
const site = aSite(771_009, {
  zones: [aZone(1, {})],
  passages: [aDoor(2, null, 1)],
  devices: [aPad(3, 2, { interval: 3600 })],
});
const byPlace = { metric: 'affluenceIn', compare: 'EXPECTED', groupBy: [{ type: 'PASSAGE' }] };
const facts = { tagCategories: [], settings: {} } as never;

let generation = 1;
let kept: KeptHistories;
beforeEach(() => {
  generation = 1;
  const ledger = { keptSince: () => 0, generationBefore: () => generation };
  kept = new KeptHistories(ledger as Partial<DirtyDays> as DirtyDays);
});

/** A value that differs by place, day and hour. The second place is new on a day, and hours are missing at times. */
function valueAt(place: string, date: LocalDate, at: number): number | null {
  const day = Number(date.slice(5, 7)) * 31 + Number(date.slice(8, 10));
  if (place === 'new' && date < addDays(begin, 1)) return null;
  return (day + at) % 11 === 0 ? null : day * 100 + at + (place === 'new' ? 0.5 : 0);
}

/** Answers a query as the planner would: only with the places that have a value in it. */
function answerTo({ periods }: MeasurementQuery): Answer {
  const [period] = periods;
  if (period?.kind !== 'days') throw new Error('a history is read by days');
  const { from, to } = period.days;
  const rowsOf = (place: string): LabelledValue[] => {
    const rows: LabelledValue[] = [];
    for (let date = from; date < to; date = addDays(date, 1))
      for (let at = 0; at < 24; at++) {
        const value = valueAt(place, date, at);
        rows.push({ label: `${date}T${formatTimeOfDay(at * 60)}:00`, value });
      }
    return rows;
  };
  const places = ['door', 'new'].filter((place) => rowsOf(place).some(({ value }) => value !== null));
  return { data: places.map((label) => ({ label, value: rowsOf(label) })) } as Partial<Answer> as Answer;
}

/** Returns the history of a day at noon, and how many days were read for it. */
function readOn(date: LocalDate, histories = kept): { readonly found: SlotHistories; readonly days: number } {
  const now = startOfSiteDay(site, date) + 12 * hour;
  const plan = planExpected(parseValidQuery(byPlace), [site], now) as ExpectedPlan;
  const asker = { scope: scopeOf(771_009, null), facts, now };
  const wanted = histories.want(asker, plan, plan.histories[0] as HistoryPlan);
  if (wanted.query === null) return { found: wanted.known, days: 0 };
  const [period] = wanted.query.periods;
  const read = period?.kind === 'days' ? period.days : { from: date, to: date };
  return {
    found: wanted.take(answerTo(wanted.query)),
    days: (Date.parse(read.to) - Date.parse(read.from)) / (24 * hour),
  };
}

const valuesOf = (histories: SlotHistories) => [...histories].map(([key, { slots, values }]) => [key, slots, values]);
const anew = (date: LocalDate) => readOn(date, new KeptHistories(undefined)).found;

test('a history moves on with the days: only the days since are read, with the same values as anew', () => {
  expect(readOn(begin).days).toBe(119);
  // Late readings may change the last day until the evening.
  expect(readOn(begin).days).toBe(1);
  // One day, then three at once. A place is new on the second day.
  for (const [later, days] of [
    [1, 2],
    [2, 2],
    [5, 4],
  ] as const) {
    const date = addDays(begin, later);
    const { found, days: read } = readOn(date);
    expect([date, read]).toEqual([date, days]);
    expect(valuesOf(found)).toEqual(valuesOf(anew(date)));
    expect(readOn(date).days).toBe(1);
  }
});

test('a history is read anew after a write to its days, and after more than a week', () => {
  readOn(begin);
  generation++;
  expect(readOn(addDays(begin, 1)).days).toBe(119);
  expect(readOn(addDays(begin, 9)).days).toBe(119);
  expect(readOn(addDays(begin, 9)).days).toBe(1);
});
