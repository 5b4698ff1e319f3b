import { parseQuery } from '@atrium/domain/numbers/parsing';
import { expect, test } from 'vitest';
import { buildCurl, examples } from './examples.ts';

const given = { origin: 'https://atrium.example', token: 'atr_x', today: '2026-11-29', tomorrow: '2026-11-30' };

test('each example is one command with the token', () => {
  for (const example of examples) {
    const command = buildCurl(example, given);
    expect(command).toMatch(/^curl https:\/\/atrium\.example\/(api|ingest)\/v1\//);
    expect(command).toContain('-H "Authorization: Bearer atr_x"');
    // A line that continues ends in a backslash.
    expect(
      command
        .split('\n')
        .map((line) => line.endsWith('\\'))
        .indexOf(false),
    ).toBe(command.split('\n').length - 1);
  }
});

test('the entries of today are a valid query', () => {
  const body = /-d '(.*)'$/.exec(buildCurl('entries', given))?.[1] ?? '';
  expect(parseQuery(JSON.parse(body))).toMatchObject({ ok: true, value: { metric: 'affluenceIn' } });
});
