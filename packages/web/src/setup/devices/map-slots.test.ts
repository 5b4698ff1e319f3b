import { expect, test } from 'vitest';
import { fillSlot, findEmptySlot, isComplete, type MapValues } from './map-slots.ts';

const empty: MapValues = {
  ...{ name: 'Rooms', list: '', device: '', time: '', interval: 900 },
  numbers: [{ path: '', metric: 'co2', meaning: 'sample', factor: 1 }],
};

test('clicks in the packet fill the device, the time and the numbers, in this order', () => {
  const paths = ['room', 'when', 'ppm'];
  const slots: unknown[] = [];
  let values = empty;
  for (const path of paths) {
    const slot = findEmptySlot(values);
    slots.push(slot);
    expect(isComplete(values)).toBe(false);
    if (slot !== null) values = fillSlot(values, slot, path);
  }
  expect(slots).toEqual(['device', 'time', 0]);
  expect(values).toMatchObject({ device: 'room', time: 'when', numbers: [{ path: 'ppm', metric: 'co2' }] });
  expect([findEmptySlot(values), isComplete(values)]).toEqual([null, true]);
});

test('a field that was chosen is replaced, and the others stay', () => {
  const two = {
    ...empty,
    numbers: [empty.numbers].flat().concat({ path: 'b', metric: 'humidity', meaning: 'sample', factor: 1 }),
  };
  expect(fillSlot(two, 1, 'c').numbers).toMatchObject([{ path: '' }, { path: 'c', metric: 'humidity' }]);
});

test('inside a list, paths begin at its items, and others at the body', () => {
  const listed = fillSlot(empty, 'list', 'doors[way=in].count');
  expect(listed.list).toBe('doors');
  expect(fillSlot(listed, 0, 'doors[way=in].count').numbers).toMatchObject([{ path: 'count' }]);
  expect(fillSlot(listed, 'device', 'site.id').device).toBe('$.site.id');
});
