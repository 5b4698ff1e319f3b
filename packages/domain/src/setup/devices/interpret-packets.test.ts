import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpretPackets, type ParsedPacket } from './index.ts';
import { buildPacket, type PacketNumber } from './packet.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 24, 9);

let keys = 0;
function packet(told: readonly PacketNumber[], parts: { sequence?: number; received?: number } = {}): ParsedPacket {
  const last = told.at(-1);
  const at = last === undefined ? start : last.kind === 'period' ? last.to : last.at;
  keys += 1;
  const { sequence = null, received = at } = parts;
  return { key: keys, received, packet: buildPacket({ dialect: 'fieldMap', device: 'd', told, sequence }) };
}
const total = (minutes: number, value: number, since: number | null = null) =>
  packet([{ kind: 'total', metric: 'affluenceIn', at: start + minutes * minute, total: value, since }]);
const period = (from: number, to: number, value: number, received?: number) =>
  packet(
    [{ kind: 'period', metric: 'affluenceIn', from: start + from * minute, to: start + to * minute, value }],
    received === undefined ? {} : { received: start + received * minute },
  );

const shown = (packets: readonly ParsedPacket[], swapped = false) =>
  interpretPackets(packets, swapped).map(({ readings, marks }) =>
    [
      ...readings.map(({ at, value, interval }) => `${(at - start) / minute}+${interval / 60}=${value}`),
      ...marks.map(({ kind, costs }) => (costs ? `${kind}!` : kind)),
    ].join(' '),
  );

describe('totals', () => {
  test.each<[string, readonly ParsedPacket[], readonly string[]]>([
    ['become what they rose by', [total(0, 10), total(15, 14), total(30, 14)], ['', '0+15=4', '15+15=0']],
    ['in the order of their times', [total(30, 20), total(0, 10), total(15, 14)], ['', '0+15=4', '15+15=6']],
    ['told again say nothing new', [total(0, 10), total(0, 10), total(15, 12)], ['', 'repeat', '0+15=2']],
    ['that begin anew cost what was between', [total(0, 10), total(15, 3), total(30, 5)], ['', 'reset!', '15+15=2']],
    ['that begin anew and say what they add cost nothing', [total(0, 10), total(15, 3, 3)], ['', '0+15=3 reset']],
    ['after more than a day say nothing', [total(0, 10), total(1441, 12), total(1456, 13)], ['', 'gap!', '1441+15=1']],
  ])('%s', (_, packets, expected) => {
    expect(shown(packets)).toEqual(expected);
  });

  test('beside periods of the same are left out: they are the same people', () => {
    expect(shown([total(0, 10), period(0, 15, 4), total(15, 14)]).join()).toContain('leftOut');
    expect(
      interpretPackets([total(0, 10), period(0, 15, 4), total(15, 14)], false).flatMap((one) => one.readings),
    ).toHaveLength(1);
  });

  test('however they are lost, doubled and mixed up, add up to the difference of the ends', () => {
    const rises = fc.array(fc.nat({ max: 40 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(rises, fc.array(fc.nat()), fc.array(fc.nat()), (steps, lost, doubled) => {
        let sum = 100;
        const all = steps.map((step, index) => {
          sum += step;
          return total(index * 15, sum);
        });
        const inner = all.filter((_, index) => index === 0 || index === all.length - 1 || !lost.includes(index));
        const sent = [...inner, ...inner.filter((_, index) => doubled.includes(index))].reverse();
        const readings = interpretPackets(sent, false).flatMap((one) => one.readings);
        expect(readings.reduce((people, { value }) => people + value, 0)).toBe(sum - 100 - (steps[0] as number));
        expect(readings.reduce((time, { interval }) => time + interval, 0)).toBe((steps.length - 1) * 900);
      }),
    );
  });
});

describe('one person reported in two ways is counted once', () => {
  const since = (minutes: number, value: number) =>
    packet([{ kind: 'since', metric: 'affluenceIn', at: start + minutes * minute, value }]);

  test('in totals and, in packets of their own, by what they rose', () => {
    const sent = [total(0, 100), since(0.1, 0), total(10, 105), since(10.1, 5), total(20, 108), since(20.1, 3)];
    const readings = interpretPackets(sent, false).flatMap((one) => one.readings);
    expect(readings.reduce((people, { value }) => people + value, 0)).toBe(8);
    expect(shown(sent)[3]).toBe('leftOut');
  });

  test('in a radio frame that arrives twice', () => {
    const frame = (sequence: number, minutes: number, value: number): ParsedPacket => {
      const one = since(minutes, value);
      return { ...one, packet: { ...one.packet, sequence, isFrame: true } };
    };
    const sent = [frame(1, 0, 9), frame(2, 10, 4), frame(2, 10.5, 4), frame(3, 20, 2), frame(2, 19.9, 4)];
    const readings = interpretPackets(sent, false).flatMap((one) => one.readings);
    expect(readings.map(({ value }) => value)).toEqual([4, 2]);
    // The same number much later is another frame: the counter restarted.
    expect(
      interpretPackets([...sent, frame(2, 50, 7)], false)
        .flatMap((one) => one.readings)
        .at(-1)?.value,
    ).toBe(7);
  });
});

describe('periods', () => {
  test.each<[string, readonly ParsedPacket[], readonly string[]]>([
    ['one after the other', [period(0, 15, 1), period(15, 30, 2)], ['0+15=1', '15+15=2']],
    ['with one missing', [period(0, 15, 1), period(30, 45, 2)], ['0+15=1', '30+15=2 gap!']],
    ['sent twice', [period(0, 15, 1), period(0, 15, 1, 16)], ['0+15=1', '0+15=1 repeat']],
    ['sent late', [period(0, 15, 1, 120), period(15, 30, 2)], ['0+15=1 late', '15+15=2']],
    ['that overlap', [period(0, 15, 1), period(10, 25, 2)], ['0+15=1', '10+15=2 overlap']],
    ['from a clock that runs ahead', [period(0, 15, 1, 5)], ['0+15=1 clock']],
  ])('%s', (_, packets, expected) => {
    expect(shown(packets)).toEqual(expected);
  });
});

test('a gap in sequence numbers gives a mark; totals lose nothing', () => {
  const numbered = (sequence: number, told: PacketNumber) => packet([told], { sequence });
  const people = (minutes: number, value: number): PacketNumber => ({
    kind: 'since',
    metric: 'affluenceIn',
    at: start + minutes * minute,
    value,
  });
  const sum = (minutes: number, value: number): PacketNumber => ({
    kind: 'total',
    metric: 'affluenceIn',
    at: start + minutes * minute,
    total: value,
    since: null,
  });
  expect(shown([numbered(1, people(0, 5)), numbered(2, people(15, 5)), numbered(5, people(30, 5))])).toEqual([
    '',
    '0+15=5',
    '15+15=5 gap!',
  ]);
  expect(shown([numbered(1, sum(0, 5)), numbered(5, sum(15, 9))])).toEqual(['', '0+15=4 gap']);
  expect(shown([numbered(9, sum(0, 5)), numbered(0, sum(15, 9))])).toEqual(['', '0+15=4 reset']);
});

test('in and out are swapped on request, and nothing else', () => {
  const both = packet([
    { kind: 'period', metric: 'affluenceIn', from: start, to: start + minute, value: 1 },
    { kind: 'period', metric: 'affluenceOut', from: start, to: start + minute, value: 2 },
    { kind: 'period', metric: 'footfall', from: start, to: start + minute, value: 3 },
  ]);
  const readings = interpretPackets([both], true).flatMap((one) => one.readings);
  expect(readings.map(({ metric, value }) => [metric, value])).toEqual([
    ['affluenceOut', 1],
    ['affluenceIn', 2],
    ['footfall', 3],
  ]);
});

test('two people in one moment are two', () => {
  const crossing: PacketNumber = { kind: 'crossing', metric: 'affluenceIn', at: start };
  expect(shown([packet([crossing, crossing])])).toEqual(['0+0=2']);
});

describe('offsets that are wrong', () => {
  const hour = 3_600_000;
  /** A packet about the quarter that ends at that minute, from a clock that is `slow` hours slow. */
  const camera = (minutes: number, slow: number, received = minutes + 1): ParsedPacket => {
    const to = start + minutes * minute - slow * hour;
    keys += 1;
    const told = [{ kind: 'period', metric: 'affluenceIn', from: to - 15 * minute, to, value: 1 }] as const;
    const packet = buildPacket({ dialect: 'hikvision', device: 'd', told, doubtfulOffset: 480 });
    return { key: keys, received: start + received * minute, packet };
  };
  const times = (packets: readonly ParsedPacket[]) =>
    interpretPackets(packets, false).map(({ at, wrongOffset }) => [(at - start) / minute, wrongOffset?.readAs ?? null]);

  test('show in packets that are late by the same, and are read by the wall clock', () => {
    expect(times([camera(15, 7), camera(30, 7), camera(45, 7)])).toEqual([
      [15, 60],
      [30, 60],
      [45, 60],
    ]);
  });
  test('do not show in one packet, nor in a backlog that comes at once', () => {
    expect(times([camera(15, 7)])).toEqual([[15 - 420, null]]);
    const backlog = [15, 30, 45, 60, 75].map((minutes) => camera(minutes, 0, 200));
    expect(times(backlog).every(([, readAs]) => readAs === null)).toBe(true);
  });
  test('do not show in a backlog at a steady pace, when the offset was right before', () => {
    const before = [15, 30].map((minutes) => camera(minutes, 0));
    const backlog = [45, 60, 75].map((minutes) => camera(minutes, 0, minutes + 121));
    expect(times([...before, ...backlog]).every(([, readAs]) => readAs === null)).toBe(true);
  });
  test('change with the hour of summer', () => {
    expect(times([camera(15, 7), camera(30, 7), camera(45, 6), camera(60, 6)]).map(([at]) => at)).toEqual([
      15, 30, 45, 60,
    ]);
  });
});
