import { expect, test } from 'vitest';
import { readBody } from './dialects/registry.ts';
import type { FieldMap } from './field-map.ts';
import { buildSample, type Moment } from './samples.ts';

const at = Date.UTC(2026, 10, 24, 13, 45);
const minute = 60_000;
const iso = (ago: number) => new Date(at - ago * minute).toISOString();

/** Reads a body as `device: value, …` for each packet. */
function read(body: unknown, maps: readonly FieldMap[] = []) {
  const found = readBody(JSON.stringify(body), at, maps);
  if (!found.ok || !found.value.packets.ok) return found;
  return found.value.packets.value.map(
    ({ device, told }) => `${device}: ${told.map((one) => ('value' in one ? one.value : 1)).join(', ')}`,
  );
}

test('samples of one sensor that a webhook batches are one packet with all of them', () => {
  const sample = (serialNumber: string, ago: number, co2: number) => ({
    ...{ serialNumber, co2 },
    recorded: iso(ago).slice(0, 19),
  });
  const data = [sample('1', 10, 600), sample('2', 10, 500), sample('1', 5, 700), sample('1', 0, 800)];
  expect(read({ type: 'airthings-webhook-cloudevent-sample-feed', data })).toEqual(['1: 600, 700, 800', '2: 500']);
});

test('several packages of one Xovis logic in a list are one packet', () => {
  const moment: Moment = {
    ...{ device: 'x', name: 'Door', at, interval: 900, entered: 5, left: 4, passed: 9 },
    ...{ enteredInAll: 5, leftInAll: 4, sequence: 7 },
  };
  const packages = [{ ...moment, at: at - 900_000, entered: 3, sequence: 6 }, moment].map(
    (one) => JSON.parse(buildSample('xovis', one).text) as unknown,
  );
  expect(read(packages)).toEqual(['x/1: 3, 4, 5, 4']);
});

test('a map reads a list of values of one device that is named around it, also more than devices fit', () => {
  const map: FieldMap = {
    ...{ name: 'Log', list: 'log', device: '$.site.id', time: 't', interval: 60 },
    numbers: [{ path: 'ppm', metric: 'co2', meaning: 'sample', factor: 1 }],
  };
  const log = Array.from({ length: 40 }, (_, index) => ({ t: iso(index), ppm: 400 + index }));
  expect(read({ site: { id: 'A-12' }, log }, [map])).toEqual([`A-12: ${log.map(({ ppm }) => ppm).join(', ')}`]);
});
