import { describe, expect, test } from 'vitest';
import { interpretPackets, type ParsedPacket } from '../interpret-packets.ts';
import { buildSample, type Moment, type SampleId, sampleIds } from '../samples.ts';
import { readBody } from './registry.ts';

const quarter = 900_000;
const start = Date.UTC(2026, 10, 24, 8);

/** A packet of a quarter of an hour, and when it arrives. */
interface Sent {
  readonly moment: Moment;
  readonly received: number;
}

/** Eight quarters, in which 1 to 8 people come in. */
const plain: readonly Sent[] = Array.from({ length: 8 }, (_, index) => {
  const entered = index + 1;
  const at = start + entered * quarter;
  const moment = {
    ...{ device: '44:19:b6:0e:71:c2', name: 'Street door', at, interval: 900, entered, left: 1, passed: 9 },
    ...{ enteredInAll: 100 + (entered * (entered + 1)) / 2, leftInAll: 50 + entered, sequence: 30 + index },
  };
  return { moment, received: at + 5_000 };
});

const streams = {
  plain,
  'each sent twice': plain.flatMap((one) => [one, { ...one, received: one.received + 3_000 }]),
  'the third one two hours late': plain.map((one, index) =>
    index === 2 ? { ...one, received: one.received + 8 * quarter } : one,
  ),
  'all at once, the newest first': plain.map((one) => ({ ...one, received: start + 20 * quarter })).reverse(),
  'the fourth one lost': plain.filter((_, index) => index !== 3),
  'restarted before the fifth': plain.map((one, index) => {
    const since = plain.slice(4, index + 1).reduce((sum, { moment }) => sum + moment.entered, 0);
    const restarted = { enteredInAll: since, leftInAll: index - 3, sequence: index - 4 };
    return index < 4 ? one : { ...one, moment: { ...one.moment, ...restarted } };
  }),
} satisfies Record<string, readonly Sent[]>;
type Stream = keyof typeof streams;

/** People (or the number of samples) of each stream, in the order of `streams`, by what a dialect's numbers are. */
const kinds = {
  // What was lost is unknown.
  periods: [36, 36, 36, 36, 32, 36],
  // The first total is only where the next ones begin, and the total after a lost packet contains it.
  'totals with their increase': [35, 35, 35, 35, 35, 35],
  // How many came in between the last total and the restart is unknown.
  totals: [35, 35, 35, 35, 35, 30],
  // Nobody knows when the first count began.
  'counts since the last packet': [35, 35, 35, 35, 31, 35],
  samples: [8, 8, 8, 8, 7, 8],
} as const;

const dialects: Readonly<Record<SampleId, readonly [kind: keyof typeof kinds, metric: string]>> = {
  thingsStack: ['totals with their increase', 'affluenceIn'],
  chirpStack: ['samples', 'co2'],
  actility: ['totals with their increase', 'affluenceIn'],
  helium: ['samples', 'co2'],
  axis: ['periods', 'affluenceIn'],
  xovis: ['periods', 'affluenceIn'],
  hikvision: ['periods', 'affluenceIn'],
  brickstream: ['periods', 'affluenceIn'],
  vivotek: ['periods', 'affluenceIn'],
  footfallCam: ['periods', 'affluenceIn'],
  shelly: ['samples', 'electricityConsumption'],
  airthings: ['samples', 'co2'],
  awair: ['samples', 'co2'],
  terabee: ['totals', 'affluenceIn'],
  density: ['periods', 'affluenceIn'],
  imBuildings: ['counts since the last packet', 'affluenceIn'],
};

/** Reads a stream as it arrives and returns the numbers that ingestion would store. */
function play(id: SampleId, sent: readonly Sent[], metric: string): readonly number[] {
  const parsed = sent.flatMap(({ moment, received }, key): readonly ParsedPacket[] => {
    const body = readBody(buildSample(id, moment).text, received, []);
    if (!body.ok || !body.value.packets.ok) throw new Error(`${id} is not understood`);
    return body.value.packets.value.map((packet) => ({ key, received, packet }));
  });
  const stored = new Map<number, number>();
  for (const { readings } of interpretPackets(parsed, false))
    for (const one of readings) if (one.metric === metric) stored.set(one.at, one.value);
  return [...stored.values()];
}

describe.each(sampleIds)('%s', (id) => {
  const [kind, metric] = dialects[id];
  test.each(Object.keys(streams) as Stream[])('%s', (name) => {
    const values = play(id, streams[name], metric);
    const expected = kinds[kind][Object.keys(streams).indexOf(name)];
    expect(kind === 'samples' ? values.length : values.reduce((sum, value) => sum + value, 0)).toBe(expected);
  });
});
