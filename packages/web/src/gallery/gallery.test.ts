import { type WidgetType, widgetTypes } from '@atrium/domain/dashboards';
import {
  emptinessOf,
  noChoice,
  planWidget,
  readNumbers,
  readStored,
  specOf,
  type WidgetAnswer,
  widgetSpecs,
} from '@atrium/domain/dashboards/widgets';
import { describe, expect, test } from 'vitest';
import { widgetViews } from '../dashboards/widgets/views.ts';
import { entries } from './entries.ts';
import { answerNumbers } from './numbers.ts';
import { cellsOf } from './plan.ts';
import { site } from './site.ts';
import { type StateName, states } from './states.ts';

test('every registered type has an entry, a specification and a view, and there is no other (G02)', () => {
  const registered = [...widgetTypes].sort();
  expect(Object.keys(entries).sort()).toEqual(registered);
  expect(Object.keys(widgetSpecs).sort()).toEqual(registered);
  expect(Object.keys(widgetViews).sort()).toEqual(registered);
});

test('every definition reads, in every state', () => {
  for (const cell of widgetTypes.flatMap(cellsOf)) expect(readStored(cell.definition).kind).toBe('widget');
});

/** What a widget comes to in a state, from the plan to its numbers, as a page would have it. */
function comesTo(type: WidgetType, name: StateName): string {
  const { filters, now, answering } = states[name];
  const read = readStored(cellsOf(type).find((cell) => cell.name === name)?.definition);
  if (read.kind === 'placeholder') return read.why;
  const context = { sites: [site.topology], filters, now, choice: noChoice };
  const plan = planWidget(read.widget, context);
  if (plan.kind !== 'shown') return plan.kind;
  const answers = plan.queries.map(
    ({ query }): WidgetAnswer => answerNumbers({ query, answering, now }),
  );
  return emptinessOf(read.widget, readNumbers(read.widget, plan.queries, answers, context), context) ?? 'numbers';
}

describe.each(widgetTypes.filter((type) => specOf(type).source === 'numbers'))('%s', (type) => {
  test.each<[StateName, string]>([
    ['full', 'numbers'],
    ['live', 'numbers'],
    ['closed', 'closed'],
    ['nobody', 'nobody'],
    ['offline', 'offline'],
    ['noMatch', 'noMatch'],
    ['tooWide', 'tooWide'],
  ])('in the state %s comes to %s', (name, expected) => {
    expect(comesTo(type, name)).toBe(expected);
  });
});
