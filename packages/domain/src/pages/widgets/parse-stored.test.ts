import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnknownWidget, parseWidget, widgetTypes } from '../definitions/index.ts';
import { parseStored } from './parse-stored.ts';
import { getWidgetSpec } from './registry.ts';

const least = { version: 1, id: 1, type: 'lineChart', title: 'Entries', order: 0 };

describe('a stored widget', () => {
  test('of any JSON is a widget or the placeholder, never thrown at (G01)', () => {
    const near = fc.record(
      {
        ...Object.fromEntries(Object.keys(least).map((key) => [key, fc.jsonValue()])),
        type: fc.oneof(fc.constantFrom<string>(...widgetTypes), fc.jsonValue()),
        metrics: fc.jsonValue(),
        configuration: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), (stored) => {
        const read = parseStored(stored);
        if (read.kind === 'placeholder') return read.type.length > 0;
        const parsed = parseWidget(read.widget);
        return parsed.ok && !isUnknownWidget(parsed.value);
      }),
    );
  });

  test('of every type reads, and has a size', () => {
    for (const type of widgetTypes) {
      const read = parseStored({ ...least, type });
      expect(read).toMatchObject({ kind: 'widget', widget: { type } });
      if (read.kind === 'widget') expect(getWidgetSpec(type).size(read.widget, null).height).toBeGreaterThan(0);
    }
  });

  test.each([
    [
      { ...least, type: 'hologram' },
      { type: 'hologram', why: 'unknownType' },
    ],
    [
      { ...least, version: 99 },
      { type: 'lineChart', why: 'laterVersion' },
    ],
    [
      { ...least, title: 3 },
      { type: 'lineChart', why: 'unreadable' },
    ],
    [{ ...least, configuration: { axisFormatter: 'evil' } }, { why: 'unreadable' }],
    [{ ...least, configuration: { legendFormatter: 'compact' } }, { why: 'unreadable' }],
    [null, { type: 'unknown', why: 'unreadable' }],
  ])('%j keeps its place', (stored, expected) => {
    expect(parseStored(stored)).toMatchObject({ kind: 'placeholder', ...expected });
  });
});
