import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBody } from './dialects/registry.ts';
import { checkFieldMap, readPath } from './field-map.ts';
import { listPacketFields } from './packet-fields.ts';

const list = (root: unknown) => listPacketFields(root).map(({ path, value }) => `${path} = ${value}`);

test('fields are listed with the paths by which a map reads them', () => {
  const body = {
    sensor: { serial: 'b8a4', name: ' Door ' },
    items: [
      { direction: 'in', count: 5 },
      { direction: 'out', count: 2 },
    ],
    pairs: [[1, 2], [3]],
    none: null,
    'a.b': 7,
  };
  expect(list(body)).toEqual([
    'sensor.serial = b8a4',
    'sensor.name = Door',
    'items[direction=in].direction = in',
    'items[direction=in].count = 5',
    'items[direction=out].direction = out',
    'items[direction=out].count = 2',
  ]);
  expect(list([{ n: 1 }, { n: 2 }])).toEqual(['n = 1']);
  expect(list({ rows: [{ n: 1 }, { n: 2 }] })).toEqual(['rows[0].n = 1', 'rows[1].n = 2']);
});

test('fields of XML have the names that a map uses', () => {
  const body = readBody('<doors id="7"><in>4</in></doors>', 0, [], true);
  expect(body).toMatchObject({
    value: {
      fields: [
        { path: 'doors.in', value: '4' },
        { path: 'doors.@id', value: '7' },
      ],
    },
  });
});

test('every path that is listed is one that a map takes, and reads the field', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (root) => {
      for (const { path, value } of listPacketFields(root)) {
        expect(String(readPath(Array.isArray(root) ? root[0] : root, path)).trim()).toBe(value);
        const numbers = [{ path, metric: 'co2', meaning: 'sample', factor: 1 } as const];
        const map = { name: 'any', list: '', device: path, time: '', interval: 60, numbers };
        expect(checkFieldMap(map)).toMatchObject({ ok: true });
      }
    }),
    { numRuns: 500 },
  );
});
