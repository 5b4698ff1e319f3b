import type { ApolloClient } from '@apollo/client';
import { toDaySpan } from '@atrium/domain/core';
import { expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { explainNumber, explainPart, isExplainable, type NumberQuestion, openFromHash } from './explain-number.ts';

const now = parseClock('2026-03-12T14:10');
const reader = { t: (id: string) => id, locale: 'en' };
const ranges = [{ from: '2026-03-12', to: '2026-03-13' }];
const byDoor: NumberQuestion = {
  query: { metric: 'affluenceIn', groupBy: [{ type: 'PASSAGE' }] },
  groups: [{ type: 'PASSAGE', label: 'North', zoneId: null }],
  place: 'North',
  whole: toDaySpan(site.topology, '2026-03-12'),
  ranges,
  calendar: site.topology,
  mode: 'USUAL',
};

/** Explains the number while its query has these passages as sources. Also returns the variables of each lookup. */
async function explainAmong(question: NumberQuestion, ...passages: readonly (readonly [id: number, name: string])[]) {
  const asked: unknown[] = [];
  const sources = passages.map(([passageId, passage]) => ({ deviceId: passageId, device: '', passageId, passage }));
  const query = async ({ variables }: { variables: unknown }) => {
    asked.push(variables);
    return { data: { readingsBehind: { sources } } };
  };
  const client = { query } as unknown as ApolloClient;
  return { asked, explained: await explainPart('', [], { ask: () => question, reader, client }) };
}

it('looks up the id of a name among the sources of the query', async () => {
  const { asked, explained } = await explainAmong(byDoor, [7, 'North'], [8, 'South']);
  expect(asked).toEqual([{ query: { metric: 'affluenceIn', filters: { conditions: [] } } }]);
  expect(explained?.query.filters?.conditions).toContainEqual({ criterion: 'PASSAGES', values: ['7'] });
});

it('does not explain a name of several things, or of none', async () => {
  expect((await explainAmong(byDoor, [7, 'North'], [8, 'North'])).explained).toBeNull();
  expect((await explainAmong(byDoor, [8, 'South'])).explained).toBeNull();
});

it('looks up nothing that the page knows', async () => {
  const { asked, explained } = await explainAmong({ ...byDoor, idOf: () => 9 });
  expect(asked).toEqual([]);
  expect(explained?.query.filters?.conditions).toContainEqual({ criterion: 'PASSAGES', values: ['9'] });
});

it('compares one stretch of time, but not several ranges or a derived number', () => {
  const whole = { ...byDoor, groups: [] };
  const modeOf = (question: NumberQuestion) => explainNumber(question, [], { reader, now })?.mode;
  expect(modeOf(whole)).toBe('USUAL');
  expect(modeOf({ ...whole, ranges: [...ranges, { from: '2026-03-05', to: '2026-03-06' }] })).toBeNull();
  const derive = () => ({ query: null, of: () => ({ text: '', how: '', compared: null }) });
  expect(modeOf({ ...whole, derive })).toBeNull();
});

it('tells which numbers can be explained before their names are known', () => {
  expect(isExplainable(byDoor)).toBe(true);
  expect(isExplainable({ ...byDoor, groups: [{ type: 'AGE', label: '', zoneId: null }], whole: null })).toBe(false);
  expect(isExplainable({ ...byDoor, query: { metric: 'nothing' } })).toBe(false);
  expect(isExplainable(null)).toBe(false);
});

it.each([
  ['entries', '', 'entries'],
  ['list:12', 'list', '12'],
  ['list:12', 'w1', null],
] as const)('asks for the number of the address %s in %j as %j', async (hash, name, part) => {
  const parts: string[] = [];
  const ask = (of: string) => {
    parts.push(of);
    return { ...byDoor, groups: [] };
  };
  const opened: string[] = [];
  const client = {} as ApolloClient;
  await openFromHash(encodeURIComponent(hash), name, { ask, reader, client }, (key) => opened.push(key.name));
  expect(parts).toEqual(part === null ? [] : [part]);
  expect(opened).toEqual(part === null ? [] : [hash]);
});
