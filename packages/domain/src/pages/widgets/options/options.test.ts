import { describe, expect, test } from 'vitest';
import { type WidgetType, widgetTypes } from '../../definitions/index.ts';
import { heightToRows, rowsToHeight } from '../../layout/index.ts';
import { parseStored } from '../parse-stored.ts';
import type { Stored } from '../settings.ts';
import { createWidget, filterProblems, findProblems, listOptions, type Option, valueAt, withValueAt } from './index.ts';

const fresh = (type: WidgetType): Stored =>
  createWidget(type, { title: 'New', metrics: ['affluenceIn', 'affluenceOut'] });

/** Returns a value that the option's shape allows. */
function allowed({ shape }: Option): unknown {
  switch (shape.kind) {
    case 'text':
      return 'Words';
    case 'texts':
      return ['Words'];
    case 'number':
      return 4.5;
    case 'whole':
      return shape.least;
    case 'flag':
      return !shape.usual;
    case 'color':
      return '#112233';
    case 'choice':
      return shape.of.at(-1);
    case 'choices':
      return [...shape.of];
    case 'metric':
      return 'co2';
    case 'metrics':
      return ['co2'];
    case 'reference':
      return 3;
    case 'references':
      return [3, 4];
    case 'colors':
      return { affluenceIn: '#112233' };
    case 'valuesOf':
      return ['3'];
    case 'list':
      return [shape.of.reduce((entry, one) => withValueAt(entry, one.path, allowed(one)), shape.fresh)];
  }
}

describe('the options of a widget', () => {
  test.each(widgetTypes)('of type %s read as they are set, one by one and all together', (type) => {
    let all = fresh(type);
    expect(findProblems(all)).toEqual([]);
    const options = listOptions(type);
    for (const option of options) {
      const value = allowed(option);
      // A tag category or tags require the type `specific`.
      const start =
        option.path[0] === 'category' ? withValueAt(fresh(type), ['category', 'type'], 'specific') : fresh(type);
      const set = withValueAt(start, option.path, value);
      expect([option.name, findProblems(set)]).toEqual([option.name, []]);
      expect(valueAt(set, option.path)).toEqual(value);
      all = withValueAt(all, option.path, value);
    }
    expect(parseStored(all)).toMatchObject({ kind: 'widget', widget: all });
    expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
  });

  test('say what is wrong where it is wrong', () => {
    const wrong = withValueAt(fresh('lineChart'), ['configuration', 'thresholds'], [{ value: 'much' }]);
    const problems = findProblems(wrong);
    expect(filterProblems(problems, ['configuration', 'thresholds'])).toHaveLength(1);
    expect(filterProblems(problems, ['title'])).toEqual([]);
    expect(findProblems(withValueAt(wrong, ['type'], 'hologram'))).toMatchObject([{ path: ['type'] }]);
  });

  test('leave nothing behind when they are taken back', () => {
    const start = fresh('columnChart');
    const set = withValueAt(start, ['configuration', 'genderColors', 'male'], '#112233');
    expect(withValueAt(set, ['configuration', 'genderColors', 'male'], undefined)).toEqual(start);
    const both = withValueAt(set, ['configuration', 'stacked'], true);
    expect(withValueAt(both, ['configuration', 'genderColors', 'male'], undefined)).toEqual(
      withValueAt(start, ['configuration', 'stacked'], true),
    );
  });

  test('rows hold the height they are made of', () => {
    for (const height of [90, 150, 239, 250, 480])
      for (const isBare of [true, false]) {
        const rows = heightToRows(height, isBare);
        expect(rowsToHeight(rows, isBare)).toBeGreaterThanOrEqual(height);
        expect(rowsToHeight(rows - 1, isBare)).toBeLessThan(height);
      }
  });
});
