import { describe, expect, test } from 'vitest';
import { readFirstRecords } from './first-records.ts';
import { readJsonTable } from './json-table.ts';

const table = (text: string) => {
  const found = readJsonTable(text);
  return found === null ? null : { names: found.names, rows: [...found.rows] };
};

describe('a JSON document as a table', () => {
  test.each([
    ['a list', '[{"at": 1, "in": 2}, {"at": 3, "out": "4"}]'],
    [
      'the longest list inside',
      '{"meta": [{"at": 9}], "data": {"items": [{"at": 1, "in": 2}, {"at": 3, "out": "4"}]}}',
    ],
    ['an object a line', '{"at": 1, "in": 2}\n{"at": 3, "out": "4"}\n'],
  ])('reads %s', (_, text) => {
    expect(table(text)).toEqual({
      names: ['at', 'in', 'out'],
      rows: [
        ['1', '2', ''],
        ['3', '', '4'],
      ],
    });
  });

  test('names fields of nested objects by their path, and leaves out lists', () => {
    expect(table('[{"device": {"id": "a"}, "values": [1], "ok": true, "none": null}]')).toEqual({
      names: ['device.id', 'ok'],
      rows: [['a', 'true']],
    });
  });

  test('is none without a list of objects', () => {
    expect(table('[1, 2]')).toBeNull();
    expect(() => readJsonTable('no json')).toThrow();
  });

  test('makes its rows one by one: objects without a common name have more cells than memory', () => {
    const objects = Array.from({ length: 60_000 }, (_, index) => `{"field${index}": 1}`);
    const found = readJsonTable(`[${objects.join()}]`);
    expect(found?.names.length).toBe(60_000);
    const [first] = found?.rows ?? [];
    expect(first?.filter((value) => value !== '')).toEqual(['1']);
    expect(readFirstRecords(new TextEncoder().encode(`[${objects.join()}]`), false)).toBeNull();
  });
});
