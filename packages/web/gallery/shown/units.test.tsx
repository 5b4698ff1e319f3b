import { expect, test } from 'vitest';
import { buildDefinition, entries, showWidget } from './shown-widget.tsx';

const textOf = async (definition: object) => (await showWidget(definition)).textContent ?? '';

test.each(['kpis', 'table', 'barChart', 'progressBarChart', 'circleChart', 'pieChart'] as const)(
  '%s tells money in the currency of the site, and a change in %%',
  async (type) => {
    const money = await textOf(buildDefinition(type, { type: 'turnover' }));
    expect(money).toMatch(/CHF/);
    expect(money).not.toMatch(/currency/);
    const change = await textOf(buildDefinition(type, { ...entries, aggregation: 'evolution' }));
    expect(change).toMatch(/%/);
    expect(change).not.toMatch(/visitor/);
  },
);

test('kpis write a state in words, which wrap', async () => {
  const wordsOf = async (metric: object) =>
    (await showWidget(buildDefinition('kpis', metric))).querySelector('p[data-words]')?.textContent;
  expect(await wordsOf({ type: 'deviceStatus' })).toBe('Sensors disconnected');
  expect(await wordsOf(entries)).toBeUndefined();
});
