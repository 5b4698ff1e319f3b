import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import {
  findEmptiness,
  getWidgetSpec,
  noChoice,
  parseNumbers,
  parseStored,
  planWidget,
  type WidgetAnswer,
  widgetSpecs,
} from '@atrium/domain/pages/widgets';
import { describe, expect, test } from 'vitest';
import { entries } from './entries.ts';
import { answerNumbers } from './numbers.ts';
import { buildCells } from './plan.ts';
import { site } from './site.ts';
import { type StateName, states } from './states.ts';

test('every registered type has an entry and a specification, and there is no other (G02)', () => {
  const registered = [...widgetTypes].sort();
  expect(Object.keys(entries).sort()).toEqual(registered);
  expect(Object.keys(widgetSpecs).sort()).toEqual(registered);
});

test('every definition reads, in every state', () => {
  for (const cell of widgetTypes.flatMap(buildCells)) expect(parseStored(cell.definition).kind).toBe('widget');
});

/** Returns the result of a widget in a state, from its plan to its numbers, as a page computes it. */
function comesTo(type: WidgetType, name: StateName): string {
  const { filters, now, answering } = states[name];
  const read = parseStored(buildCells(type).find((cell) => cell.name === name)?.definition);
  if (read.kind === 'placeholder') return read.why;
  const context = { sites: [site.topology], filters, now, choice: noChoice };
  const plan = planWidget(read.widget, context);
  if (plan.kind !== 'shown') return plan.kind;
  const answers = plan.queries.map(({ query }): WidgetAnswer => answerNumbers({ query, answering, now }));
  return findEmptiness(read.widget, parseNumbers(read.widget, plan.queries, answers, context), context) ?? 'numbers';
}

describe.each(widgetTypes.filter((type) => getWidgetSpec(type).source === 'numbers'))('%s', (type) => {
  test.each<[StateName, string]>([
    ['full', 'numbers'],
    ['live', 'numbers'],
    ['belowZero', 'numbers'],
    ['crowded', 'numbers'],
    ['narrow', 'numbers'],
    ['closed', 'closed'],
    ['nobody', 'nobody'],
    ['offline', 'offline'],
    ['notTold', 'notTold'],
    ['noMatch', 'noMatch'],
    ['tooWide', 'tooWide'],
  ])('in the state %s comes to %s', (name, expected) => {
    expect(comesTo(type, name)).toBe(expected);
  });
});

describe('the steps of a day', () => {
  const { filters, now } = states.full;
  const stepsOf = (metric: string, answered: (at: number) => number) => {
    const stored = { version: 1, id: 1, type: 'lineChart', title: '', order: 0, zoneIds: [1] };
    const read = parseStored({ ...stored, metrics: [{ type: metric, groupBy: [{ type: 'DATE', period: 'PT30M' }] }] });
    if (read.kind === 'placeholder') throw new Error(read.why);
    const context = { sites: [site.topology], filters, now, choice: noChoice };
    const plan = planWidget(read.widget, context);
    if (plan.kind !== 'shown') throw new Error(plan.kind);
    const answers = plan.queries.map(({ query }): WidgetAnswer => {
      const answer = answerNumbers({ query, answering: 'numbers', now });
      return { ...answer, data: answer.data.map(({ label }, place) => ({ label, value: answered(place / 2) })) };
    });
    const [series] = parseNumbers(read.widget, plan.queries, answers, context).series;
    return (series?.buckets ?? []).map(({ point }) => (point?.state === 'known' ? point.value : point?.state));
  };
  const open = (hour: number) => hour >= 8 && hour < 20;

  test('outside opening hours are closed, not 0, and 0 within them', () => {
    const steps = stepsOf('affluenceIn', () => 0);
    expect(steps).toEqual(Array.from({ length: 48 }, (_, half) => (open(half / 2) ? 0 : 'closed')));
  });

  test('include people who came before opening', () => {
    expect(stepsOf('affluenceIn', (hour) => (hour === 7.5 ? 3 : 0)).slice(14, 17)).toEqual(['closed', 3, 0]);
  });

  test('of anything but people keep their zeros at night', () => {
    expect(new Set(stepsOf('temperature', () => 0))).toEqual(new Set([0]));
  });
});
